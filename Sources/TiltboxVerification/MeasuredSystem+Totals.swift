import Chipmunk
import Tiltbox

extension MeasuredSystem {
  /// The bodies that move.
  var movingBodies: [Body] { bodies.filter { $0.type == .dynamic } }

  /// The greatest speed of a body, in units/s.
  var greatestSpeed: Double { movingBodies.map(\.velocity.length).max() ?? 0 }

  /// The kinetic and potential energy of all bodies under upright gravity.
  var energy: Double {
    movingBodies.map { $0.kineticEnergy + $0.mass * CaseSetup.gravity * $0.position.y }
      .reduce(0, +)
  }
}

extension BodyDescription {
  /// A box.
  static func box(
    _ id: String,
    width: Double,
    height: Double,
    mass: Double = 1,
    at position: Vector,
    angle: Double = 0,
    surface: Surface = Surface()
  ) -> BodyDescription {
    BodyDescription(
      id: id,
      shapes: [ShapeDescription(.box(width: width, height: height), surface: surface)],
      position: position,
      angle: angle,
      mass: mass
    )
  }

  /// A static line without thickness.
  static func line(
    _ id: String,
    from: Vector,
    to: Vector,
    surface: Surface = Surface()
  ) -> BodyDescription {
    let shape = ShapeDescription(.segment(from: from, to: to), surface: surface)
    return BodyDescription(id: id, type: .static, shapes: [shape])
  }
}

/// Numbers from 0 to 1 that look random and are the same in every run.
struct RandomNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// Returns the next number. (D. E. Knuth, "The Art of Computer Programming", volume 2: MMIX.)
  mutating func next() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 11) / 0x1p53
  }
}

/// Returns the number between two others at which a property begins to hold, to a tolerance.
func bisection(
  from low: Double,
  to high: Double,
  within tolerance: Double,
  holds: (Double) throws -> Bool
) rethrows -> Double {
  var (low, high) = (low, high)
  while high - low > tolerance {
    let middle = (low + high) / 2
    if try holds(middle) { high = middle } else { low = middle }
  }
  return (low + high) / 2
}
