import Testing
import Tiltbox

@Suite("An animation's target")
struct AnimationTargetTests {
  static let targets: [(String, AnimationTarget)] = [
    ("tilt", .tilt), ("gravity", .gravity), ("value.sky", .value("sky")),
    ("value.a.b", .value("a.b")),
    ("body.rocket.position.y", .component(.body("rocket", .position), 1)),
    ("value.sky.x", .component(.value("sky"), 0)), ("value.sky.7", .component(.value("sky"), 7)),
    ("body.a.fill.alpha", .component(.look(body: "a", .fill), 3)),
    ("layer.l.stroke.red", .component(.layer("l", .look(.stroke)), 0)),
    ("body.a.fill", .look(body: "a", .fill)), ("layer.l.position", .layer("l", .position)),
    ("layer.l.strokeEnd", .layer("l", .look(.strokeEnd))), ("tilt.x", .component(.tilt, 0)),
    ("body.paddle.position", .body("paddle", .position)),
    ("body.crate.1.force", .body("crate.1", .force)),
    ("constraint.drive.rate", .constraint("drive", .rate)),
    ("constraint.drive.click", .constraint("drive", .click)),
  ]

  @Test("is read as it is written, even with dots in ids", arguments: targets.indices)
  func text(index: Int) throws {
    let (text, target) = Self.targets[index]
    #expect(try AnimationTarget(text) == target)
    #expect(target.description == text)
  }

  static let mistakes: [(String, String)] = [
    ("tlit", #""tlit" is no target; did you mean tilt?"#),
    ("bdy.a.position", #""bdy.a.position" is no target; did you mean body.a.position?"#),
    ("layers.sky.opacity", #""layers.sky.opacity" is no target; did you mean layer.sky.opacity?"#),
    ("bodies.a.position", #""bodies.a.position" is no target; did you mean body.a.position?"#),
    (
      "position",
      #""position" is no target; give tilt, gravity, body.ID.position (or another property), "#
        + "layer.ID.fill (or another), constraint.ID.rate (or another), or value.ID"
    ),
    ("body.a.postion", #""postion" is no property of a body; did you mean position?"#),
    (
      "body.a.shadow",
      #""shadow" is no property of a body; known here: "#
        + "position, angle, velocity, angularVelocity, force, torque, fill, stroke, lineWidth, "
        + "opacity, depth, scale, cornerRadius, strokeStart, strokeEnd"
    ),
    ("body.a.color", #""color" is no property of a body; did you mean fill?"#),
    ("body.a.rotation", #""rotation" is no property of a body; did you mean angle?"#),
    ("layer.a.alpha", #""alpha" is no property of a layer; did you mean opacity?"#),
    ("constraint.a.rat", #""rat" is no property of a constraint; did you mean rate?"#),
  ]

  @Test("is rejected with a suggestion", arguments: mistakes.indices)
  func refused(index: Int) {
    let (text, message) = Self.mistakes[index]
    let error = #expect(throws: AnimationTargetError.self) { try AnimationTarget(text) }
    #expect(error?.description == message)
  }

  @Test("is invalid without a name", arguments: ["", ".", "body", "body.position", "value"])
  func incomplete(text: String) {
    #expect(throws: AnimationTargetError.self) { try AnimationTarget(text) }
  }
}
