import Chipmunk
import TestSupport
import Testing

@Suite("Snapshots")
struct SnapshotTests {
  @Test("let a space continue from any tick with the same bits", arguments: CheckpointScene.all)
  func sameBits(scene: CheckpointScene) throws {
    // Calls that add or remove bodies invalidate a snapshot.
    if scene.name == CheckpointScene.edited.name { return }
    let (space, other) = try (scene.build(), scene.build())
    let snapshot = Snapshot()
    for tick in 1...scene.tick + CheckpointScene.ticks {
      let here = try scene.go(space, to: tick)
      var there = try scene.go(other, to: tick)
      try #require(here == there, "tick \(tick)")
      // Discard a prediction and step again.
      try other.snapshot(into: snapshot)
      there = try scene.go(other, to: tick + tick % 4)
      try other.restore(snapshot)
      try #require(other.tick == tick && snapshot.tick == tick)
      let again = try scene.go(other, to: tick + tick % 4)
      try #require(there == again, "tick \(tick)")
      try other.restore(snapshot)
    }
  }

  @Test("restore everything that a checkpoint holds", arguments: CheckpointScene.all)
  func sameCheckpoint(scene: CheckpointScene) throws {
    if scene.name == CheckpointScene.edited.name { return }
    let space = try scene.run()
    for tick in 0..<300 where tick.isMultiple(of: 23) {
      try scene.go(space, to: scene.tick + tick)
      let (snapshot, checkpoint) = try (space.snapshot(), space.checkpoint())
      try space.steps(23)
      try space.restore(snapshot)
      try #require(space.checkpoint() == checkpoint, "tick \(tick)")
    }
  }

  @Test("keep, for the next step, which bodies with an ended contact fell asleep")
  func sleepBetweenSteps() throws {
    let space = try Space()
    try space.set(\.sleepTimeThreshold, to: 10)
    let balls = try [-11.0, 11].map { x in
      let ball = try Body(mass: 1, shape: .circle(radius: 10), elasticity: 1)
      ball.position = Vector(x, 0)
      ball.velocity = Vector(-60 * x, 0)
      try space.add(ball)
      return ball
    }
    while !space.contactEvents.contains(where: { $0.kind == .separate }) { try space.step() }
    for ball in balls { try ball.sleep() }
    let before = try space.checkpoint().text
    #expect(before.contains("\"ended\"") && before.contains("\"points\""))
    let snapshot = try space.snapshot()
    try space.step()
    let after = try space.checkpoint()
    #expect(!after.text.contains("\"points\""))
    try space.restore(snapshot)
    try space.step()
    #expect(try space.checkpoint() == after)
  }

  @Test("keep queries right")
  func queries() throws {
    let space = try CheckpointScene.stirred.run()
    let snapshot = try space.snapshot()
    let twin = try Space(restoring: space.checkpoint())
    try space.steps(90)
    try space.restore(snapshot)
    #expect(space.states == twin.states)
    var count = 0
    for x in stride(from: 0.0, to: 300, by: 10) {
      let (here, there) = try (
        space.segmentQuery(from: Vector(x, 0), to: Vector(x, 300)),
        twin.segmentQuery(from: Vector(x, 0), to: Vector(x, 300))
      )
      #expect(here.map(\.shape.id) == there.map(\.shape.id))
      #expect(here.map(\.alpha) == there.map(\.alpha))
      count += here.count
    }
    #expect(count > 50)
    var (a, b) = ([ContactState](), [ContactState]())
    #expect(space.readContacts(into: &a) == twin.readContacts(into: &b))
    #expect(a == b)
  }

  @Test("keep a body that was moved by hand where it was put")
  func movedByHand() throws {
    let space = try spaceWithFloor()
    let ball = try addBall(at: Vector(0, 100), to: space)
    try space.step()
    try ball.set(\.position, to: Vector(500, 100))
    let snapshot = try space.snapshot()
    try space.restore(snapshot)
    #expect(ball.position == Vector(500, 100))
    let found = try space.pointQuery(Vector(500, 100), within: 1)
    #expect(found.map(\.shape.id) == ball.shapes.map(\.id))
    #expect(try space.pointQuery(Vector(0, 100), within: 1).isEmpty)
  }

