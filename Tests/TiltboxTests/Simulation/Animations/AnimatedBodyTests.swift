import Chipmunk
import Motion
import TestScenes
import Testing
import Tiltbox

@Suite("A kinematic body that is animated")
struct AnimatedBodyTests {
  let position = AnimationTarget.body("paddle", .position)
  let angle = AnimationTarget.body("paddle", .angle)

  @Test(
    "is at its animations' pose at each tick, bit for bit, and moves there by its velocity"
  )
  func exact() throws {
    let simulation = try Stage.simulation([
      .basic(position, to: [250, 80], timing: "easeInEaseOut"),
      .basic(angle, from: [0], to: [2], timing: "easeIn"),
    ])
    let way = try BasicAnimation(
      to: SIMD2(250.0, 80),
      timing: MediaTiming(duration: 1),
      timingFunction: .easeInEaseOut
    )
    let turn = try BasicAnimation(
      from: 0.0,
      to: 2,
      timing: MediaTiming(duration: 1),
      timingFunction: .easeIn
    )
    for _ in 0..<150 {
      let before = simulation.states[0]
      try simulation.advance()
      let state = simulation.states[0]
      #expect(state.position.components == way.value(at: simulation.time, over: SIMD2(100, 50)))
      #expect(state.angle == turn.value(at: simulation.time, over: 0))
      #expect(state.velocity == (state.position - before.position) * 120)
      #expect(abs(state.angularVelocity - (state.angle - before.angle) * 120) < 1e-9)
    }
    // After the animation, the paddle is back at its own position, and at rest.
    #expect(simulation.states[0] == BodyState(position: Vector(100, 50)))
  }

  @Test("is at the start of its animations before the first step")
  func start() throws {
    let simulation = try Stage.simulation([.basic(position, from: [10, 20], to: [30, 40])])
    #expect(simulation.states[0].position == Vector(10, 20))
    #expect(simulation.states[0].velocity == .zero)
  }

  @Test("pushes obstacles with its velocity")
  func push() throws {
    var scenario = Stage.scenario([.basic(position, to: [220, 50])])
    scenario.bodies[1].position = Vector(150, 50)
    scenario.bodies[1].shapes[0].surface.elasticity = 1
    scenario.bodies[0].shapes[0].surface.elasticity = 1
    scenario.constraints = []
    scenario.world.speedLimit = .none
    let simulation = try Simulation(scenario, held: Tilt(x: 0, y: 0))
    while simulation.events.isEmpty {
      try simulation.advance()
      try #require(simulation.tick < 60)
    }
    try simulation.advance()
    // An elastic push by a body of infinite mass gives twice its velocity of 120 units/s.
    #expect(abs(simulation.states[1].velocity.x - 240) < 0.1)
    #expect(simulation.states[0].position.x == 100 + 120 * simulation.time)
  }

  @Test("turns the shortest way where the direction of travel wraps around")
  func turns() throws {
    let description = AnimationDescription.PathDescription(
      .ellipse(x: -50, y: -50, width: 100, height: 100),
      rotation: .auto
    )
    let play = AnimationDescription.Play(duration: 2, repeatCount: .infinity)
    let simulation = try Stage.simulation([
      AnimationDescription(position, .path(description), play: play, isAdditive: true)
    ])
    // Half a turn per second, for seven turns.
    for _ in 0..<1680 {
      try simulation.advance()
      let state = simulation.states[0]
      #expect(abs(state.angularVelocity - .pi) < 0.02)
      #expect(abs((state.position - Vector(100, 50)).length - 50) < 1e-9)
      #expect(abs(state.angle - (.pi / 2 + .pi * simulation.time)) < 1e-3)
    }
  }

  @Test("keeps turning if only its position is animated")
  func freeAngle() throws {
    var scenario = Stage.scenario([.basic(position, to: [220, 50])])
    scenario.bodies[0].angularVelocity = 3
    let simulation = try Simulation(scenario, held: Tilt(x: 0, y: 0))
    for _ in 0..<60 { try simulation.advance() }
    #expect(simulation.states[0].angularVelocity == 3)
    #expect(abs(simulation.states[0].angle - 1.5) < 1e-9)
  }

  @Test("moves as fast as animated, in spite of walls and a speed limit")
  func fast() throws {
    var scenario = Stage.scenario([.basic(position, to: [900, 50], play: .init(duration: 0.1))])
    scenario.walls = Scenario.Walls(width: 1000, height: 300)
    scenario.world.speedLimit = .automatic
    let simulation = try Simulation(scenario, held: Tilt(x: 0, y: 0))
    for _ in 0..<12 { try simulation.advance() }
    #expect(simulation.states[0].position == Vector(900, 50))
    #expect(simulation.states[0].velocity.x > 8000)
    #expect(simulation.limitedTicks["paddle"] == nil)
  }

  @Test("is not driven once it is removed")
  func removed() throws {
    let simulation = try Stage.simulation([.basic(position, to: [220, 50])])
    let paddle = simulation.bodies[0]
    try simulation.advance()
    try simulation.apply(.remove(id: "paddle"))
    let state = paddle.state
    try simulation.advance()
    #expect(paddle.state == state)
  }

  @Test(
    "that leaves the range of positions is an error that names it, and the run can be inspected"
  )
  func outOfRange() throws {
    let play = AnimationDescription.Play(duration: 0.1, repeatCount: .infinity)
    var drift = AnimationDescription.basic(position, from: [0, 0], to: [9e8, 0], play: play)
    drift.isCumulative = true
    let simulation = try Stage.simulation([drift])
    let error = #expect(throws: Diagnostic.self) {
      for _ in 0..<100 { try simulation.advance() }
    }
    let text = try #require(error?.description)
    #expect(text.hasPrefix("animations of body.paddle.position at "))
    #expect(text.contains(" is ") && text.contains("; give "))
    let tick = simulation.tick
    #expect(throws: Diagnostic.self) { try simulation.advance() }
    #expect(simulation.tick == tick)
    #expect(simulation.states[0].position.x <= 1e9)
  }
}
