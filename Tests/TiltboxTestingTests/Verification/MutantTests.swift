import Chipmunk
import Testing
import Tiltbox
import TiltboxVerification

/// A wrong parameter that a case of the suite must notice.
struct Mutant: Sendable, CustomTestStringConvertible {
  let caseName: String
  let testDescription: String
  let change: @Sendable (inout Scenario) -> Void

  init(
    _ caseName: String,
    _ description: String,
    _ change: @escaping @Sendable (inout Scenario) -> Void
  ) {
    self.caseName = caseName
    testDescription = "\(caseName): \(description)"
    self.change = change
  }

  static let all = [
    Mutant("tower", "one substep") { $0.world.substeps = 1 },
    Mutant("taut-bridge", "the solver of the library") { $0.world.engine = .chipmunk },
    Mutant("heavy-chain", "four substeps") { $0.world.substeps = 4 },
    Mutant("pyramid", "crates with round corners") { $0.roundBoxes(by: 14) },
    Mutant("turned-crates", "one substep") { $0.world.substeps = 1 },
    Mutant("bounce-series", "elasticity 0.1 % off") {
      $0.changeSurfaces { $0.elasticity *= 0.999 }
    },
    Mutant("touching-cradle", "elasticity 0.1 % off") {
      $0.changeSurfaces { $0.elasticity *= 0.999 }
    },
    Mutant("inelastic-collapse", "elasticity 1 % off") {
      $0.changeSurfaces { $0.elasticity *= 0.99 }
    },
    Mutant("pi-collisions", "elasticity 0.1 % off") {
      $0.changeSurfaces { $0.elasticity *= 0.999 }
    },
    Mutant("double-pendulum", "one substep") { $0.world.substeps = 1 },
    Mutant("overhang", "bricks with round corners") { $0.roundBoxes(by: 4) },
    Mutant("arch", "one substep") { $0.world.substeps = 1 },
    Mutant("rocking-block", "an elastic floor") { $0.changeSurfaces { $0.elasticity = 0.7 } },
    Mutant("catenary", "two substeps") { $0.world.substeps = 2 },
    Mutant("brachistochrone", "gravity 3 % off") { $0.world.gravity *= 1.03 },
    Mutant("galton-board", "elasticity halved") { $0.changeSurfaces { $0.elasticity *= 0.5 } },
    Mutant("repose", "discs that roll hard") { $0.changeSurfaces { $0.rollingResistance = 0.2 } },
    Mutant("silo", "larger discs") { $0.scaleCircles(by: 3) },
  ]
}

extension Scenario {
  fileprivate mutating func changeShapes(_ change: (inout ShapeDescription) -> Void) {
    for body in bodies.indices {
      for shape in bodies[body].shapes.indices { change(&bodies[body].shapes[shape]) }
    }
  }

  fileprivate mutating func changeSurfaces(_ change: (inout Surface) -> Void) {
    changeShapes { change(&$0.surface) }
  }

  fileprivate mutating func scaleCircles(by scale: Double) {
    changeShapes { shape in
      guard case .circle(let radius, let center) = shape.geometry else { return }
      shape.geometry = .circle(radius: scale * radius, center: center)
    }
  }

  /// Rounds the corners of all boxes, whose sides stay where they are.
  fileprivate mutating func roundBoxes(by radius: Double) {
    changeShapes { shape in
      guard case .box(let width, let height, _, let center) = shape.geometry else { return }
      shape.geometry = .box(
        width: width - 2 * radius,
        height: height - 2 * radius,
        radius: radius,
        center: center
      )
    }
  }
}

@Suite("Mutants that a case of the verification must detect")
struct MutantTests {
  @Test("the case fails", arguments: Mutant.all)
  func noticed(mutant: Mutant) throws {
    let item = try #require(VerificationCase.all.first { $0.name == mutant.caseName })
    let settings = VerificationSettings(steps: [1.0 / 120]) { scenario, tilt in
      var scenario = scenario
      mutant.change(&scenario)
      return try Simulation(scenario, tilt: tilt)
    }
    #expect(!(try settings.run([item])).passes)
  }
}
