import Chipmunk
import Motion
import TestScenes
import Testing
import Tiltbox

@Suite("Targets of animations")
struct AnimatorsTests {
  @Test("include a force and a torque, which act as long as the animation")
  func force() throws {
    let simulation = try Stage.simulation([
      .basic(.body("crate", .force), from: [0, 60], to: [0, 60], play: .init(duration: 0.5)),
      .basic(.body("wheel", .torque), from: [800], to: [800], play: .init(duration: 0.5)),
    ])
    try simulation.apply(.remove(id: "wall"))
    for _ in 0..<120 { try simulation.advance() }
    // Half a second of 60 N on 2 kg, then none.
    #expect(abs(simulation.states[1].velocity.y - 0.5 * 30) < 1e-9)
  }

  @Test("include a velocity, whose displacement does not depend on the step", arguments: [10, 120])
  func velocity(rate: Double) throws {
    var scenario = Scenario(bodies: [BodyDescription(id: "belt", type: .kinematic)])
    scenario.world.step = 1 / rate
    scenario.animations = [.basic(.body("belt", .velocity), from: [0, 0], to: [100, 0])]
    let simulation = try Simulation(scenario)
    for _ in 0..<Int(rate) { try simulation.advance() }
    #expect(abs(simulation.states[0].position.x - 50) < 1e-9)
  }

  @Test("include a motor's rate, at the time of each tick")
  func rate() throws {
    let simulation = try Stage.simulation([
      .basic(.constraint("drive", .rate), from: [0], to: [12], timing: "easeIn")
    ])
    let motor = try #require(simulation.constraints[0] as? SimpleMotor)
    for tick in 0..<130 {
      try simulation.advance()
      let time = Double(tick) / 120
      let progress = TimingFunction.easeIn(min(time, 1))
      #expect(abs(-motor.rate - (time > 1 ? 1 : 12 * progress)) < 1e-9)
      if tick > 2 { #expect(abs(simulation.states[2].angularVelocity + motor.rate) < 1e-6) }
    }
  }

  @Test("include both ends of a range, which never pass each other")
  func limits() throws {
    let simulation = try Stage.simulation([
      .basic(.constraint("rope", .max), from: [20], to: [220]),
      .basic(.constraint("rope", .min), from: [10], to: [210]),
    ])
    let rope = try #require(simulation.constraints[1] as? SlideJoint)
    for _ in 0..<120 {
      try simulation.advance()
      #expect(abs(rope.max - rope.min - 10) < 1e-9)
    }
    #expect(rope.max > 218)
  }

  @Test("include every property of each kind of constraint")
  func properties() throws {
    for (kind, _) in ConstraintDescriptionTests.kinds {
      for property in AnimationTarget.ConstraintProperty.allCases {
        var scenario = ConstraintDescriptionTests.scenario([
          ConstraintDescription(id: "it", kind, "a", "b", maxForce: 1e9, maxBias: 1e9)
        ])
        let isPoint = "\(property)".hasPrefix("anchor") || "\(property)".hasPrefix("groove")
        let value = isPoint ? [5, 0.5] : [property == .max ? 40 : 0.375]
        scenario.animations = [.basic(.constraint("it", property), from: value, to: value)]
        let problems = scenario.diagnostics()
        guard problems.isEmpty else {
          #expect(
            problems.allSatisfy { $0.message.hasPrefix("a \(kind.name) has no \(property);") }
          )
          continue
        }
        let simulation = try Simulation(scenario, held: .upright)
        try simulation.advance()
        #expect(now(property, of: simulation.constraints[0]) == value, "\(kind) \(property)")
      }
    }
  }

