import Chipmunk
import Foundation
import TestSupport
import Testing

@Suite("Checkpoints")
struct CheckpointTests {
  @Test("let a space of another process continue with the same bits for 700 steps")
  func anotherProcess() async throws {
    let result = try await #require(
      processExitsWith: .success,
      observing: [\.standardOutputContent]
    ) {
      // Addresses differ from the parent's, but no order may depend on them.
      let clutter = (1...1000).map { [UInt8](repeating: 1, count: $0 * 7) }
      for scene in CheckpointScene.all {
        let space = try scene.run()
        let text = try space.checkpoint().text
        let future = try scene.go(space, to: scene.tick + 700)
        FileHandle.standardOutput.write(Data("\n<\(scene)\n\(text)\n\(future.value)>".utf8))
      }
      withExtendedLifetime(clutter) {}
    }
    let output = String(decoding: result.standardOutputContent, as: UTF8.self)
    for scene in CheckpointScene.all {
      let part = try #require(output.components(separatedBy: "<\(scene)\n").last)
      let lines = part.prefix { $0 != ">" }.split(separator: "\n").map(String.init)
      try #require(lines.count == 2)
      #expect(lines[0].contains(scene.sign), "the scene does not show what it is there for")
      let twin = try Space(restoring: Checkpoint(lines[0]))
      #expect(try "\(scene.go(twin, to: scene.tick + 700).value)" == lines[1], "\(scene)")
    }
  }

  @Test("are the same of a restored space if a shape has changed after its contact ended")
  func changedAfterContact() throws {
    let space = try Space()
    for x in [-11.0, 11] {
      let ball = try addBall(at: Vector(x, 0), to: space)
      try ball.set(\.velocity, to: Vector(-60 * x, 0))
      for shape in ball.shapes { try shape.set(\.elasticity, to: 1) }
    }
    while !space.contactEvents.contains(where: { $0.kind == .separate }) { try space.step() }
    for body in space.bodies {
      for shape in body.shapes { try shape.setGeometry(.circle(radius: 1)) }
    }
    let checkpoint = try space.checkpoint()
    #expect(checkpoint.text.contains("\"ended\"") && checkpoint.text.contains("\"points\""))
    #expect(try Space(restoring: checkpoint).checkpoint() == checkpoint)
  }

  @Test("let a body that lost its shape outside of the space swing on with the same bits")
  func withoutShapes() throws {
    let space = try spaceWithFloor()
    let ball = try addBall(at: Vector(0, 500), to: space)
    try space.step()
    try space.remove(ball)
    try ball.removeShape(ball.shapes[0])
    try space.add(ball)
    let hinge = try PivotJoint(space.ground, ball, anchorA: Vector(5, 500), anchorB: .zero)
    try space.add(hinge)
    let restored = try Space(restoring: space.checkpoint())
    for space in [space, restored] { try space.steps(10) }
    #expect(restored.states == space.states)
  }

  @Test("let a body that sleeps on a ground with a new shape wake with the same bits")
  func sleeperOnChangedGround() throws {
    let space = try spaceWithFloor(sleepAfter: 0.1)
    let crate = try addCrate(at: Vector(0, 16), to: space)
    while !crate.isSleeping { try space.step() }
    try space.ground.addShape(.circle(radius: 1, center: Vector(500, 500)))
    let ball = try addBall(at: Vector(60, 30), to: space)
    try ball.set(\.velocity, to: Vector(-1000, 0))
    let (restored, snapshot) = try (Space(restoring: space.checkpoint()), space.snapshot())
    #expect(crate.isSleeping)
    while crate.isSleeping { for space in [space, restored] { try space.step() } }
    let states = space.states
    #expect(restored.states == states)
    let tick = space.tick
    try space.restore(snapshot)
    try space.steps(tick - space.tick)
    #expect(space.states == states)
  }

  @Test("let a disc roll on with the same bits after its ground has got a new shape")
  func rollingOnChangedGround() throws {
    let space = try spaceWithFloor()
    let disc = try addBall(at: Vector(0, 10), to: space)
    for shape in disc.shapes { try shape.set(\.rollingResistance, to: 0.05) }
    try disc.set(\.velocity, to: Vector(100, 0))
    try space.steps(30)
    try space.ground.addShape(.circle(radius: 1, center: Vector(500, 500)))
    let restored = try Space(restoring: space.checkpoint())
    for space in [space, restored] { try space.steps(30) }
    #expect(restored.states == space.states && disc.velocity.x < 99)
  }

  @Test("let a disc roll on with the same bits after its rolling resistance has changed")
  func changedRollingResistance() throws {
    let space = try spaceWithFloor()
    let disc = try addBall(at: Vector(0, 10), to: space)
    try disc.set(\.velocity, to: Vector(100, 0))
    try space.steps(30)
    for shape in disc.shapes { try shape.set(\.rollingResistance, to: 0.05) }
    let restored = try Space(restoring: space.checkpoint())
    for space in [space, restored] { try space.steps(30) }
    #expect(restored.states == space.states)
  }

  @Test("hold for random scenes, one after the other", arguments: 0..<12 as Range<UInt64>)
  func randomScenes(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let space = try Space(timeStep: [1.0 / 60, 1.0 / 120].randomElement(using: &random) ?? 0.01)
    try space.set(\.sleepTimeThreshold, to: .random(in: 0.05...0.6, using: &random))
    try CheckpointScene.pile(of: .random(in: 5...60, using: &random), in: space)
    for _ in 0..<Int.random(in: 0...8, using: &random) {
      let (a, b) = (
        space.bodies.randomElement(using: &random), space.bodies.randomElement(using: &random)
      )
      guard let a, let b, a !== b, let make = CheckpointScene.kinds.randomElement(using: &random)
      else { continue }
      try space.add(make(a, b))
    }
    let rhythm = Int.random(in: 90...400, using: &random)
    let scene = CheckpointScene(
      "",
      at: 0,
      drive: { space in
        if space.tick % rhythm < 40 { try CheckpointScene.stir(space) }
        if seed.isMultiple(of: 2) { try CheckpointScene.edit(space) }
      }
    ) { try Space() }
    var spaces = [space]
    for _ in 0..<4 {
      let end = space.tick + Int.random(in: 1...300, using: &random)
      let futures = try spaces.map { try scene.go($0, to: end) }
      #expect(Set(futures).count == 1)
      let checkpoints = try spaces.map { try $0.checkpoint() }
      #expect(Set(checkpoints).count == 1)
      spaces.append(try Space(restoring: checkpoints[0]))
    }
  }

  @Test(
    "change no bit and no event of a run, and let a space continue from any tick",
    arguments: CheckpointScene.all
  )
  func anyTick(scene: CheckpointScene) throws {
    let (space, kept) = try (scene.build(), scene.build())
    var restored = try scene.build()
    for tick in 1...scene.tick + CheckpointScene.ticks {
      let here = try scene.go(space, to: tick)
      try #require(scene.go(kept, to: tick) == here, "kept at tick \(tick)")
      try #require(scene.go(restored, to: tick) == here, "restored before tick \(tick)")
      restored = try Space(restoring: kept.checkpoint())
    }
  }

  @Test("leave positions, velocities and impulses as they are", arguments: CheckpointScene.all)
  func disturbsLittle(scene: CheckpointScene) throws {
    let (space, other) = try (scene.run(), scene.run())
    let before = space.states
    _ = try space.checkpoint()
    #expect(space.states == before)
    try scene.go(space, to: scene.tick + 1)
    try scene.go(other, to: scene.tick + 1)
    // Without the impulses it would be a whole step's gravity, 8 units/s.
    for (a, b) in zip(space.states, other.states) {
      #expect((a.velocity - b.velocity).length < 3)
      #expect((a.position - b.position).length < 1e-6)
    }
  }

  @Test("change no bit and no event with a tree, if the order of contacts is unique")
  func changesNothingOfATree() throws {
    let scene = CheckpointScene("a ball on a spring on a crate", at: 0) {
      let space = try spaceWithFloor(sleepAfter: 1, engine: .chipmunk)
      let crate = try addCrate(at: Vector(0, 40), to: space)
      let ball = try addBall(at: Vector(3, 120), to: space)
      try ball.shapes[0].set(\.elasticity, to: 0.9)
      try crate.shapes[0].set(\.elasticity, to: 0.9)
      try space.add(DampedSpring(crate, ball, restLength: 40, stiffness: 900, damping: 1))
      return space
    }
    let (space, kept) = try (scene.run(), scene.run())
    for tick in 1...900 {
      #expect(try scene.go(space, to: tick) == scene.go(kept, to: tick))
      if tick.isMultiple(of: 7) { _ = try kept.checkpoint() }
    }
    #expect(space.bodies[0].isSleeping && space.bodies[1].isSleeping)
  }

  @Test("read back from their text as what they are", arguments: CheckpointScene.all)
  func roundTrip(scene: CheckpointScene) throws {
    let space = try scene.run()
    let checkpoint = try space.checkpoint()
    let copy = try Checkpoint(checkpoint.text)
    #expect(copy == checkpoint)
    #expect(copy.text == checkpoint.text)
    #expect((copy.tick, copy.timeStep) == (space.tick, space.timeStep))
    #expect(try Space(restoring: copy).checkpoint() == checkpoint)
    #expect(try space.checkpoint() == checkpoint)
    let data = try JSONEncoder().encode(checkpoint)
    #expect(try JSONDecoder().decode(Checkpoint.self, from: data).text == checkpoint.text)
  }

  @Test("can be a part of what is encoded in any format")
  func otherFormats() throws {
    let checkpoint = try CheckpointScene.surfaces.run().checkpoint()
    let data = try PropertyListEncoder().encode(["at the end": checkpoint])
    let copy = try PropertyListDecoder().decode([String: Checkpoint].self, from: data)
    #expect(copy["at the end"]?.text == checkpoint.text)
  }

  @Test("keep negative zero, subnormal numbers and infinity bit for bit")
  func strangeNumbers() throws {
    let space = try Space()
    let body = try Body(mass: 1e12, moment: .infinity)
    let numbers: [Double] = [-0.0, .leastNonzeroMagnitude, 0.1 + 0.2, 1e9.nextDown, -1.0 / 3]
    try body.set(\.velocity, to: Vector(numbers[0], numbers[1]))
    try body.set(\.position, to: Vector(numbers[2], numbers[3]))
    try body.set(\.angle, to: numbers[4])
    body.tag = .min
    try space.add(body)
    let text = try space.checkpoint().text
    let copy = try #require(Space(restoring: Checkpoint(text)).bodies.first)
    #expect(copy.velocity.x.sign == .minus)
    #expect(copy.state == body.state)
    #expect((copy.moment, copy.tag) == (.infinity, .min))
  }

  @Test("restore everything that can be read from a space")
  func everything() throws {
    let space = try CheckpointScene.surfaces.run()
    let twin = try Space(restoring: space.checkpoint())
    #expect(twin.tick == space.tick && twin.timeStep == space.timeStep)
    #expect(twin.gravity == space.gravity && twin.iterations == space.iterations)
    #expect(twin.damping == space.damping && twin.collisionSlop == space.collisionSlop)
    #expect(twin.collisionBias == space.collisionBias)
    #expect(twin.collisionPersistence == space.collisionPersistence)
    #expect(twin.sleepTimeThreshold == space.sleepTimeThreshold)
    #expect(twin.idleSpeedThreshold == space.idleSpeedThreshold)
    #expect(twin.gravityDeadBand == space.gravityDeadBand && twin.speedLimit == space.speedLimit)
    for (a, b) in zip(space.bodies + [space.ground], twin.bodies + [twin.ground]) {
      #expect(a.type == b.type && a.mass == b.mass && a.moment == b.moment && a.tag == b.tag)
      #expect(a.centerOfGravity == b.centerOfGravity && a.speedLimit == b.speedLimit)
      #expect(a.isMassFromShapes == b.isMassFromShapes && a.shapes.count == b.shapes.count)
      for (s, t) in zip(a.shapes, b.shapes) {
        #expect(s.id == t.id && s.tag == t.tag && s.geometry == t.geometry && s.mass == t.mass)
        #expect(s.friction == t.friction && s.elasticity == t.elasticity)
        #expect(s.surfaceVelocity == t.surfaceVelocity && s.isSensor == t.isSensor)
        #expect(s.filter == t.filter && s.collisionType == t.collisionType)
        #expect(s.boundingBox == t.boundingBox)
      }
    }
    var (here, there) = ([ContactState](), [ContactState]())
    #expect(space.readContacts(into: &here) == twin.readContacts(into: &there))
    #expect(here == there && !here.isEmpty)
  }

  @Test("keep the endings that the next step reports", arguments: [false, true])
  func pendingEndings(ofSensor isSensor: Bool) throws {
    let space = try spaceWithFloor()
    let crate = try addCrate(at: Vector(0, 16), to: space, type: 7)
    try crate.shapes[0].set(\.isSensor, to: isSensor)
    crate.shapes[0].tag = 5
    try addBall(at: Vector(90, 10), to: space)
    try space.steps(5)
    try space.remove(crate)
    let twin = try Space(restoring: Checkpoint(space.checkpoint().text))
    var heard: [Int] = []
    twin.addHandler(for: .type(7)).separate = { heard.append($0.a.tag) }
    try space.step()
    try twin.step()
    let (here, there) = (space.contactEvents, twin.contactEvents)
    try #require(here.count == 1 && there.count == 1)
    #expect(there[0].kind == .separate && there[0].b.id == here[0].b.id)
    #expect(there[0].impulse == here[0].impulse && there[0].point == here[0].point)
    #expect(there[0].hasPoint == !isSensor && here[0].hasPoint == !isSensor)
    #expect(heard == [5])
  }

  @Test("are rejected within a step, and in the work after it")
  func refusedInStep() throws {
    let space = try spaceWithFloor()
    let crate = try addCrate(at: Vector(0, 100), to: space)
    var codes: [PhysicsError.Code?] = []
    func attempt() {
      codes.append(#expect(throws: PhysicsError.self) { try space.checkpoint() }?.code)
    }
    crate.velocityFunction = { update in
      update.integrate()
      attempt()
      try update.body.space?.afterStep { _ in attempt() }
    }
    try space.step()
    crate.velocityFunction = nil
    #expect(codes.count >= 2 && codes.allSatisfy { $0 == .stepping })
  }

  @Test("are rejected by a space whose numbers exceed those that a text can hold")
  func tooLate() throws {
    let scene = try CheckpointScene.falling.run()
    // The number of the next body is present if it differs from the number of bodies.
    try scene.add(.kinematic())
    try scene.remove(#require(scene.bodies.last))
    let text = try scene.checkpoint().text
    let nextBody = "\"nextBody\":\(scene.bodies.count + 2)"
    for (field, advance) in [
      ("\"tick\":20", { try $0.step() }),
      ("\"nextShape\":30", { try $0.ground.addShape(.circle(radius: 1)) }),
      (nextBody, { try $0.add(.kinematic()) }),
    ] as [(String, (Space) throws -> Void)] {
      let name = field.prefix { $0 != ":" }
      let late = text.replacingOccurrences(of: field, with: "\(name):9007199254740992")
      #expect(late != text)
      let space = try Space(restoring: Checkpoint(late))
      #expect(try space.checkpoint().text.contains("9007199254740992"))
      try advance(space)
      let error = #expect(throws: PhysicsError.self) { try space.checkpoint() }
      #expect(error?.code == .outOfRange)
      try space.step()
    }
  }

  @Test("leave nothing behind, whatever sleeps")
  func leavesNothing() throws {
    weak var body: Body?
    weak var constraint: Constraint?
    weak var space: Space?
    for scene in CheckpointScene.all {
      let original = try scene.run()
      for _ in 0..<3 {
        let twin = try Space(restoring: original.checkpoint())
        (body, constraint, space) = (twin.bodies.last, twin.constraints.last, twin)
        try twin.step()
        #expect(body != nil && space != nil)
      }
      #expect(body == nil && constraint == nil && space == nil)
    }
  }
}
