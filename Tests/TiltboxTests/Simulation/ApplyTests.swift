import Chipmunk
import TestScenes
import Testing
import Tiltbox

@Suite("Requests to a simulation")
struct ApplyTests {
  private let ball = BodyDescription(
    id: "ball",
    shapes: [ShapeDescription(.circle(radius: 10))],
    position: Vector(150, 100),
    mass: 1
  )

  @Test("an added body falls with the others, and a removed one is gone")
  func addAndRemove() throws {
    let simulation = try Simulation(.classicScene())
    try simulation.apply(.add(ball))
    for _ in 0..<10 { try simulation.advance() }
    #expect(simulation.descriptions.map(\.id).last == "ball")
    #expect(simulation.states.count == 6)
    #expect(simulation.states[5].position.y < 100)
    try simulation.apply(.remove(id: "crate-2"))
    for _ in 0..<10 { try simulation.advance() }
    #expect(simulation.states.count == 5)
    #expect(
      simulation.descriptions.map(\.id) == ["crate-1", "crate-3", "crate-4", "crate-5", "ball"]
    )
    try simulation.apply(.remove(id: "ball"))
    try simulation.apply(.add(ball))
    #expect(simulation.states.last?.position == Vector(150, 100))
  }

  @Test("contacts of a removed body end at the next tick, under its name")
  func endings() throws {
    let simulation = try Simulation(.classicScene())
    for _ in 0..<600 { try simulation.advance() }
    try simulation.apply(.remove(id: "crate-5"))
    try simulation.advance()
    #expect(
      simulation.events.contains {
        $0.kind == .separate && ($0.a == "crate-5" || $0.b == "crate-5")
      }
    )
  }

  @Test("an impulse changes the velocity by impulse divided by mass")
  func impulse() throws {
    let simulation = try Simulation(.freeFall())
    try simulation.apply(.impulse(id: "crate", by: Vector(5000, 0)))
    try simulation.advance()
    #expect(simulation.states[0].velocity == Vector(50, -1000 / 120.0))
    #expect(simulation.states[0].angularVelocity == 0)
  }

  @Test("an impulse off the centre of gravity also turns the body")
  func impulseAtPoint() throws {
    let simulation = try Simulation(.freeFall())
    let state = simulation.states[0]
    let corner = state.position + Vector(0, 10)
    try simulation.apply(.impulse(id: "crate", by: Vector(5000, 0), at: corner))
    try simulation.advance()
    #expect(simulation.states[0].velocity == Vector(50, -1000 / 120.0))
    let turn = -10 * 5000 / simulation.bodies[0].moment
    #expect(abs(simulation.states[0].angularVelocity - turn) < 1e-9)
  }

  @Test("a body's size decides its own automatic speed limit, and no other's")
  func tiny() throws {
    var scenario = Scenario.classicScene()
    scenario.world.speedLimit = .automatic
    let simulation = try Simulation(scenario, held: .upright)
    try simulation.apply(.add(ball))
    var dust = ball
    (dust.id, dust.shapes) = ("dust", [ShapeDescription(.circle(radius: 1e-9))])
    dust.position = Vector(290, 290)
    try simulation.apply(.add(dust))
    let limits = ["ball", "dust", "crate-1"].map { simulation.speedLimit(of: $0) ?? 0 }
    #expect(abs(limits[0] - 0.75 * 10 * 120) < 1e-9)
    #expect(abs(limits[1] - 0.75 * 1e-9 * 120) < 1e-18)
    #expect(abs(limits[2] - 0.75 * 16 * 120) < 1e-9)
    for _ in 0..<60 { try simulation.advance() }
    #expect(simulation.states[0].velocity.y < -490)
  }

  @Test("a body with a field that the world's engine lacks is rejected")
  func engine() throws {
    var scenario = Scenario.classicScene()
    scenario.world.engine = .chipmunk
    var feather = ball
    feather.gravityScale = 0.1
    let simulation = try Simulation(scenario)
    let error = #expect(throws: RequestError.self) { try simulation.apply(.add(feather)) }
    let reason = "add.gravityScale: has no effect with engine: chipmunk"
    #expect(error?.description.contains(reason) == true)
    try simulation.apply(.add(ball))
  }

  @Test("bodies without an id get the next free ones of their kind, which observers see")
  func unnamed() throws {
    var told: [Request] = []
    let simulation = try Simulation(.classicScene()) { request, _ in told.append(request) }
    told = []
    var unnamed = ball
    unnamed.id = ""
    for _ in 0..<2 { try simulation.apply(.add(unnamed)) }
    unnamed.shapes = [ShapeDescription(.box(width: 9, height: 9))]
    try simulation.apply(.add(unnamed))
    #expect(simulation.descriptions.suffix(3).map(\.id) == ["ball-1", "ball-2", "crate-6"])
    #expect(told == simulation.descriptions.suffix(3).map { .add($0) })
    try simulation.apply(.remove(id: "ball-1"))
    unnamed.shapes = ball.shapes
    try simulation.apply(.add(unnamed))
    #expect(simulation.descriptions.last?.id == "ball-1")
  }

  @Test("the name of the ground is kept where there are constraints, as in a scenario")
  func ground() throws {
    var scenario = Scenario.classicScene()
    var ground = ball
    ground.id = "ground"
    try Simulation(scenario).apply(.add(ground))
    scenario.constraints = [
      ConstraintDescription(
        id: "pivot",
        .hinge(at: Vector(16, 16)),
        "crate-1",
        ConstraintDescription.ground
      )
    ]
    let simulation = try Simulation(scenario)
    let error = #expect(throws: RequestError.self) { try simulation.apply(.add(ground)) }
    let reason = "add.id: \"ground\" is what constraints call the world itself; give another id"
    #expect(error?.description == reason)
  }

  @Test("an invalid request is rejected with its reason, and nothing changes")
  func refusals() throws {
    let simulation = try Simulation(.classicScene())
    var twin = ball
    twin.id = "crate-1"
    var massless = ball
    massless.mass = 0
    let cases: [(Request, String)] = [
      (.tilt(Tilt(x: .nan, y: 0)), "tilt is nan g; give a finite number from -1000 to 1000"),
      (.add(twin), "\"crate-1\" names a body already; give another id"),
      (.add(massless), "add.mass: body mass is 0 kg; give "),
      (.remove(id: "crate-9"), "no body is called \"crate-9\"; the bodies are: crate-1, crate-2, "),
      (.impulse(id: "crate-1", by: Vector(.infinity, 0)), "impulse is inf kg·units/s; give "),
      (.impulse(id: "nobody", by: .zero), "no body is called \"nobody\""),
    ]
    let before = simulation.states
    for (command, reason) in cases {
      #expect { try simulation.apply(command) } throws: { "\($0)".hasPrefix(reason) }
    }
    #expect(simulation.states == before)
    #expect(simulation.descriptions.count == 5)
  }

  @Test("removing a body twice is answered with the tick of the first removal")
  func removedTwice() throws {
    var scenario = Scenario.classicScene()
    scenario.bodies = [ball]
    let simulation = try Simulation(scenario)
    for _ in 0..<60 { try simulation.advance() }
    try simulation.apply(.remove(id: "ball"))
    let error = #expect(throws: RequestError.self) {
      try simulation.apply(.impulse(id: "ball", by: .zero))
    }
    #expect(error?.description == "\"ball\" was removed at 0.5 s; there are no bodies now")
    try simulation.apply(.add(ball))
    try simulation.apply(.remove(id: "ball"))
  }

  @Test("each accepted command is announced before it takes effect, and rejected ones never are")
  func journalHook() throws {
    var told: [(Request, Int)] = []
    let simulation = try Simulation(
      .classicScene(),
      tilt: Script([0: .upright, 2: Tilt(x: 1, y: 0)])
    ) {
      told.append(($0, $1))
    }
    for _ in 0..<3 { try simulation.advance() }
    try? simulation.apply(.remove(id: "nobody"))
    try simulation.apply(.remove(id: "crate-1"))
    #expect(told.map(\.0) == [.tilt(.upright), .tilt(Tilt(x: 1, y: 0)), .remove(id: "crate-1")])
    #expect(told.map(\.1) == [0, 2, 3])
  }

  @Test("a body that takes the id of a removed one is not handed over in its place")
  func handover() throws {
    var scenario = Scenario.classicScene()
    var caught = HandoverDescription(body: "crate-1", at: 0.1)
    (caught.to, caught.duration) = (Vector(50, 250), 1)
    scenario.handovers = [HandoverDescription(body: "crate-1", at: 0.05), caught]
    let simulation = try Simulation(scenario)
    try simulation.apply(.remove(id: "crate-1"))
    var other = ball
    other.id = "crate-1"
    try simulation.apply(.add(other))
    for _ in 0..<30 { try simulation.advance() }
    #expect(simulation.bodies.last?.type == .dynamic)
  }
}
