import Chipmunk
import Motion
import Testing
import Tiltbox
import TiltboxFiles

@Suite("Handovers between animation and physics")
struct HandoverTests {
  func make(_ handovers: String) throws -> Simulation {
    let text = """
      tiltbox: 1
      world: {gravity: 1000}
      bodies:
        - {id: ball, circle: 10, at: [0, 0], mass: 2}
        - {id: floor, type: static, segment: [[-9999, -60], [9999, -60]], elasticity: 1}
      animations:
        - {target: body.ball.position, to: [300, 200], duration: 1, timing: easeIn, fill: forwards}
      handovers:
      \(handovers)
      """
    return try Simulation(Scenario(yaml: text, file: "a.yaml"))
  }

  func run(_ simulation: Simulation, until time: Double) throws {
    while simulation.time < time - 1e-9 { try simulation.advance() }
  }

  @Test("a release keeps the position bit for bit, and the animation's velocity")
  func release() throws {
    let simulation = try make("  - {body: ball, at: 0.5}")
    let throwing = try BasicAnimation(
      from: SIMD2(0.0, 0),
      to: [300, 200],
      timing: MediaTiming(duration: 1),
      timingFunction: .easeIn
    )
    try run(simulation, until: 0.5)
    let state = simulation.states[0]
    #expect(state.position.components == throwing.value(at: 0.5, over: .zero))
    let h = 1e-4
    let slope =
      (throwing.value(at: 0.5 + h, over: .zero) - throwing.value(at: 0.5 - h, over: .zero))
      / (2 * h)
    #expect((state.velocity - Vector(components: slope)).length < 1e-3)
    #expect(simulation.bodies[0].type == .dynamic && simulation.bodies[0].mass == 2)
    // From there on it is a free body: a step moves it along its parabola.
    try simulation.advance()
    let next = simulation.states[0]
    let fall = Vector(0, -1000.0 / 120 / 240)
    #expect((next.position - state.position - state.velocity * (1.0 / 120) - fall).length < 1e-9)
    #expect((next.velocity - state.velocity - Vector(0, -1000.0 / 120)).length < 1e-9)
  }

  @Test("a release at 0 s frees the body before the first step")
  func first() throws {
    let simulation = try make("  - {body: ball, at: 0}")
    #expect(simulation.bodies[0].type == .dynamic)
    try simulation.advance()
    #expect(abs(simulation.states[0].position.y + 1000.0 / 120 / 240) < 1e-9)
    #expect(simulation.states[0].position.x == 0)
  }

  @Test("a release as an animation begins elsewhere does not throw the body")
  func jump() throws {
    let text = """
      tiltbox: 1
      world: {gravity: 0}
      bodies: [{id: ball, circle: 10, mass: 1}]
      animations: [{target: body.ball.position, from: [100, 0], to: [200, 0], begin: 0.5, duration: 1}]
      handovers: [{body: ball, at: 0.5}]
      """
    let simulation = try Simulation(Scenario(yaml: text, file: "a.yaml"))
    try run(simulation, until: 0.6)
    #expect(simulation.states[0].position == Vector(100, 0))
    #expect(simulation.states[0].velocity == .zero)
  }

  @Test("a body turns about its origin while animated, and about its centre of gravity afterwards")
  func turning() throws {
    let text = """
      tiltbox: 1
      world: {gravity: 0}
      bodies: [{id: it, shapes: [{box: [30, 20], center: [40, 0]}], mass: 2}]
      animations: [{target: body.it.angle, to: 8, duration: 2, timing: linear}]
      handovers: [{body: it, at: 0.5}, {body: it, at: 1, to: [0, 0]}]
      """
    let simulation = try Simulation(Scenario(yaml: text, file: "a.yaml"))
    let body = simulation.bodies[0]
    try run(simulation, until: 0.4)
    #expect(body.centerOfGravity == .zero && body.position.length < 1e-9)
    try run(simulation, until: 0.5)
    #expect(body.centerOfGravity == Vector(40, 0) && abs(body.angularVelocity - 4) < 1e-6)
    // At first, the origin still rests.
    #expect(body.velocity(atLocal: .zero).length < 1e-6 && abs(body.velocity.length - 160) < 1e-6)
    try run(simulation, until: 1)
    #expect(body.type == .kinematic && body.centerOfGravity == .zero)
  }

  @Test("a catch keeps position and velocity, and a spring brings the body to rest at its target")
  func spring() throws {
    let simulation = try make(
      """
        - {body: ball, at: 0.5}
        - {body: ball, at: 0.6, to: [10, 20], spring: {stiffness: 100, damping: 20}}
      """
    )
    try run(simulation, until: 0.6)
    let state = simulation.states[0]
    let pull = try SpringAnimation(
      from: state.position.components,
      to: [10, 20],
      spring: Spring(stiffness: 100, damping: 20),
      initialVelocity: state.velocity.components
    )
    for _ in 0..<12 { try simulation.advance() }
    let expected = pull.value(at: simulation.time - 0.6, over: .zero)
    #expect((simulation.states[0].position - Vector(components: expected)).length < 1e-9)
    #expect(state.velocity.length > 100)
    try run(simulation, until: 3)
    #expect(simulation.states[0].position == Vector(10, 20))
    #expect(simulation.bodies[0].type == .kinematic)
  }

