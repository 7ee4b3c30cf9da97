internal import CReference
internal import Chipmunk
internal import Glibc
internal import Tiltbox

/// The pile of crates that measures all ways of stepping: it comes to rest in its box, then the box turns around.
struct Pile {
  let timeStep = 1.0 / 120
  let iterations = 10
  let gravity = 1000.0
  /// In units/s: above the speeds of all crates, so that the trajectories match those of C.
  let speedLimit = 5000.0
  /// The number of ticks in which the box is upright.
  let restingTicks = 120
  /// The number of ticks of a turn.
  let turningTicks = 480
  let columns: Int
  let width: Double
  let height: Double
  let crates: [CReferenceBody]

  init(count: Int, columns: Int? = nil) {
    // With ten iterations, piles of more than 32 rows are compressed.
    let columns = columns ?? max(2, Int(Double(count).squareRoot().rounded()), count / 32)
    let rows = (count + columns - 1) / columns
    self.columns = columns
    width = Double(columns) * 18 + 20
    height = Double(rows) * 17 + 60
    crates = (0..<count).map { index in
      var crate = CReferenceBody()
      crate.form = CReferenceBox
      (crate.width, crate.height) = (16, 16)
      crate.x = 12 + Double(index % columns) * 18 + Double(index / columns % 2) * 5
      crate.y = 10 + Double(index / columns) * 17
      (crate.mass, crate.friction, crate.elasticity) = (100, 0.5, 0.3)
      return crate
    }
  }

  /// Returns the tilt at a tick, in g.
  func tilt(at tick: Int) -> Tilt {
    guard tick > restingTicks else { return .upright }
    let angle = 2 * Double.pi * Double(tick - restingTicks) / Double(turningTicks)
    return Tilt(x: sin(angle), y: -cos(angle))
  }

  /// Returns the gravity at a tick, in units/s².
  func gravity(at tick: Int) -> Vector {
    let tilt = tilt(at: tick)
    return Vector(tilt.x * gravity, tilt.y * gravity)
  }
}

/// The tilt of a pile in a simulation.
struct PileTilt: TiltSource {
  let pile: Pile

  func tilt(atTick tick: Int, time: Double) -> Tilt? { pile.tilt(at: tick) }
}
