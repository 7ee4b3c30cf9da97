import Chipmunk
import Testing
import Tiltbox
import TiltboxFiles

@Suite("Reading a scenario file")
struct ScenarioReadingTests {
  @Test("takes the model's defaults for missing fields, and the file's name")
  func minimal() throws {
    let scenario = try Scenario(yaml: "tiltbox: 1", file: "some/folder/my.box.yaml")
    #expect(scenario == Scenario(name: "my.box"))
  }

  @Test("reads every field of the world, the walls and the run")
  func whole() throws {
    let scenario = try scenario(
      """
      name: full
      world:
        gravity: -2.5e2
        step: 1/240
        iterations: 20
        damping: 0.9
        sleepAfter: .5
        integrator: half-kick
        speedLimit: 400
      walls:
        size: [300, 200.5]
        radius: 3
        friction: 0.25
        elasticity: 1
        surfaceVelocity: [1, 2]
        filter: {group: 7, categories: 0b101, mask: 0xff}
        collisionType: 2
      tilt: [0.5, -0.25]
      run: {duration: 10, frames: 30}
      """
    )
    let surface = Surface(
      friction: 0.25,
      elasticity: 1,
      velocity: Vector(1, 2),
      filter: ShapeFilter(group: 7, categories: 5, mask: 255),
      collisionType: 2
    )
    #expect(
      scenario
        == Scenario(
          name: "full",
          world: Scenario.World(
            gravity: -250,
            step: 1.0 / 240,
            iterations: 20,
            damping: 0.9,
            sleepAfter: 0.5,
            integrator: .halfKick,
            speedLimit: .value(400)
          ),
          walls: Scenario.Walls(width: 300, height: 200.5, radius: 3, surface: surface),
          tilt: TiltDescription(.constant(Tilt(x: 0.5, y: -0.25))),
          run: Scenario.Run(duration: 10, frames: 30)
        )
    )
  }

  @Test("reads every field of a body")
  func body() throws {
    let bodies = try scenario(
      """
      bodies:
        - id: crate
          type: dynamic
          at: [16, 284]
          angle: 0.1
          velocity: [1, -2]
          angularVelocity: 3
          mass: 100
          moment: 5
          box: [32, 30]
          radius: 2
          center: [1, 1]
          friction: 0.5
          elasticity: 0.8
          surfaceVelocity: [3, 4]
          sensor: true
          filter: {mask: 1}
          collisionType: 9
      """
    ).bodies
    let surface = Surface(
      friction: 0.5,
      elasticity: 0.8,
      velocity: Vector(3, 4),
      isSensor: true,
      filter: ShapeFilter(mask: 1),
      collisionType: 9
    )
    let box = Geometry.box(width: 32, height: 30, radius: 2, center: Vector(1, 1))
    #expect(
      bodies == [
        BodyDescription(
          id: "crate",
          shapes: [ShapeDescription(box, surface: surface)],
          position: Vector(16, 284),
          angle: 0.1,
          velocity: Vector(1, -2),
          angularVelocity: 3,
          mass: 100,
          moment: 5
        )
      ]
    )
  }

  @Test(
    "reads every form of a shape, on the body itself and in a list",
    arguments: [
      ("box: [3, 4]", Geometry.box(width: 3, height: 4)),
      ("circle: 5, center: [1, 2]", .circle(radius: 5, center: Vector(1, 2))),
      (
        "segment: [[-1, 0], [1, 0]], radius: 2",
        .segment(from: Vector(-1, 0), to: Vector(1, 0), radius: 2)
      ),
      (
        "polygon: [[0, 0], [2, 0], [0, 2]], radius: 1",
        .polygon([Vector(0, 0), Vector(2, 0), Vector(0, 2)], radius: 1)
      ),
    ]
  )
  func forms(text: String, geometry: Geometry) throws {
    let inline = try scenario("bodies: [{mass: 1, \(text)}]")
    let listed = try scenario("bodies: [{mass: 1, shapes: [{\(text)}, {circle: 1}]}]")
    #expect(inline.bodies[0].shapes.map(\.geometry) == [geometry])
    #expect(listed.bodies[0].shapes.map(\.geometry) == [geometry, .circle(radius: 1)])
  }

  @Test("lets a shape override its body, and a body override the defaults")
  func inheritance() throws {
    let bodies = try scenario(
      """
      defaults: {mass: 4, friction: 0.1, elasticity: 0.2, collisionType: 3, filter: {group: 1, mask: 6}}
      bodies:
        - {circle: 1}
        - {mass: 5, friction: 0.3, shapes: [{circle: 1}, {circle: 2, friction: 0.4, filter: {group: 2}}]}
        - {type: static, circle: 1}
      """
    ).bodies
    let filter = ShapeFilter(group: 1, mask: 6)
    let surface = Surface(friction: 0.1, elasticity: 0.2, filter: filter, collisionType: 3)
    #expect(bodies.map(\.mass) == [4, 5, nil])
    #expect(bodies[0].shapes[0].surface == surface)
    #expect(bodies[1].shapes.map(\.surface.friction) == [0.3, 0.4])
    #expect(bodies[1].shapes.map(\.surface.elasticity) == [0.2, 0.2])
    #expect(bodies[1].shapes.map(\.surface.filter) == [filter, ShapeFilter(group: 2, mask: 6)])
  }

  @Test("reads a tilt file's options, and finds the file beside the scenario")
  func tiltFile() throws {
    let text = """
      tiltbox: 1
      tilt:
        {file: phone.csv, convention: reaction, units: m/s2, rate: 50, interpolation: linear,
         orientation: landscape-flipped}
      """
    let scenario = try Scenario(yaml: text, file: "some/folder/a.yaml")
    let options = TiltOptions(convention: .reaction, units: .metresPerSecondSquared, rate: 50)
    #expect(
      scenario.tilt
        == TiltDescription(
          .file(path: "some/folder/phone.csv", options: options, interpolation: .linear),
          orientation: .landscapeFlipped
        )
    )
  }

  @Test(
    "finds a tilt file wherever the scenario is",
    arguments: [
      ("a.yaml", "b.csv", "b.csv"), ("./a.yaml", "b.csv", "./b.csv"),
      ("/x/a.yaml", "../b.csv", "/x/../b.csv"),
      ("x/a.yaml", "/b.csv", "/b.csv"), ("<stdin>", "b.csv", "b.csv"), ("x/a.yaml", "'-'", "-"),
    ]
  )
  func tiltFolder(file: String, path: String, resolved: String) throws {
    let scenario = try Scenario(yaml: "{tiltbox: 1, tilt: {file: \(path)}}", file: file)
    guard case .file(let found, _, _) = scenario.tilt.source else {
      Issue.record("no tilt file")
      return
    }
    #expect(found == resolved)
  }

  @Test("reads a constant tilt with an orientation")
  func constantTilt() throws {
    let tilt = try scenario("tilt: {constant: [1, 0], orientation: landscape}").tilt
    #expect(tilt == TiltDescription(.constant(Tilt(x: 1, y: 0)), orientation: .landscape))
  }

  @Test("takes null as absent, and words for unlimited values")
  func words() throws {
    let scenario = try scenario(
      """
      world: {sleepAfter: null, speedLimit: none}
      walls: ~
      bodies: [{box: [1, 1], mass: 1, moment: infinite}]
      """
    )
    #expect(scenario.walls == nil)
    #expect(scenario.world.sleepAfter == nil)
    #expect(scenario.world.speedLimit == .none)
    #expect(scenario.bodies[0].moment == .infinity)
  }

  @Test("reads a number as text in a text field")
  func numberAsText() throws {
    #expect(try scenario("name: 12\nbodies: [{id: 7, circle: 1, mass: 1}]").bodies[0].id == "7")
  }

  @Test("reads JSON into the same scenario")
  func json() throws {
    let json = """
      {"tiltbox": 1, "name": "j", "world": {"step": "1/60", "gravity": 1e3},
       "bodies": [{"id": "a", "box": [1, 2], "mass": 3, "sensor": false}], "tilt": [0, -1]}
      """
    let yaml = """
      tiltbox: 1
      name: j
      world: {step: 1/60}
      bodies:
        - {id: a, box: [1, 2], mass: 3}
      """
    #expect(
      try Scenario(yaml: json, file: "j.json") == Scenario(yaml: yaml, file: "j.yaml")
    )
  }

  @Test("reads a file of any line endings, with a byte-order mark, and asterisks in its texts")
  func encodings() throws {
    let text = "\u{FEFF}tiltbox: 1\r\nname: \"2 * 3 * 4 – größer\"\r\n# * a comment & more\r\n"
    #expect(try Scenario(utf8: Array(text.utf8), file: "a").name == "2 * 3 * 4 – größer")
  }
}