  @Test("a contact that goes on through a handover is one contact", arguments: Engine.allCases)
  func contactContinues(engine: Engine) throws {
    let text = """
      tiltbox: 1
      world: {gravity: 1000, engine: \(engine)}
      bodies:
        - {id: plate, box: [60, 10], at: [0, 5], mass: 2}
        - {id: crate, box: [20, 20], at: [0, 21], mass: 1}
        - {id: floor, type: static, segment: [[-999, 0], [999, 0]]}
        - {id: ball, circle: 5, at: [2000, 0], mass: 1}
      animations:
        - {target: body.plate.position, to: [0, 5], duration: 1, fill: forwards}
        - {target: body.ball.position, to: [2000, 0], duration: 1, fill: forwards}
      handovers: [{body: plate, at: 0.5}, {body: ball, at: 0.508333}]
      """
    let simulation = try Simulation(Scenario(yaml: text, file: "a.yaml"))
    var events: [String] = []
    while simulation.time < 2 {
      try simulation.advance()
      events += simulation.events.map { "\($0.kind) \($0.a) \($0.b)" }
    }
    #expect(events == ["begin plate floor", "begin plate crate"])
  }

  @Test("a contact is a trigger, and a curve ends at rest after its time")
  func contact() throws {
    let simulation = try make(
      """
        - {body: ball, at: 0.2}
        - {body: ball, begin: floor, to: [0, 100], duration: 0.5}
      """
    )
    var caught: (time: Double, velocity: Vector)?
    while simulation.time < 2 {
      try simulation.advance()
      if caught == nil, simulation.bodies[0].type == .kinematic, simulation.time > 0.3 {
        caught = (simulation.time, simulation.states[0].velocity)
        #expect(abs(simulation.states[0].position.y + 50) < 5)
      }
      if let caught, simulation.time >= caught.time + 0.5 + 1e-9 {
        #expect((simulation.states[0].position - Vector(0, 100)).length < 1e-9)
      }
    }
    #expect(caught != nil)
  }

  @Test("a tap is a trigger, and a restored run continues like the original, held or free")
  func restored() throws {
    let simulation = try make(
      """
        - {body: ball, tap: true}
        - {body: ball, at: 0.8, to: [10, 20]}
        - {body: ball, at: 1.2}
      """
    )
    try run(simulation, until: 0.3)
    try simulation.apply(.tap(Vector(0, 0)))
    #expect(simulation.bodies[0].type == .dynamic)
    for time in [0.4, 0.9, 1.3] {
      try run(simulation, until: time)
      let copy = try Simulation(simulation.scenario, restoring: simulation.checkpoint())
      for _ in 0..<12 {
        try copy.advance()
        try simulation.advance()
      }
      #expect(copy.digest == simulation.digest)
    }
  }

  @Test("the scenario's own touches are taps, each for the next handover of the body")
  func ownTouches() throws {
    let text = """
      tiltbox: 1
      bodies: [{id: ball, circle: 10, at: [100, 200], mass: 2}]
      handovers:
        - {body: ball, tap: true}
        - {body: ball, tap: true, to: [100, 100], duration: 0.1}
      touches: [{at: 0.5, point: [100, 200]}, {at: 0.8, point: [0, 0]}]
      """
    let simulation = try Simulation(Scenario(yaml: text, file: "a.yaml"))
    try run(simulation, until: 0.49)
    #expect(simulation.bodies[0].type == .kinematic)
    try run(simulation, until: 0.5)
    #expect(simulation.bodies[0].type == .dynamic)
    let copy = try Simulation(simulation.scenario, restoring: simulation.checkpoint())
    try run(simulation, until: 0.79)
    #expect(simulation.states[0].position.y < 190)
    for same in [simulation, copy] {
      try run(same, until: 1)
      #expect(same.bodies[0].type == .kinematic)
      #expect((same.states[0].position - Vector(100, 100)).length < 1e-9)
    }
    #expect(copy.digest == simulation.digest)
  }

  @Test("a touch at the start releases its body at once")
  func touchAtStart() throws {
    let text = """
      tiltbox: 1
      bodies: [{id: ball, circle: 10, mass: 2}]
      handovers: [{body: ball, tap: true}]
      touches: [{at: 0, point: [0, 0]}]
      """
    let simulation = try Simulation(Scenario(yaml: text, file: "a.yaml"))
    #expect(simulation.bodies[0].type == .dynamic)
  }

