internal import Chipmunk
internal import Motion
package import Tiltbox

extension Scenario {
  /// Falling crates that may sleep, a wheel whose motor changes its rate, a lift, and a tilt: animations drive the
  /// motor, the lift and the tilt.
  package static func animatedScene(engineTime: Double) -> Scenario {
    var scenario = Scenario.classicScene(sleepAfter: 0.5)
    scenario.bodies += [
      BodyDescription(
        id: "lift",
        type: .kinematic,
        shapes: [ShapeDescription(.box(width: 60, height: 8))],
        position: Vector(240, 30)
      ),
      BodyDescription(
        id: "wheel",
        shapes: [ShapeDescription(.circle(radius: 12))],
        position: Vector(150, 100),
        mass: 3
      ),
    ]
    scenario.constraints = [
      ConstraintDescription(id: "axle", .hinge(at: Vector(150, 100)), "wheel", "ground"),
      ConstraintDescription(id: "engine", .motor(rate: 1), "wheel", "ground", maxForce: 1e5),
    ]
    scenario.animations = [
      AnimationDescription(
        .body("lift", .position),
        .basic(.init(to: [240, 120])),
        play: .init(duration: 1.5, repeatCount: .infinity, autoreverses: true)
      ),
      AnimationDescription(
        .constraint("engine", .rate),
        .basic(.init(by: [7])),
        play: .init(duration: engineTime, fill: .both)
      ),
      AnimationDescription(
        .tilt,
        .basic(.init(by: [0.5, 0])),
        play: .init(duration: 9),
        isAdditive: true
      ),
    ]
    return scenario
  }
}
