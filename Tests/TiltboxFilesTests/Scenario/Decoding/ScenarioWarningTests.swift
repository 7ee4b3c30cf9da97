import Foundation
import Testing
import Tiltbox
import TiltboxFiles

@Suite("Warnings about scenarios")
struct ScenarioWarningTests {
  /// The warnings about a scenario, the version in its first line.
  private func warnings(_ text: String, overrides: [String] = []) throws -> [String] {
    var warnings: [String] = []
    let text = "tiltbox: 1\n" + text
    _ = try Scenario(yaml: text, file: "a.yaml", overrides: overrides) {
      #expect($0.severity == .warning)
      warnings.append($0.description)
    }
    return warnings
  }

  private let box = "walls: {size: [300, 300]}\ndefaults: {mass: 1}\n"

  @Test("name the place and the remedy")
  func places() throws {
    let found = try warnings(
      """
      world: {step: 8}
      \(box)bodies:
        - {circle: 10}
        - {box: [32, 32], at: [400, 20]}
        - {circle: 10, at: [100, 100], angle: 45}
        - {circle: 10, at: [105, 100]}
      """
    )
    #expect(
      found == [
        "a.yaml:2:15: warning: world.step: a step of 8 s is far too long for bodies to collide as they should; "
          + "write 1/120, or \"8 s\" if it is meant",
        "a.yaml:6:5: warning: bodies[0].at: missing, so ball-1 starts at the origin, in the corner of the walls; "
          + "give at: [x, y], or at: [0, 0] if it is meant",
        "a.yaml:7:25: warning: bodies[1].at: \"crate-1\" starts outside the walls; move it inside, or add "
          + "overlap: true if it is meant",
        "a.yaml:8:41: warning: bodies[2].angle: angles are in radians, and 45 is more than a turn; write 0.785398163 "
          + "for 45 degrees, or \"45 rad\" if it is meant",
        "a.yaml:9:22: warning: bodies[3].at: \"ball-3\" starts inside \"ball-2\"; move one of them, or add "
          + "overlap: true if it is meant",
      ]
    )
  }

  @Test("find a body in the thickness of a wall", arguments: [0.05, 2.6])
  func bodyInWall(height: Double) throws {
    func found(_ radius: String) throws -> [String] {
      try warnings(
        """
        walls: {size: [3, 3]\(radius)}
        bodies: [{id: ball, circle: 0.1, mass: 1, at: [1.5, \(height)]}]
        """
      )
    }
    #expect(
      try found("") == [
        "a.yaml:3:47: warning: bodies[0].at: \"ball\" starts in a wall, since walls.radius is 1; move it, give a "
          + "smaller radius, or add overlap: true if it is meant"
      ]
    )
    #expect(try found(", radius: 0.01").isEmpty)
  }

  @Test("tell angles of constraints in degrees from those with a unit")
  func constraintAngles() throws {
    func warnings(_ limits: String) throws -> [String] {
      try self.warnings(
        """
        bodies: [{id: door, box: [9, 1], mass: 1}]
        constraints:
          - {id: stop, rotaryLimit: [ground, door], \(limits)}
          - {id: latch, rotarySpring: [ground, door], restAngle: 90, stiffness: 1, damping: 1}
        """
      )
    }
    let advice = "angles are in radians, and "
    let found = try warnings("min: -45, max: 45")
    #expect(
      found == [
        "a.yaml:4:50: warning: constraints[0].min: \(advice)-45 is more than a turn; write -0.785398163 for "
          + "-45 degrees, or \"-45 rad\" if it is meant; the same goes for stop.max and latch.restAngle"
      ]
    )
    #expect(try warnings("min: -6, max: =2*pi*4").map { $0.contains(": \(advice)90 ") } == [true])
    #expect(try warnings("min: -45 rad, max: 45").count { $0.contains(".max: \(advice)45 ") } == 1)
  }

  @Test("tell that nothing reacts to touches")
  func touches() throws {
    let touches = "touches: [{at: 1, point: [1, 2]}]\n"
    let layer = "layers: [{id: pin, circle: 5, follows: {duration: 1}}]\n"
    #expect(
      try warnings(touches) == [
        "a.yaml:2:10: warning: touches: nothing answers a touch; give a layer follows, or a handover "
          + "tap: true"
      ]
    )
    #expect(try warnings(touches + layer).isEmpty && warnings(layer).isEmpty)
  }

  @Test("tell that a value shares its column of a CSV recording")
  func columns() throws {
    for column in ["tick", "t", "id", "x", "y", "angle", "vx", "vy", "w"] {
      #expect(
        try warnings("values: [{id: a, numbers: 1}, {id: \(column), numbers: 2}]") == [
          "a.yaml:2:36: warning: values[1].id: \"\(column)\" is another column of CSV recordings; "
            + "give another id"
        ]
      )
      #expect(try warnings("values: [{id: \(column), numbers: [1, 2]}]").isEmpty)
    }
    #expect(try warnings("values: [{id: sky, numbers: 1}]").isEmpty)
  }

  @Test("tell what begins at the end of the run or later")
  func late() throws {
    func warnings(_ duration: String, fill: String = "removed") throws -> [String] {
      try self.warnings(
        """
        bodies: [{id: ball, circle: 10, mass: 1, at: [0, 0]}]
        layers: [{id: pin, circle: 5, follows: {duration: 1}}]
        touches: [{at: 1, point: [1, 2]}, {at: 2, point: [1, 2]}]
        handovers: [{body: ball, at: 2}]
        animations:
          - {target: layer.pin.opacity, to: 0}
          - {target: layer.pin.opacity, to: 0, begin: 3, fill: \(fill)}
        run: {\(duration)}
        """
      )
    }
    let advice = "give an earlier time, or a longer duration"
    #expect(
      try warnings("duration: 2") == [
        "a.yaml:8:47: warning: animations[1].begin: 3 s is not before the end of the run at 2 s; \(advice); "
          + "the same goes for handovers[0].at and touches[1].at"
      ]
    )
    #expect(
      try warnings("duration: 2.5", fill: "both").isEmpty && warnings("frames: 60").isEmpty
        && warnings("duration: 0", fill: "both").count == 1
    )
  }

  @Test("tell what begins in a group after its end")
  func lateInGroup() throws {
    func warnings(_ group: String) throws -> [String] {
      let pin = "target: layer.pin.opacity, to: 0"
      let times = "{\(pin)}, {\(pin), begin: 2}, {\(pin), begin: 2.5}"
      let members = "\(times), {begin: 3, group: [{\(pin)}]}"
      return try self.warnings(
        "layers: [{id: pin, circle: 5}]\nanimations: [{\(group) group: [\(members)]}]"
      )
    }
    #expect(
      try warnings("duration: 2,") == [
        "a.yaml:3:160: warning: animations[0].group[2].begin: 2.5 s is not before the end of the group at 2 s; "
          + "give an earlier time, or a longer duration; the same goes for animations[0].group[3].begin"
      ]
    )
    #expect(try warnings("duration: 3,").isEmpty && warnings("").isEmpty)
    #expect(try warnings("duration: 2, begin: 5, fill: both,").count == 1)
  }

  @Test("tell no time of an animation that an offset or its fill shows earlier")
  func shownEarlier() throws {
    for early in ["offset: 2", "fill: backwards"] {
      let animation = "{target: tilt, to: [1, 0], begin: 3, \(early)}"
      #expect(try warnings("animations: [\(animation)]\nrun: {duration: 2}").isEmpty)
      #expect(try warnings("animations: [{duration: 2, group: [\(animation)]}]").isEmpty)
    }
  }

  @Test("tell fields that have no effect on a body of this type")
  func idle() throws {
    let fields = "gravityScale: 0, damping: 0.5, angularDamping: 0.5"
    func body(_ type: String) -> String {
      "bodies: [{id: post, type: \(type), circle: 1, \(type == "dynamic" ? "mass: 1, " : "")\(fields)}]"
    }
    for type in ["static", "kinematic"] {
      #expect(
        try warnings(body(type)) == [
          "a.yaml:2:\(54 + type.count): warning: bodies[0].gravityScale: has no effect on a \(type) body; drop it, "
            + "or make the body dynamic; the same goes for post.damping and post.angularDamping"
        ]
      )
    }
    #expect(try warnings(body("dynamic")).isEmpty)
  }

  @Test("tell a velocity of a body that handovers hold")
  func heldVelocity() throws {
    func scene(_ handovers: String) -> String {
      "bodies: [{id: it, circle: 1, mass: 1, velocity: [1, 0], angularVelocity: 2}]\n"
        + "handovers: [\(handovers)]\nrun: {duration: 9}"
    }
    #expect(
      try warnings(scene("{body: it, at: 1}")) == [
        "a.yaml:2:49: warning: bodies[0].velocity: has no effect on a body that handovers hold at first; "
          + "drop it; the same goes for it.angularVelocity"
      ]
    )
    #expect(try warnings(scene("")).isEmpty)
  }

  @Test("tell a belt without friction")
  func smoothBelt() throws {
    let belt = "bodies: [{id: belt, type: static, circle: 1, surfaceVelocity: [9, 0]}]"
    let advice = "surfaceVelocity: has no effect without friction; give friction: 0.5, or drop it"
    #expect(try warnings(belt) == ["a.yaml:2:63: warning: bodies[0].\(advice)"])
    #expect(try warnings(belt + "\ndefaults: {friction: 0.5}").isEmpty)
  }

  @Test("tell a speed limit that follows from walls without walls")
  func boundless() throws {
    let world = "world: {speedLimit: automatic}"
    let advice = "has no effect without walls; write a number, in units/s, or drop the field"
    #expect(try warnings(world) == ["a.yaml:2:21: warning: world.speedLimit: \(advice)"])
    #expect(try warnings(world + "\nwalls: {size: [90, 90]}").isEmpty)
  }

  @Test("tell the width of a line without a stroke")
  func lineWidth() throws {
    func warnings(_ look: String, _ members: String = "") throws -> [String] {
      try self.warnings(
        "bodies: [{id: a, circle: 1, mass: 1, \(look)}]\nlayers: [{id: sky, circle: 1, \(look)}]"
          + (members.isEmpty ? "" : "\nanimations: [{group: [\(members)]}]")
      )
    }
    let advice =
      "warning: bodies[0].lineWidth: has no effect without a stroke; give one, or drop it"
    #expect(
      try warnings("lineWidth: 3") == ["a.yaml:2:49: \(advice); the same goes for sky"]
    )
    #expect(try warnings("lineWidth: 3, stroke: [1, 0, 0]").isEmpty)
    let (body, layer) = ("body.a.lineWidth, to: 2", "layer.sky.lineWidth, to: 2")
    let members = "{target: \(body)}, {target: \(layer)}"
    #expect(
      try warnings("opacity: 1", members) == ["a.yaml:2:10: \(advice); the same goes for sky"]
    )
    #expect(try warnings("opacity: 1", "{target: layer.sky.lineWidth, to: 2}").count == 1)
    #expect(try warnings("stroke: [1, 0, 0]", members).isEmpty)
  }

  @Test("tell that a handover waits for one above it that has a later time")
  func handovers() throws {
    func warnings(_ times: [Double]) throws -> [String] {
      try self.warnings(
        """
        bodies: [{id: ball, circle: 10, mass: 1, at: [0, 0]}, {id: other, circle: 10, mass: 1, at: [50, 0]}]
        handovers:
          - {body: ball, at: \(times[0])}
          - {body: other, at: 0.1}
          - {body: ball, at: \(times[1]), to: [0, 0]}
        """
      )
    }
    #expect(
      try warnings([2, 1.5]) == [
        "a.yaml:6:22: warning: handovers[2].at: at 1.5 s, but the handovers of \"ball\" happen in the order of the file, "
          + "and one above waits until 2 s; put them in the order of their times"
      ]
    )
    #expect(try warnings([1.5, 2]).isEmpty && warnings([1, 1]).isEmpty)
  }

  @Test("suggest the fraction for a step that looks like a rate")
  func rate() throws {
    #expect(
      try warnings("world: {step: 60}") == [
        "a.yaml:2:15: warning: world.step: a step of 60 s is far too long for bodies to collide as they should; "
          + "write 1/60, or \"60 s\" if it is meant"
      ]
    )
  }

  @Test("say that a gravity below 0 acts against the tilt")
  func negativeGravity() throws {
    #expect(
      try warnings("world: {gravity: -981}") == [
        "a.yaml:2:18: warning: world.gravity: gravity is a size, whose direction is the tilt's; below 0 bodies fall "
          + "against the tilt: write 981, or \"-981 units/s²\" if it is meant"
      ]
    )
  }

  @Test("tell that a tilt in g is as large as gravity in m/s²")
  func largeTilt() throws {
    #expect(
      try warnings("tilt: [0, -9.81]") == [
        "a.yaml:2:7: warning: tilt: 9.81 g looks like m/s²; write [0, -1], or [0 g, -9.81 g] if it is meant"
      ]
    )
    #expect(try warnings("tilt: [0 g, -9.81 g]") == [])
    #expect(try warnings("tilt: {constant: [0, -2]}") == [])
  }

  @Test(
    "tell that an animated tilt in g is as large as gravity in m/s²",
    arguments: [
      (
        "target: tilt, values: [[0, -1], [9.81, 0]]", "values[1]",
        "write [1, 0], or [=9.81, =0] if it is meant"
      ),
      ("target: tilt.y, to: -9.81", "to", "write -1, or =-9.81 if it is meant"),
      ("group: [{target: tilt.x, from: 9.81, to: 0}]", "group[0].from", "write 1, or =9.81 if"),
    ]
  )
  func largeAnimatedTilt(animation: String, field: String, remedy: String) throws {
    let found = try warnings("animations: [{\(animation), duration: 1}]")
    let problem = "warning: animations[0].\(field): 9.81 g looks like m/s²; \(remedy)"
    #expect(found.count == 1 && found[0].contains(problem), "\(found)")
    let meant = animation.replacing("-9.81", with: "=-9.81").replacing(" 9.81", with: " =9.81")
      .replacing("[9.81", with: "[=9.81")
    #expect(try warnings("animations: [{\(meant), duration: 1}]") == [])
  }

  @Test(
    "are silenced by stating the intention",
    arguments: [
      "world: {step: 8 s}", "world: {gravity: -981 units/s²}", "bodies: [{circle: 10, at: [0, 0]}]",
      "bodies: [{circle: 10, at: [400, 20], overlap: true}]",
      "bodies: [{circle: 10, at: [99, 99], angle: 45 rad}]",
      "bodies: [{repeat: 2, circle: 1, at: [=9*i + 9, 9], angle: =45*i}]",
      "bodies: [{circle: 10, at: [9, 9]}, {circle: 10, at: [9, 9], overlap: true}]",
      "bodies: [{circle: 10, at: [9, 9], overlap: true}, {circle: 10, at: [9, 9]}]",
    ]
  )
  func silenced(_ text: String) throws {
    #expect(try warnings(box + text) == [])
    let plain = text.replacing(" rad", with: "").replacing(" s}", with: "}")
      .replacing(" units/s²", with: "")
      .replacing(", overlap: true", with: "").replacing(", at: [0, 0]", with: "")
      .replacing("=45*i", with: "45")
    #expect(try warnings(box + plain).count == 1, "\(plain)")
  }

  @Test(
    "spare intended settings",
    arguments: [
      // Joined bodies that do not collide: one constraint of several is enough.
      """
      bodies: [{box: [60, 14], at: [100, 30]}, {circle: 10, at: [85, 20]}, {circle: 10, at: [115, 20]}]
      constraints:
        - {pivot: [crate-1, ball-1], at: [85, 20], collideBodies: false}
        - {motor: [ball-1, crate-1], rate: 1}
        - {motor: [crate-1, ball-2], rate: 1}
        - {pivot: [ball-2, crate-1], at: [115, 20], collideBodies: false}
      """,
      // Joined bodies that touch, or rest as deep as contacts allow.
      """
      bodies: [{box: [20, 6], at: [50, 50]}, {box: [20, 6], at: [70, 50]}, {box: [20, 6], at: [89.91, 50]}]
      constraints: [{pivot: [crate-1, crate-2], at: [60, 50]}, {pivot: [crate-2, crate-3], at: [80, 50]}]
      """,
      "bodies: [{circle: 9, at: [50, 50], filter: {group: 1}}, {circle: 9, at: [51, 50], filter: {group: 1}}]",
      "bodies: [{circle: 9, at: [50, 50]}, {circle: 9, at: [51, 50], filter: {mask: 0}}]",
      "bodies: [{circle: 9, at: [50, 50]}, {circle: 9, at: [51, 50], sensor: true}]",
      "bodies: [{type: static, circle: 9, at: [50, 50]}, {type: kinematic, circle: 9, at: [51, 50]}]",
      "bodies: [{circle: 9, at: [50, 50]}, {box: [9, 9], at: [400, 50], filter: {mask: 0}}]",
      // Balls and crates that touch, or rest as deep as contacts allow.
      "bodies: [{circle: 9, at: [50, 50]}, {circle: 9, at: [68, 50]}, {box: [18, 18], at: [50, 67.9]}]",
      // Overlapping bounding boxes of rotated shapes that don't overlap.
      "bodies: [{box: [80, 4], at: [100, 100], angle: 0.7}, {box: [80, 4], at: [115, 85], angle: 0.7}]",
      "bodies: [{type: static, segment: [[0, 0], [300, 90]]}, {polygon: [[9, 90], [30, 90], [9, 99]]}]",
      "bodies: [{type: kinematic, circle: 9}]\nanimations: [{target: body.circle-1.position, to: [50, 50]}]",
      "bodies: [{type: static, circle: 9, at: [400, 50]}, {frame: [0, 0, 10, 10]}]",
      "bodies: [{circle: 9, at: [50, 50], angle: -6.2832}]",
    ]
  )
  func spared(_ text: String) throws { #expect(try warnings(box + text) == []) }

  @Test("cover joined bodies that overlap and collide, with their joint")
  func hinge() throws {
    let text = """
      bodies:
        - {id: pier, type: static, box: [10, 50], at: [150, 25]}
        - {id: plank, box: [100, 6], at: [150, 52]}
        - {id: weight, circle: 4, at: [110, 58]}
      constraints:
        - {pivot: [plank, pier], at: [150, 50]}
        - {pin: [plank, weight], anchorA: [-40, 0]}
      """
    #expect(
      try warnings(box + text) == [
        "a.yaml:9:5: warning: constraints[0]: \"plank\" starts inside \"pier\", to which it is joined, so their "
          + "contact works against the joint; add collideBodies: false, or overlap: true on a body if it is meant; "
          + "the same goes for weight"
      ]
    )
    let parted = text.replacing("]}\n  - {pin", with: "], collideBodies: false}\n  - {pin")
    #expect(try warnings(box + parted).map { $0.contains("\"weight\" starts") } == [true])
    let meant = text.replacing("at: [150, 52]", with: "at: [150, 52], overlap: true")
    #expect(try warnings(box + meant) == [])
  }

  @Test("cover bodies that only share a joint to another body")
  func beam() throws {
    let text = """
      bodies:
        - {id: beam, type: static, box: [100, 10], at: [150, 200]}
        - {id: a, circle: 10, at: [150, 200]}
        - {id: b, circle: 10, at: [151, 200]}
      constraints: [{pin: [beam, a], anchorA: [9, 0], collideBodies: false}, {pin: [beam, b], anchorA: [0, 9], collideBodies: false}]
      """
    #expect(try warnings(box + text).map { $0.contains("\"b\" starts inside \"a\"") } == [true])
  }

  @Test("of one kind are one line with a count")
  func many() throws {
    let found = try warnings(
      box + "bodies: [{repeat: [10, 100], box: [9, 9], at: [400, =20*i]}, {circle: 5}]"
    )
    #expect(found.count == 2)
    #expect(
      found.contains {
        $0.hasSuffix("if it is meant; the same goes for crate-2, crate-3, crate-4 and 996 more")
      },
      "\(found)"
    )
  }

  @Test("also report fields that were set")
  func overrides() throws {
    let text = box + "bodies: [{id: a, circle: 9, at: [50, 50]}]"
    #expect(
      try warnings(text, overrides: ["bodies.a.angle=90"]).first?.hasPrefix(
        "--set bodies.a.angle=90: warning: bodies[0].angle: angles are in radians"
      ) == true
    )
    #expect(try warnings(text, overrides: ["bodies.a.angle=90 rad"]) == [])
  }

  @Test("are absent for the examples, each of which states expectations")
  func examples() throws {
    let folder = TiltboxFilesTests.examples
    let scenarios = try ["", "motion/", "guide/"].flatMap { part in
      try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: part).path())
        .filter { $0.hasSuffix(".yaml") }.map { part + $0 }
    }
    #expect(scenarios.count > 20)
    for file in scenarios {
      let scenario = try Scenario(contentsOf: folder.appending(path: file).path()) {
        Issue.record("\($0)")
      }
      #expect(!scenario.expectations.isEmpty, "\(file)")
    }
  }

  @Test("stop searching at a limit, for many bodies in one place")
  func heap() throws {
    let found = try warnings("defaults: {mass: 1}\nbodies: [{repeat: 5000, circle: 9, at: [0, 0]}]")
    #expect(found.count == 1 && found[0].contains("starts inside \"ball-"), "\(found)")
  }
}

@Suite("Numbers with units")
struct UnitTests {
  @Test("mean what they say in the field's own unit")
  func own() throws {
    let made = try scenario(
      "world: {step: 1/60 s}\nbodies: [{circle: 5 units, mass: 2 kg, at: [9, 8], angle: 45rad}]"
    )
    #expect(made.world.step == 1.0 / 60)
    #expect(made.bodies[0].mass == 2 && made.bodies[0].angle == 45)
    #expect(made.bodies[0].shapes[0].geometry == .circle(radius: 5))
  }

  @Test("are mistakes in another unit, with the number in the right one")
  func other() {
    #expect(
      mistakes(in: "{tiltbox: 1, bodies: [{circle: 1, mass: 1, angle: 90°}], world: {step: 8 ms}}")
        == [
          "a.yaml:1:51: bodies[0].angle: expected a number, got the text \"90°\"; write 1.57079633, in rad",
          "a.yaml:1:72: world.step: expected a number or a fraction such as 1/120, got the text \"8 ms\"; "
            + "write 0.008, in s",
        ]
    )
  }
}
