import Chipmunk
import Foundation
import Motion
import TestScenes
import Testing
import Tiltbox
import TiltboxFiles
import TiltboxJSON

@Suite("Layers, looks and touches")
struct LayerTests {
  /// Runs a scenario to a time, and returns the values of its channels.
  func values(_ scenario: Scenario, until time: Double) throws -> [[Double]] {
    let simulation = try Simulation(scenario)
    while simulation.time < time - 1e-9 { try simulation.advance() }
    return simulation.values
  }

  @Test("ease a layer's colour as the source material does, under the target's name")
  func colors() throws {
    let scenario = try ExamplesTests.scenario("motion/colors.yaml")
    #expect(scenario.channels.map(\.name) == ["layer.sky.fill"])
    // Halfway through each third, ease-in is at 0.315357.
    let p = 0.315357
    let colors: [(Double, [Double])] = [
      (0, [0, 0, 1]), (1.0 / 3, [p, 0, 1 - p]), (2.0 / 3, [1, 0, 0]), (1, [1 - p, p, 0]),
      (2, [0, 0, 1]),
    ]
    for (time, color) in colors {
      for (part, expected) in zip(try values(scenario, until: time)[0], color) {
        #expect(abs(part - expected) < 1e-5)
      }
    }
  }

  @Test("move a layer to a tap by ease-out in a second, and from there to the next one")
  func tap() throws {
    let scenario = try ExamplesTests.scenario("motion/tap.yaml")
    var layer = Animated(SIMD2(160.0, 240))
    try layer.animate(to: [260, 400], at: 0.5, duration: 1, timingFunction: .easeOut)
    try layer.animate(to: [60, 80], at: 1, duration: 1, timingFunction: .easeOut)
    #expect(try values(scenario, until: 0.5)[0] == [160, 240])
    // After half of its second, ease-out is at 0.684643.
    let seen = try values(scenario, until: 1)[0]
    #expect(
      abs(seen[0] - (160 + 100 * 0.684643)) < 1e-3 && abs(seen[1] - (240 + 160 * 0.684643)) < 1e-3
    )
    for time in [1.25, 1.5, 2, 3] {
      let (expected, seen) = (layer.presentation(at: time), try values(scenario, until: time)[0])
      #expect(abs(seen[0] - expected.x) < 1e-9 && abs(seen[1] - expected.y) < 1e-9)
    }
  }

  @Test("a tap is a request like others: checked, observed, and part of a checkpoint")
  func requests() throws {
    var scenario = Scenario()
    scenario.layers = [LayerDescription(id: "dot", .geometry(.circle(radius: 5)))]
    let still = try Simulation(scenario)
    #expect(throws: RequestError.self) { try still.apply(.tap(Vector(1, 2))) }
    scenario.layers[0].following = LayerDescription.Following()
    let simulation = try Simulation(scenario)
    #expect(throws: RequestError.self) { try simulation.apply(.tap(Vector(.nan, 2))) }
    #expect(Request.tap(Vector(3, 4)).json == #"{"tap":[3,4]}"#)
    #expect(try RequestLine(Array(#"{"tap":[3,4]}"#.utf8)).request.get() == .tap(Vector(3, 4)))
    try simulation.apply(.tap(Vector(100, 0)))
    for _ in 0..<60 { try simulation.advance() }
    try simulation.apply(.tap(Vector(0, 100)))
    for _ in 0..<30 { try simulation.advance() }
    let copy = try Simulation(scenario, restoring: simulation.checkpoint())
    #expect(copy.values == simulation.values)
    for _ in 0..<60 {
      try copy.advance()
      try simulation.advance()
    }
    #expect(copy.values == simulation.values)
    for _ in 0..<60 { try simulation.advance() }
    #expect(simulation.values[0] == [0, 100])
  }

  @Test("components of positions and values are separate targets")
  func components() throws {
    let scenario = try Scenario(
      yaml:
        """
        tiltbox: 1
        bodies: [{id: rocket, type: kinematic, box: [20, 40], at: [50, 77]}]
        values: [{id: sky, numbers: [0, 0, 1]}]
        animations:
          - {target: body.rocket.position.y, by: 378, duration: 1, fill: forwards}
          - {target: body.rocket.position.x, to: 90, begin: 0.5, duration: 1, fill: forwards}
          - {target: value.sky.1, to: 1, duration: 2}
          - {target: value.sky.blue, to: 0, duration: 2}
        """,
      file: "x.yaml"
    )
    let simulation = try Simulation(scenario)
    for _ in 0..<120 { try simulation.advance() }
    #expect(simulation.states[0].position == Vector(70, 455))
    #expect(simulation.values == [[0, 0.5, 0.5]])
    #expect(scenario.animations[2].target?.description == "value.sky.y")
  }

  @Test("an animation to a colour of bytes is an error, as such a colour itself is")
  func bytes() {
    for (change, message) in [
      (
        "to: [255, 0, 51]",
        "3:41: animations[0].to: the parts of a colour are from 0 to 1; write [1, 0, 0.2]"
      ),
      (
        "values: [[0, 0, 0], [0, 255, 0]]",
        "3:57: animations[0].values[1]: the parts of a colour are from 0 to 1; write [0, 1, 0]"
      ), ("by: [2, 0, 0]", nil), ("to: [0.5, 1.2, 0]", nil),
    ] {
      let text = """
        tiltbox: 1
        layers: [{id: l, circle: 5, fill: [0, 0, 0]}]
        animations: [{target: layer.l.fill, \(change), duration: 1}]
        """
      #expect(mistakes(in: text) == (message.map { ["a.yaml:" + $0] } ?? []))
    }
  }

  @Test("a value has no name that recordings give to what an animation or a constraint has")
  func valueNames() {
    let text = """
      tiltbox: 1
      bodies: [{id: bob, circle: 1, mass: 1}]
      layers: [{id: l, circle: 5, fill: [0, 0, 0]}]
      constraints: [{id: rod, pin: [ground, bob], anchorA: [9, 9]}]
      values: [{id: layer.l.fill, numbers: 1}, {id: constraint.rod.force, numbers: 1}]
      run: {forces: true}
      animations: [{target: layer.l.fill, to: [1, 0, 0], duration: 1}]
      """
    #expect(
      mistakes(in: text) == [
        "a.yaml:5:15: values[0].id: \"layer.l.fill\" is another value of recordings; give another id",
        "a.yaml:5:47: values[1].id: \"constraint.rod.force\" is another value of recordings; give another id",
      ]
    )
    let still = text.replacing("layer.l.fill, to: [1, 0, 0]", with: "layer.l.opacity, to: 0")
    #expect(mistakes(in: still.replacing("forces: true", with: "forces: false")).isEmpty)
  }

  @Test("a missing component is an error that lists the existing ones")
  func wrongComponents() {
    for (target, words) in [
      ("body.a.position.z", "has no component z; it has 2, from 0"), ("value.v.x", "no component"),
      ("value.w.3", "value.w has no component 3; it has 2, from 0"),
      ("body.a.angle.x", "no component"), ("body.a.fill", "give it one"),
      ("layer.l.fill", "give it one"),
      ("layer.m.fill", "layer"), ("body.a.fil", "did you mean fill?"),
    ] {
      let text = """
        tiltbox: 1
        bodies: [{id: a, type: kinematic, circle: 5}]
        layers: [{id: l, circle: 5}]
        values: [{id: v, numbers: 1}, {id: w, numbers: [1, 2]}]
        animations: [{target: \(target), to: 1, duration: 1}]
        """
      let error = #expect(throws: ScenarioFileError.self) {
        try Scenario(yaml: text, file: "x.yaml")
      }
      #expect(
        error.map { "\($0)".contains(words) } == true,
        "\(target): \(error.map { "\($0)" } ?? "")"
      )
    }
  }

  @Test("survive writing and reading a scenario")
  func roundTrip() throws {
    for name in ["shuffle", "tap", "colors"] {
      let scenario = try ExamplesTests.scenario("motion/\(name).yaml")
      let again = try Scenario(yaml: scenario.json, file: "again.json")
      #expect(again == scenario)
    }
  }

  @Test("appear in CSV, with a column for each number")
  func csv() throws {
    let scenario = try ExamplesTests.scenario("motion/colors.yaml")
    let names = scenario.channels.flatMap { channel in
      channel.numbers.indices.map { channel.columnName($0) }
    }
    #expect(names == ["layer.sky.fill.red", "layer.sky.fill.green", "layer.sky.fill.blue"])
  }

  @Test("do not change the recordings of scenarios without them")
  func header() throws {
    let simulation = try Simulation(.classicScene())
    let header = JSONLines.header(of: simulation).line
    for word in ["looks", "layers", "values"] { #expect(!header.contains("\"\(word)\"")) }
  }

  @Test("frames in a view whose y points down are the classic five crates, bit for bit")
  func frames() throws {
    let framed = try ExamplesTests.scenario("frames.yaml")
    let classic = try ExamplesTests.scenario("crates.yaml")
    #expect(framed.bodies == classic.bodies)
    let corners: [(Double, Double, Double)] = [
      (0, 0, 32), (32, 0, 32), (64, 0, 64), (128, 0, 32), (0, 32, 64),
    ]
    for (body, corner) in zip(classic.bodies, corners) {
      let made = BodyDescription(
        id: body.id,
        frame: Rect(x: corner.0, y: corner.1, width: corner.2, height: corner.2),
        viewHeight: 300,
        surface: body.shapes[0].surface,
        mass: 100
      )
      #expect(made == body)
    }
    var digests: [Digest] = []
    for scenario in [framed, classic] {
      let simulation = try Simulation(scenario)
      for _ in 0..<600 { try simulation.advance() }
      digests.append(simulation.digest)
    }
    #expect(digests[0] == digests[1])
  }

  @Test("a frame needs a view, and determines position and shape")
  func wrongFrames() {
    let wrong = mistakes(in: "tiltbox: 1\nbodies: [{frame: [0, 0, 1, 1], mass: 1}]")
    #expect(wrong.count == 1 && wrong.first?.contains("needs a view") == true)
    for other in ["at: [1, 2]", "box: [3, 4]"] {
      let text = "tiltbox: 1\nview: [9, 9]\nbodies: [{frame: [0, 0, 1, 1], mass: 1, \(other)}]"
      #expect(mistakes(in: text).first?.contains("cannot stand beside") == true)
    }
  }
}