  @Test(
    "handovers that cannot be read may hold the body of an animation",
    arguments: ["position", "{body: ball, at: 1}", "[{bodyy: ball, at: 1}]", "[ball]"]
  )
  func unread(handovers: String) {
    let text = """
      tiltbox: 1
      bodies: [{id: ball, circle: 10, mass: 1}]
      animations: [{target: body.ball.position, to: [1, 2], duration: 1}]
      handovers:
      """
    let found = mistakes(in: "\(text) \(handovers)")
    #expect(found.count == 1 && found.allSatisfy { $0.contains(": handovers") }, "\(found)")
    #expect(mistakes(in: "\(text) []").count { $0.contains("\"ball\" is dynamic") } == 1)
  }

  @Test("invalid handovers are errors at their places")
  func wrong() {
    for (handovers, words) in [
      ("[{body: nobody, at: 1}]", "nobody"),
      ("[{body: ball, at: 1}, {body: ball, at: 2}]", "which is free"),
      ("[{body: ball, at: 1, to: [1, 2]}]", "which is held"),
      ("[{body: floor, at: 1}]", "only a dynamic body"),
      ("[{body: ball, begin: walls}]", "no body is called \"walls\""),
      ("[{body: ball}]", "has none of at, begin, tap"),
      (
        "[{body: ball, at: 1}, {body: ball, at: 2, to: [0, 0], spring: {}, duration: 1}]",
        "cannot stand beside"
      ),
    ] {
      let text = """
        tiltbox: 1
        bodies: [{id: ball, circle: 10, mass: 1}, {id: floor, type: static, circle: 1}]
        handovers: \(handovers)
        """
      #expect(
        mistakes(in: text).contains { $0.contains(words) },
        "\(handovers): \(mistakes(in: text))"
      )
    }
  }

  @Test(
    "what a handover cannot do is an error with its place and remedy",
    arguments: [
      ("begin: ball", "handovers[0].begin: a body never meets itself; name another, or walls"),
      ("at: 1, angle: 2", "handovers[0]: does not say where to; give to: [x, y]"),
    ]
  )
  func impossible(fields: String, message: String) throws {
    let error = try #require(throws: ScenarioFileError.self) {
      try make("  - {body: ball, \(fields)}")
    }
    let found = error.diagnostics.map(\.description)
    #expect(found.count == 1 && found[0].hasSuffix(message), "\(found)")
  }

  @Test("a constraint of a held body needs another body that can move, or turn, at first")
  func heldConstraint() {
    for (constraint, words) in [
      ("pin: [ground, ball], anchorA: [0, 90]", "can move while handovers hold \"ball\""),
      ("spring: [ball, other], restLength: 1, stiffness: 1, damping: 1", "can move while"),
      ("motor: [ball, bar], rate: 1", "can turn while handovers hold \"ball\""),
      ("pin: [ball, bar]", nil),
    ] {
      let text = """
        tiltbox: 1
        bodies:
          - {id: ball, circle: 10, mass: 1}
          - {id: other, circle: 10, mass: 1, at: [50, 0]}
          - {id: bar, circle: 10, mass: 1, moment: infinite, at: [90, 0]}
        constraints: [{\(constraint)}]
        handovers: [{body: ball, at: 1}, {body: other, at: 2}]
        """
      let found = mistakes(in: text)
      #expect(found.count == (words == nil ? 0 : 1), "\(found)")
      #expect(found.allSatisfy { $0.contains(words ?? "") }, "\(found)")
    }
  }

  @Test("a force acts on a body only while it is free")
  func force() throws {
    let text = """
      tiltbox: 1
      world: {gravity: 0}
      bodies: [{id: rocket, circle: 10, mass: 2}]
      animations:
        - {target: body.rocket.force, from: [0, 60], to: [0, 60], duration: 9}
        - {target: body.rocket.torque, from: 5, to: 5, duration: 9}
      handovers: [{body: rocket, at: 0.5}, {body: rocket, at: 1, to: [0, 0], duration: 1}]
      """
    let simulation = try Simulation(Scenario(yaml: text, file: "a.yaml"))
    try run(simulation, until: 0.5)
    #expect(simulation.states[0].velocity == .zero && simulation.states[0].angle == 0)
    try run(simulation, until: 1 - 1.0 / 120)
    #expect(abs(simulation.states[0].velocity.y - 59 / 4) < 1e-9)
    try run(simulation, until: 3)
    #expect((simulation.states[0].position).length < 1e-9)
  }

  @Test("a trigger that cannot be read is the only problem of its handover")
  func unreadable() throws {
    let error = try #require(throws: ScenarioFileError.self) {
      try make("  - {body: ball, at: 61/120}")
    }
    #expect(
      error.diagnostics.map(\.description) == [
        "a.yaml:9:22: handovers[0].at: expected a number, got the text \"61/120\"; "
          + "write 0.5083333333333333, or =61/120"
      ]
    )
  }
}