  @Test("are refused after a callback has removed a body or a constraint and added it again")
  func removedAndAdded() throws {
    let space = try Space()
    let balls = try [0.0, 100, 200, 300].map { try addBall(at: Vector($0, 0), to: space) }
    let pins = try balls[1...2].map { try PinJoint(balls[0], $0) }
    for pin in pins { try space.add(pin) }
    var change: (() throws -> Void)?
    balls[0].velocityFunction = { update in
      update.integrate()
      try change?()
      change = nil
    }
    for part in 0..<2 {
      let snapshot = try space.snapshot()
      change = {
        if part == 0 {
          try space.remove(pins[0])
          try space.add(pins[0])
        } else {
          try space.remove(balls[3])
          try space.add(balls[3])
        }
      }
      try space.step()
      #expect(part == 1 || space.constraints == [pins[1], pins[0]])
      expect(.wrongSnapshot) { try space.restore(snapshot) }
    }
  }

  @Test("take at most 350 bytes per body of a pile that is stirred")
  func size() throws {
    let space = try CheckpointScene.stirred.run()
    let bytes = try space.snapshot().byteCount / space.bodies.count
    #expect(bytes <= 350, "\(bytes)")
  }

  @Test("hold the contact points of rounded shapes, many corners and changed arms")
  func corners() throws {
    let space = try spaceWithFloor()
    let circle = (0..<20).map { Vector(10, 0).rotated(by: Double($0) * .pi / 10) }
    let forms: [Geometry] = [
      .box(width: 20, height: 20, radius: 3), .polygon(circle), .polygon(circle, radius: 2),
      .circle(radius: 10),
      .segment(from: Vector(-10, 0), to: Vector(10, 0), radius: 4), .box(width: 30, height: 9),
    ]
    for (index, form) in (forms + forms.reversed()).enumerated() {
      let body = try Body(mass: 1, moment: form.moment(mass: 1))
      body.position = Vector(Double(index) * 4 - 20, Double(index) * 22 + 20)
      try body.addShape(form, friction: 0.5)
      try space.add(body)
    }
    // In every third step, move the points off all corners.
    space.addHandler(for: .all).preSolve = { [unowned space] contact in
      guard space.tick.isMultiple(of: 3), let point = contact.points.first else { return true }
      let shift = Vector(0.125, 0.0625)
      try contact.setPoint(0, onA: point.onA + shift, onB: point.onB + shift)
      return true
    }
    for _ in 0..<400 {
      try space.step()
      let (snapshot, checkpoint) = try (space.snapshot(), space.checkpoint())
      try space.steps(2)
      try space.restore(snapshot)
      try #require(space.checkpoint() == checkpoint, "tick \(space.tick)")
    }
    #expect(space.contactCount > 12)
  }

  @Test(
    "hold the contacts of boxes that were moved, turned or changed after the step",
    arguments: ["position", "angle", "states", "form", "center"]
  )
  func changed(what: String) throws {
    let space = try spaceWithFloor()
    let boxes = try (0..<3).map { index in
      let box = try Body(mass: 1, moment: 100)
      box.position = Vector(Double(index), Double(index) * 20 + 10)
      try box.addShape(.box(width: 20, height: 20), friction: 0.5)
      try space.add(box)
      return box
    }
    try space.steps(60)
    for round in 0..<20 {
      let box = boxes[round % 3], place = box.position
      switch what {
      case "position": try box.set(\.position, to: place + Vector(0.25, 0))
      case "angle": try box.set(\.angle, to: box.angle + 0.01)
      case "states":
        var states = space.bodies.map(\.state)
        states[round % 3].position = place + Vector(0.25, 0.125)
        try space.writeStates(states)
      case "form": try box.shapes[0].setGeometry(.box(width: 20 - Double(round) / 8, height: 20))
      default: try box.set(\.centerOfGravity, to: Vector(0, Double(round) / 16))
      }
      let (snapshot, checkpoint) = try (space.snapshot(), space.checkpoint())
      try space.steps(3)
      let end = try space.checkpoint()
      try space.restore(snapshot)
      try #require(space.checkpoint() == checkpoint, "round \(round)")
      try space.steps(3)
      try #require(space.checkpoint() == end, "round \(round)")
    }
    #expect(space.contactCount >= 3)
  }