  private func now(
    _ property: AnimationTarget.ConstraintProperty,
    of constraint: Constraint
  ) -> [Double]? {
    func pair(_ point: Vector) -> [Double] { [point.x, point.y] }
    switch (property, constraint) {
    case (.maxForce, _): return [constraint.maxForce]
    case (.errorBias, _): return [constraint.errorBias]
    case (.maxBias, _): return [constraint.maxBias]
    case (.distance, let it as PinJoint): return [it.distance]
    case (.anchorA, let it as PinJoint): return pair(it.anchorA)
    case (.anchorB, let it as PinJoint): return pair(it.anchorB)
    case (.anchorA, let it as SlideJoint): return pair(it.anchorA)
    case (.anchorB, let it as SlideJoint): return pair(it.anchorB)
    case (.min, let it as SlideJoint): return [it.min]
    case (.max, let it as SlideJoint): return [it.max]
    case (.anchorA, let it as PivotJoint): return pair(it.anchorA)
    case (.anchorB, let it as PivotJoint): return pair(it.anchorB)
    case (.grooveA, let it as GrooveJoint): return pair(it.grooveA)
    case (.grooveB, let it as GrooveJoint): return pair(it.grooveB)
    case (.anchorB, let it as GrooveJoint): return pair(it.anchorB)
    case (.anchorA, let it as DampedSpring): return pair(it.anchorA)
    case (.anchorB, let it as DampedSpring): return pair(it.anchorB)
    case (.restLength, let it as DampedSpring): return [it.restLength]
    case (.stiffness, let it as DampedSpring): return [it.stiffness]
    case (.damping, let it as DampedSpring): return [it.damping]
    case (.restAngle, let it as DampedRotarySpring): return [it.restAngle]
    case (.stiffness, let it as DampedRotarySpring): return [it.stiffness]
    case (.damping, let it as DampedRotarySpring): return [it.damping]
    case (.min, let it as RotaryLimitJoint): return [it.min]
    case (.max, let it as RotaryLimitJoint): return [it.max]
    case (.phase, let it as RatchetJoint): return [it.phase]
    case (.click, let it as RatchetJoint): return [it.ratchet]
    case (.phase, let it as GearJoint): return [it.phase]
    case (.ratio, let it as GearJoint): return [it.ratio]
    case (.rate, let it as SimpleMotor): return [-it.rate]
    default: return nil
    }
  }

  @Test("include the tilt, on top of the device's, without a recorded command")
  func tilt() throws {
    var kept: [Request] = []
    let simulation = try Simulation(
      Stage.scenario([
        AnimationDescription(
          .tilt,
          .basic(.init(from: [0, 0], to: [1, 0])),
          play: .init(begin: 0.5, duration: 1),
          isAdditive: true
        )
      ]),
      tilt: ConstantTilt(.upright),
      willApply: { command, _ in kept.append(command) }
    )
    #expect(simulation.gravity == Vector(0, -1000))
    for _ in 0..<120 { try simulation.advance() }
    #expect(simulation.tilt == Tilt(x: 0.5, y: -1))
    #expect(simulation.gravity == Vector(500, -1000))
    try simulation.apply(.tilt(Tilt(x: 0, y: 1)))
    #expect(simulation.gravity == Vector(500, 1000))
    for _ in 0..<120 { try simulation.advance() }
    #expect(simulation.gravity == Vector(0, 1000))
    #expect(kept == [.tilt(.upright), .tilt(Tilt(x: 0, y: 1))])
  }

  @Test("include gravity, which overrides the tilt's")
  func gravity() throws {
    let simulation = try Stage.simulation([.basic(.gravity, from: [0, 0], to: [0, -600])])
    for _ in 0..<60 { try simulation.advance() }
    #expect(simulation.gravity == Vector(0, -300))
  }

  @Test("leave sleepers asleep while nothing changes")
  func sleepers() throws {
    var scenario = Stage.scenario([
      .basic(
        .body("crate", .force),
        from: [0, 0],
        to: [0, 90],
        play: .init(begin: 3, duration: 1)
      ),
      .basic(.tilt, to: [0.4, -1], play: .init(begin: 9, duration: 1)),
    ])
    scenario.walls = Scenario.Walls(width: 1000, height: 300)
    scenario.world.sleepAfter = 0.5
    scenario.constraints = []
    scenario.bodies = Array(scenario.bodies.prefix(2))
    let simulation = try Simulation(scenario, tilt: ConstantTilt(.upright))
    while simulation.time < 2.9 { try simulation.advance() }
    #expect(simulation.bodies[1].isSleeping)
    while simulation.time < 3.2 { try simulation.advance() }
    #expect(!simulation.bodies[1].isSleeping)
  }

