import Chipmunk

/// Whether two vectors differ by no more than rounding.
func near(_ a: Vector, _ b: Vector, within tolerance: Double = 1e-9) -> Bool {
  (a - b).length <= tolerance
}

func near(_ a: Double, _ b: Double, within tolerance: Double = 1e-9) -> Bool {
  abs(a - b) <= tolerance
}

func code(of error: any Error) -> PhysicsError.Code? { (error as? PhysicsError)?.code }

extension Space {
  /// Takes a step, and rethrows a callback's error unchanged.
  func stepThrowingCause() throws {
    do { try step() } catch { throw error.underlying ?? error }
  }
}