  @Test(
    "keep the identity of bodies, constraints and handlers",
    arguments: [CheckpointScene.bouncing, .jointed]
  )
  func identity(scene: CheckpointScene) throws {
    let space = try scene.run()
    var begins = 0
    space.addHandler(for: .all).begin = { _ in
      begins += 1
      return true
    }
    let (bodies, constraints) = (space.bodies, space.constraints)
    let snapshot = try space.snapshot()
    try space.steps(200)
    let before = begins
    try space.restore(snapshot)
    try space.steps(200)
    #expect(begins == 2 * before && (begins > 0 || !constraints.isEmpty))
    let areSame = (
      bodies: zip(bodies, space.bodies).allSatisfy { $0 === $1 },
      constraints: zip(constraints, space.constraints).allSatisfy { $0 === $1 }
    )
    #expect(areSame.bodies && areSame.constraints)
  }

  @Test("restore contacts that a change of a shape has ended since")
  func endedContacts() throws {
    let space = try spaceWithFloor()
    let crates = try (0..<9).map { index in
      try addCrate(at: Vector(Double(index / 3) * 100, Double(index % 3) * 35 + 16), to: space)
    }
    try space.steps(5)
    let snapshot = try space.snapshot()
    try space.steps(120)
    let end = space.states
    try space.restore(snapshot)
    for shape in crates.flatMap(\.shapes) {
      shape.isSensor = true
      shape.isSensor = false
    }
    try space.restore(snapshot)
    try space.steps(120)
    #expect(space.states == end)
  }

  @Test("restore the number of substeps")
  func substeps() throws {
    let space = try Space()
    space.substeps = 3
    let snapshot = try space.snapshot()
    space.substeps = 8
    try space.restore(snapshot)
    #expect(space.substeps == 3)
  }

  @Test("reject a body whose centre of gravity has changed, which would jump")
  func movedCenter() throws {
    let space = try Space()
    let crate = try addCrate(at: Vector(0, 100), to: space)
    let snapshot = try space.snapshot()
    crate.centerOfGravity = Vector(3, 0)
    let error = #expect(throws: PhysicsError.self) { try space.restore(snapshot) }
    #expect(error?.code == .wrongSnapshot)
    #expect(crate.position == Vector(0, 100))
  }

  @Test("reject a space that they do not belong to, or that has changed")
  func rejected() throws {
    let space = try CheckpointScene.settling.run()
    let snapshot = try space.snapshot()
    try space.step()
    try space.restore(snapshot)
    let other = try Space(restoring: space.checkpoint())
    for (space, snapshot) in [(other, snapshot), (space, Snapshot())] {
      let error = #expect(throws: PhysicsError.self) { try space.restore(snapshot) }
      #expect(error?.code == .wrongSnapshot)
    }
    try space.bodies[0].setType(.static)
    let error = #expect(throws: PhysicsError.self) { try space.restore(snapshot) }
    #expect(error?.code == .wrongSnapshot)
    let later = try space.snapshot()
    let crate = try addCrate(at: Vector(0, 900), to: space)
    #expect(throws: PhysicsError.self) { try space.restore(later) }
    try space.remove(crate)
    #expect(throws: PhysicsError.self) { try space.restore(later) }
    let tree = try Space(engine: .chipmunk)
    #expect(throws: PhysicsError.self) { try tree.snapshot() }
  }
}