  @Test("include values of two numbers, which may follow a path")
  func path() throws {
    var scenario = Scenario(name: "path")
    scenario.values = [ValueDescription(id: "dot", [1, 2])]
    let line = AnimationDescription.PathDescription(.points([.zero, Vector(0, 60)]))
    scenario.animations = [
      AnimationDescription(.value("dot"), .path(line), play: .init(duration: 0.5))
    ]
    let simulation = try Simulation(scenario)
    #expect(simulation.values == [[0, 0]])
    for _ in 0..<30 { try simulation.advance() }
    #expect(abs(simulation.values[0][0]) < 1e-9 && abs(simulation.values[0][1] - 30) < 1e-9)
    for _ in 0..<31 { try simulation.advance() }
    #expect(simulation.values == [[1, 2]])
  }

  @Test("include values, which affect no body")
  func values() throws {
    let simulation = try Stage.simulation([
      AnimationDescription(
        .value("sky"),
        .keyframes(.init([[1, 0, 0], [0, 1, 0]])),
        play: .init(duration: 1)
      )
    ])
    #expect(simulation.values == [[1, 0, 0]])
    for _ in 0..<60 { try simulation.advance() }
    #expect(simulation.values == [[0.5, 0.5, 0]])
    for _ in 0..<61 { try simulation.advance() }
    #expect(simulation.values == [[0, 0, 1]])
  }

  @Test("are driven by a group with several targets in the group's time")
  func group() throws {
    let play = AnimationDescription.Play(duration: 1)
    let group = AnimationDescription(
      nil,
      .group([
        .basic(.value("sky"), from: [0, 0, 0], to: [8, 8, 8], play: .init(duration: 4)),
        AnimationDescription(
          nil,
          .group([.basic(.body("paddle", .angle), from: [0], to: [1], play: play)]),
          play: .init(begin: 1)
        ),
      ]),
      play: .init(begin: 1, speed: 2, repeatCount: 2)
    )
    let simulation = try Stage.simulation([group])
    for _ in 0..<120 { try simulation.advance() }
    #expect(simulation.values == [[0, 0, 0]])
    for _ in 0..<60 { try simulation.advance() }
    // Half a second at double speed: one second in, of four.
    #expect(simulation.values == [[2, 2, 2]])
    #expect(simulation.states[0].angle == 0)
    for _ in 0..<30 { try simulation.advance() }
    #expect(abs(simulation.states[0].angle - 0.5) < 1e-12)
    // The group lasts as long as its longest animation, 4 s, which take 2 s at double speed; then it repeats once.
    for _ in 0..<180 { try simulation.advance() }
    #expect(simulation.values == [[1, 1, 1]])
  }

  @Test("give the same digest in two runs, and another with another number")
  func determinism() throws {
    func digest(_ to: Double) throws -> Digest {
      let description = AnimationDescription.PathDescription(
        .svg("M 100 50 C 150 200 200 0 250 50"),
        rotation: .auto
      )
      let simulation = try Stage.simulation([
        AnimationDescription(
          .body("paddle", .position),
          .path(description),
          play: .init(duration: 1.3, repeatCount: 3)
        ),
        AnimationDescription(
          .tilt,
          .spring(.init(from: [0, 0], to: [to, -1]), .init(velocity: [3, 0]))
        ),
        .basic(.constraint("drive", .rate), by: [9], timing: "easeOutElastic"),
      ])
      for _ in 0..<600 { try simulation.advance() }
      return simulation.digest
    }
    #expect(try digest(1) == digest(1))
    #expect(try digest(1) != digest(1.0000000001))
  }
}
