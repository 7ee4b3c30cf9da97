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
