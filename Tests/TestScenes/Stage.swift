internal import Chipmunk
package import Tiltbox

/// A world to animate in: a kinematic paddle, a crate, a motor, and a value.
package enum Stage {
  package static func scenario(_ animations: [AnimationDescription]) -> Scenario {
    let box = [ShapeDescription(.box(width: 40, height: 10))]
    return Scenario(
      bodies: [
        BodyDescription(id: "paddle", type: .kinematic, shapes: box, position: Vector(100, 50)),
        BodyDescription(id: "crate", shapes: box, position: Vector(300, 50), mass: 2),
        BodyDescription(id: "wheel", shapes: box, position: Vector(500, 50), mass: 1, moment: 400),
        BodyDescription(id: "wall", type: .static, shapes: box, position: Vector(900, 50)),
      ],
      constraints: [
        ConstraintDescription(id: "drive", .motor(rate: 1), "wheel", "ground"),
        ConstraintDescription(
          id: "rope",
          .slide(anchorB: Vector(300, 100), min: 10, max: 60),
          "crate",
          "ground"
        ),
      ],
      values: [ValueDescription(id: "sky", [0, 0, 1])],
      animations: animations,
      tilt: TiltDescription(.constant(Tilt(x: 0, y: 0)))
    )
  }

  package static func simulation(_ animations: [AnimationDescription]) throws -> Simulation {
    try Simulation(scenario(animations), held: Tilt(x: 0, y: 0))
  }
}

extension AnimationDescription {
  /// Animates from one value to another in a second.
  package static func basic(
    _ target: AnimationTarget,
    from: [Double]? = nil,
    to: [Double]? = nil,
    by: [Double]? = nil,
    timing: String = "linear",
    play: Play = Play(duration: 1)
  ) -> AnimationDescription {
    AnimationDescription(
      target,
      .basic(Ends(from: from, to: to, by: by)),
      play: play,
      timing: [.text(timing)]
    )
  }
}
