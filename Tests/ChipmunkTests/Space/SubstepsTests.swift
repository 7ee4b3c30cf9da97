import Chipmunk
import Foundation
import Testing

// Crates of 32 units under 1000 units/s², unless a test states otherwise; 1/120 s.

@Suite("The engine with substeps")
struct SubstepsTests {
  @Test("lets a stack of 50 crates stand for ten seconds")
  func tower() throws {
    let space = try Space.soft()
    let crates = try space.stack(of: 50)
    let top = try #require(crates.last).position
    try space.run(ticks: 1200)
    let moved = (try #require(crates.last).position - top).length
    #expect(moved < 1)
    #expect(space.greatestSpeed < 1)
  }

  @Test("lets an arch of fifteen stones stand, and adds no energy to it")
  func arch() throws {
    let space = try Space.soft()
    _ = try space.stack(of: 0)
    let stones = try (0..<15).map { place in
      let angles = [Double(place), Double(place + 1)].map { $0 / 15 * .pi }
      let corners = [(86.0, angles[0]), (110, angles[0]), (110, angles[1]), (86, angles[1])]
        .map { radius, angle in Vector(radius * cos(angle), radius * sin(angle)) }
      let center = corners.reduce(.zero, +) / 4
      let stone = try Body(mass: 1, shape: .polygon(corners.map { $0 - center }), friction: 0.9)
      stone.position = center
      try space.add(stone)
      return stone
    }
    try space.run(ticks: 120)
    let height = stones[7].position.y
    try space.run(ticks: 2400)
    #expect(abs(stones[7].position.y - height) < 0.001)
    #expect(space.greatestSpeed < 1e-6)
  }

  @Test("holds the same stacks at every size", arguments: [0.1, 1, 1000])
  func scales(size: Double) throws {
    let space = try Space.soft(gravity: 1000 * size / 32)
    let crates = try space.stack(of: 20, size: size)
    let top = try #require(crates.last).position
    try space.run(ticks: 600)
    #expect((try #require(crates.last).position - top).length < size / 32)
  }

  @Test("does not add energy to a taut bridge, which comes to rest")
  func bridge() throws {
    let space = try Space.soft()
    var before = space.ground
    for place in 0..<10 {
      let plank = try space.box(40, 8, at: Vector(20 + 40 * Double(place), 200), group: 1)
      try space.add(PivotJoint(before, plank, at: Vector(40 * Double(place), 200)))
      before = plank
    }
    try space.add(PivotJoint(before, space.ground, at: Vector(400, 200)))
    let energy = space.energy
    var highest = energy
    try space.run(ticks: 1800) { highest = max(highest, space.energy) }
    var speed = 0.0
    try space.run(ticks: 600) { speed = max(speed, space.greatestSpeed) }
    #expect(highest <= energy * 1.0001)
    #expect(speed < 1)
  }

  @Test(
    "lets a load of many planks' masses fall on their bridge, gains no energy and loses no load",
    arguments: [90.0, 300, 1000]
  )
  func load(mass: Double) throws {
    let space = try Space.soft()
    var before = space.ground
    for place in 0..<20 {
      let plank = try space.box(18, 5, at: Vector(20 * Double(place) + 10, 0), group: 1)
      try space.add(PivotJoint(before, plank, at: Vector(20 * Double(place), 0)))
      before = plank
    }
    try space.add(PivotJoint(before, space.ground, at: Vector(400, 0)))
    let load = try space.box(40, 40, at: Vector(200, 150))
    (load.mass, load.moment) = (mass, load.moment * mass)
    let energy = space.energy
    var highest = energy
    try space.run(ticks: 960) { highest = max(highest, space.energy) }
    #expect(highest <= energy * 1.0001)
    #expect(load.position.y > -30)
  }

  @Test("lets contacts give way before joints, which would kick when a caught limb slips")
  func caught() throws {
    let space = try Space.soft(gravity: 0)
    let corners = (0..<3).map { Vector(60, 0).rotated(by: 2 * .pi * Double($0) / 3) }
    let bars = try (0..<3).map { place in
      let ends = (corners[place], corners[(place + 1) % 3])
      let bar = try space.box((ends.1 - ends.0).length, 8, at: (ends.0 + ends.1) / 2, group: 1)
      bar.angle = (ends.1 - ends.0).angle
      return bar
    }
    let joints = try (0..<3).map { place in
      let joint = try PivotJoint(bars[place], bars[(place + 1) % 3], at: corners[(place + 1) % 3])
      try space.add(joint)
      return joint
    }
    // Between the bars, there is room for a radius of 26.
    let ball = try Body(mass: 1, shape: .circle(radius: 28))
    try space.add(ball)
    try space.run(ticks: 240)
    let opening = joints.map { joint in
      let ends = (
        joint.bodyA.worldPoint(ofLocal: joint.anchorA),
        joint.bodyB.worldPoint(ofLocal: joint.anchorB)
      )
      return (ends.1 - ends.0).length
    }
    let overlap = bars.map { 32 - ($0.position - ball.position).length }
    #expect(try #require(opening.max()) < #require(overlap.min()))
  }

  @Test(
    "keeps the joints of a chain together that is hit",
    arguments: [(3000.0, 2.3), (10_000, 11)]
  )
  func hit(speed: Double, most: Double) throws {
    let space = try Space(timeStep: 1.0 / 60)
    space.gravity = Vector(0, -1000)
    var links: [Body] = [], opening = 0.0
    let joints = try (0..<5).map { place in
      let link = try space.box(8, 40, at: Vector(0, -20 - 40 * Double(place)))
      link.shapes[0].filter = ShapeFilter(group: 1)
      let end = Vector(0, -40 * Double(place))
      let joint = try PivotJoint(links.last ?? space.ground, link, at: end)
      try space.add(joint)
      links.append(link)
      return joint
    }
    links[4].velocity = Vector(speed, 0)
    try space.run(ticks: 120) {
      for joint in joints {
        let a = joint.bodyA.worldPoint(ofLocal: joint.anchorA)
        opening = max(opening, (joint.bodyB.worldPoint(ofLocal: joint.anchorB) - a).length)
      }
    }
    #expect(opening < most)
  }

  @Test("drags a distant body with the greatest force of a pivot, and does not pass its end")
  func drag() throws {
    let space = try Space.soft()
    let crate = try space.box(32, 32, at: .zero)
    (crate.mass, crate.moment) = (10, 10 * crate.moment)
    let hand = Body.kinematic()
    hand.position = Vector(200, 0)
    try space.add(hand)
    let joint = try PivotJoint(hand, crate, anchorA: .zero, anchorB: .zero)
    joint.maxForce = 50_000
    try space.add(joint)
    // At 5,000 units/s² less gravity, 0.1 s are about 25 units.
    try space.run(ticks: 12)
    #expect(abs(crate.position.x - 25) < 2)
    var farthest = 0.0
    try space.run(ticks: 108) { farthest = max(farthest, crate.position.x) }
    #expect(farthest < 200.1)
    #expect((crate.position - hand.position).length < 0.1)
  }

  @Test("turns a body with the greatest torque of a gear, and stops at its phase")
  func turn() throws {
    let space = try Space(engine: .tiltbox)
    let crate = try space.box(32, 32, at: .zero)
    let gear = try GearJoint(space.ground, crate, phase: 2, ratio: 1)
    gear.maxForce = 20 * crate.moment
    try space.add(gear)
    // Half of 20 rad/s² in 0.2 s are 0.4 rad.
    try space.run(ticks: 24)
    #expect(abs(crate.angle - 0.4) < 0.03)
    var farthest = 0.0
    try space.run(ticks: 96) { farthest = max(farthest, crate.angle) }
    #expect(farthest < 2.001)
    #expect(abs(crate.angle - 2) < 0.001)
  }

  @Test("lets a heavy crate lie on a light jointed one", arguments: [10.0, 30, 79, 1000])
  func jointedWeight(mass: Double) throws {
    let space = try Space.soft()
    _ = try space.stack(of: 0)
    let light = try space.box(40, 20, at: Vector(0, 10))
    try space.add(DampedSpring(light, space.ground, restLength: 1, stiffness: 1e-4, damping: 0))
    let heavy = try space.box(60, 60, at: Vector(0, 50))
    (heavy.mass, heavy.moment) = (mass, heavy.moment * mass)
    try space.run(ticks: 480)
    #expect(50 - heavy.position.y < 0.5)
  }

  @Test("holds bars that pivots and gears weld to each other nearly straight")
  func welds() throws {
    let space = try Space.soft()
    var before = space.ground
    for place in 0..<4 {
      let bar = try space.box(20, 10, at: Vector(20 * Double(place) + 10, 0), group: 1)
      try space.add(PivotJoint(before, bar, at: Vector(20 * Double(place), 0)))
      try space.add(GearJoint(before, bar, phase: 0, ratio: 1))
      before = bar
    }
    try space.run(ticks: 1200)
    #expect(abs(before.angle) < 0.025)
    #expect(space.greatestSpeed < 0.01)
  }

  @Test(
    "holds a heavy ball on a chain of light links, hanging and swinging",
    arguments: [(100.0, false), (100, true), (1000, false), (1000, true)]
  )
  func chain(mass: Double, swings: Bool) throws {
    let space = try Space.soft()
    let way = swings ? Vector(1, 0) : Vector(0, -1)
    var before = space.ground
    var ends: [(Body, Body)] = []
    for place in 0..<20 {
      let sides = swings ? (20.0, 4.0) : (4, 20)
      let link = try space.box(sides.0, sides.1, at: way * (20 * Double(place) + 10), group: 1)
      try space.add(PivotJoint(before, link, at: way * (20 * Double(place))))
      ends.append((before, link))
      before = link
    }
    let ball = try Body(mass: mass, shape: .circle(radius: 30))
    ball.position = way * 430
    ball.shapes[0].filter = ShapeFilter(group: 1)
    try space.add(ball)
    try space.add(PivotJoint(before, ball, at: way * 400))
    var longest = 0.0
    try space.run(ticks: 1200) { longest = max(longest, ball.position.length - 430) }
    // A hundredth of its length for 100 masses, a twentieth for 1,000.
    #expect(longest < (mass == 100 ? 4 : 20))
  }

  @Test(
    "lets a crate of up to a thousand times a link's mass lie on a rope",
    arguments: [20.0, 80, 200, 1000],
    [1.0, 1.1]
  )
  func rope(mass: Double, length: Double) throws {
    let space = try Space.soft()
    let side = 15 * length
    var before = (body: space.ground, end: Vector(0, 200))
    for place in 0..<20 {
      let center = Vector(15 * Double(place) + 7.5, 200)
      let link = try space.box(side, 4, at: center, group: 1)
      try space.add(
        PivotJoint(before.body, link, anchorA: before.end, anchorB: Vector(-side / 2, 0))
      )
      before = (link, Vector(side / 2, 0))
    }
    let end = Vector(300, 200)
    try space.add(PivotJoint(before.body, space.ground, anchorA: before.end, anchorB: end))
    let crate = try space.box(40, 40, at: Vector(150, 225))
    (crate.mass, crate.moment) = (mass, mass * 2 * 40 * 40 / 12)
    try space.run(ticks: 1200)
    // The rope gives: the crate lies in it, but at most a third of its length lower.
    #expect(crate.position.y > 100 && (0...300).contains(crate.position.x))
  }

  @Test("bounces at the time of the impact", arguments: [0.5, 0.8, 1])
  func bounces(elasticity: Double) throws {
    let space = try Space.soft()
    try space.ground.addShape(
      .segment(from: Vector(-100, 0), to: Vector(100, 0)),
      elasticity: elasticity
    )
    let ball = try Body(mass: 1, shape: .circle(radius: 10), elasticity: 1)
    ball.position = Vector(0, 210)
    try space.add(ball)
    // With little elasticity, later bounces are too low to be bounces.
    let count = elasticity < 0.6 ? 3 : 10
    for bounce in 0..<count {
      repeat { try space.step() } while ball.velocity.y < 0
      // The apex, from the energy after the bounce.
      let apex = ball.position.y - 10 + ball.velocity.y * ball.velocity.y / 2000
      var theory = 200.0
      for _ in 0...bounce { theory *= elasticity * elasticity }
      #expect(abs(apex / theory - 1) < 0.002)
      repeat { try space.step() } while ball.velocity.y > 0
    }
  }

  @Test("rebounds only if gravity does not stop the rebound within a step")
  func slowRebounds() throws {
    // Gravity adds 1000/120 units/s in a step, which is 8.3 units/s.
    for (speed, rebound) in [(75.0, 0.0), (95.0, 9.5)] {
      let space = try Space()
      space.gravity = Vector(0, -1000)
      try space.ground.addShape(.segment(from: Vector(-50, 0), to: Vector(50, 0)), elasticity: 1)
      let ball = try Body(mass: 1, shape: .circle(radius: 10), elasticity: 0.1)
      // The impact is near the end of the step.
      (ball.position.y, ball.velocity.y) = (10 + 0.95 * speed / 120, -speed)
      try space.add(ball)
      try space.step()
      #expect(abs(ball.velocity.y - rebound) < 1)
    }
  }

  @Test(
    "keeps the energy of a spinning box that bounces without loss",
    arguments: [0.0, 1000],
    1...8
  )
  func spinningBounces(gravity: Double, spin: Int) throws {
    let space = try Space.soft(gravity: gravity)
    let corners = [Vector(-200, 0), Vector(200, 0), Vector(200, 400), Vector(-200, 400)]
    for (from, to) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
      try space.ground.addShape(.segment(from: from, to: to, radius: 1), friction: 0, elasticity: 1)
    }
    let box = try Body(mass: 3, shape: .box(width: 30, height: 20), friction: 0, elasticity: 1)
    (box.position, box.velocity) = (Vector(0, 340), Vector(0, -200))
    box.angularVelocity = Double(spin)
    try space.add(box)
    let energy = space.energy
    try space.run(ticks: 1200)
    #expect(abs(space.energy / energy - 1) < 0.005)
  }

  @Test("lets a crate of any mass lie on a light one", arguments: [100.0, 300, 1000, 10_000])
  func weights(mass: Double) throws {
    let space = try Space.soft()
    let crates = try space.stack(of: 2)
    (crates[1].mass, crates[1].moment) = (mass * crates[0].mass, mass * crates[0].moment)
    let top = crates[1].position.y
    try space.run(ticks: 1200)
    #expect(abs(crates[1].position.y - top) < 0.5)
  }

  @Test("lets a wide box of 10,000 masses lie on a crate")
  func wideWeight() throws {
    let space = try Space.soft()
    _ = try space.stack(of: 1)
    let box = try space.box(64, 16, at: Vector(0, 40))
    box.mass = 10_000
    box.moment = try Geometry.box(width: 64, height: 16).moment(mass: 10_000)
    try space.run(ticks: 1200)
    #expect(abs(box.position.y - 40) < 0.5)
  }

  /// Whether steps have the same results with a number of substeps.
  private func needs(_ number: Int, _ scene: (Space) throws -> Void) throws -> Bool {
    let states = try [0, number].map { substeps in
      let space = try Space.soft()
      space.substeps = substeps
      try scene(space)
      try space.run(ticks: 2)
      return space.bodies.map(\.state)
    }
    return states[0] == states[1]
  }

  @Test(
    "needs four substeps for a heavy wheel on a crate if a pivot holds its centre",
    arguments: [0.0, 1]
  )
  func heldWheel(distance: Double) throws {
    let isHeld = try needs(4) { space in
      _ = try space.stack(of: 1)
      let wheel = try Body(mass: 1000, shape: .circle(radius: 20), friction: 0.5)
      wheel.position = Vector(0, 52)
      try space.add(wheel)
      try space.add(PivotJoint(space.ground, wheel, at: Vector(distance, 52)))
    }
    #expect(isHeld == (distance == 0))
  }

  @Test("needs four substeps for a plank of 100 masses on three crates", arguments: [1, 3])
  func carriedPlank(crates: Int) throws {
    let isCarried = try needs(4) { space in
      _ = try space.stack(of: 0)
      let crates = try (0..<crates).map { try space.box(32, 32, at: Vector(48 * Double($0), 16)) }
      let plank = try space.box(128, 32, at: Vector(24 * Double(crates.count - 1), 48))
      plank.mass = 100 * crates[0].mass
      plank.moment = try Geometry.box(width: 128, height: 32).moment(mass: plank.mass)
    }
    #expect(isCarried == (crates == 3))
  }

  @Test("needs one substep for a spinning crate that falls freely", arguments: [0.0, 100])
  func freeFall(height: Double) throws {
    let isFree = try needs(1) { space in
      _ = try space.stack(of: 0)
      let crate = try space.box(32, 32, at: Vector(0, 16 + height))
      (crate.velocity, crate.angularVelocity) = (Vector(20, 30), 2)
    }
    #expect(isFree == (height > 0))
  }

  @Test(
    "needs four substeps for a stack of ten crates on a wide row if they slide over each other",
    arguments: [0.0, 100]
  )
  func slidingStack(speed: Double) throws {
    let isSliding = try needs(4) { space in
      _ = try space.stack(of: 0)
      for place in -20...20 { _ = try space.box(32, 32, at: Vector(32 * Double(place), 16)) }
      for row in 1...10 {
        let crate = try space.box(32, 32, at: Vector(0, 16 + 32 * Double(row)))
        crate.velocity.x = row.isMultiple(of: 2) ? speed : -speed
      }
    }
    #expect(isSliding == (speed > 0))
  }

  @Test("lets a high wall of loose bricks rest", arguments: [0.5, 1])
  func looseWall(friction: Double) throws {
    let space = try Space.soft()
    _ = try space.stack(of: 0)
    for row in 0..<60 {
      for place in 0..<(10 - row % 2) {
        let x = 32.5 * (Double(place) + 0.5 * Double(row % 2))
        let brick = try space.box(32, 32, at: Vector(x, 16 + 32 * Double(row)))
        for shape in brick.shapes { shape.friction = friction }
      }
    }
    try space.run(ticks: 1200)
    let speeds = space.states.map(\.velocity.length)
    #expect(speeds.reduce(0, +) < 0.5 * Double(speeds.count))
  }

  @Test("needs twelve substeps for a wall of 185 rows, whose lowest crates overlap as those of 100")
  func highWall() throws {
    let isEnough = try needs(12) { space in
      _ = try space.stack(of: 0)
      for row in 0..<185 {
        let shift = row.isMultiple(of: 2) ? 0.0 : 16
        for place in 0..<10 {
          _ = try space.box(32, 32, at: Vector(32 * Double(place) + shift, 16 + 32 * Double(row)))
        }
      }
    }
    #expect(isEnough)
  }

  @Test("lets a crate of any mass lie on a light plank", arguments: [100.0, 1000])
  func plank(mass: Double) throws {
    let space = try Space.soft()
    for x in [-50.0, 50] {
      try space.ground.addShape(.box(width: 20, height: 40, center: Vector(x, -20)), friction: 0.5)
    }
    let plank = try space.box(140, 6, at: Vector(0, 3))
    let crate = try space.box(30, 30, at: Vector(0, 21))
    (crate.mass, crate.moment) = (mass * plank.mass, mass * plank.mass * 150)
    try space.run(ticks: 1200)
    #expect(abs(crate.position.y - 21) < 0.2)
  }

  @Test("swings a small ball on an arm that turns with it", arguments: [5, 1, 0.1])
  func longArm(radius: Double) throws {
    let space = try Space.soft()
    let ball = try space.ball(radius, onArm: 100)
    try space.add(PivotJoint(space.ground, ball, anchorA: .zero, anchorB: Vector(-100, 0)))
    let energy = space.energy
    try space.run(ticks: 1200)
    #expect((ball.position.length - 100) < 0.05)
    // A hundredth of the energy of a fall by the arm's length.
    #expect(abs(space.energy - energy) < 0.01 * 1000 * 100)
  }

  @Test("adds no energy to a ball that whirls on an arm at the end of a rod", arguments: [20.0, 5])
  func whirl(radius: Double) throws {
    let space = try Space.soft()
    let ball = try space.ball(radius, onArm: 100)
    let (start, tip) = (Vector(0, 50), Vector(-100, 0))
    try space.add(PinJoint(space.ground, ball, anchorA: start, anchorB: tip))
    let energy = space.energy
    try space.run(ticks: 1200) { #expect(space.energy < energy + 0.01 * 1000 * 100) }
  }

  @Test("carries a ball around on an arm of a kinematic body")
  func carousel() throws {
    let space = try Space.soft(gravity: 0)
    let hub = Body.kinematic()
    hub.angularVelocity = 8
    try space.add(hub)
    let ball = try Body(mass: 1, shape: .circle(radius: 10))
    (ball.position, ball.velocity) = (Vector(100, 0), Vector(0, 800))
    try space.add(ball)
    try space.add(PivotJoint(hub, ball, at: Vector(100, 0)))
    try space.run(ticks: 600) {
      #expect((ball.position - hub.worldPoint(ofLocal: Vector(100, 0))).length < 0.1)
    }
  }

  @Test("turns a light hub's long arm at the rate of its motor")
  func rotor() throws {
    let space = try Space.soft(gravity: 0)
    let (hub, weight) = (
      try Body(mass: 1, shape: .circle(radius: 10)), try Body(mass: 1, shape: .circle(radius: 5))
    )
    weight.position = Vector(100, 0)
    for body in [hub, weight] { try space.add(body) }
    try space.add(PivotJoint(space.ground, hub, at: .zero))
    try space.add(SimpleMotor(space.ground, hub, rate: 20))
    try space.add(PivotJoint(hub, weight, at: Vector(100, 0)))
    try space.add(GearJoint(hub, weight, ratio: 1))
    try space.run(ticks: 600)
    #expect(abs(hub.angularVelocity - 20) < 1)
    #expect(abs((weight.position - hub.position).length - 100) < 1)
  }

  @Test("passes the momentum through a row of balls", arguments: [0, 0.2])
  func cradle(gap: Double) throws {
    let space = try Space.soft(gravity: 0)
    var balls: [Body] = []
    for place in 0..<5 {
      let ball = try Body(mass: 1, shape: .circle(radius: 20), elasticity: 1)
      ball.position = Vector((40 + gap) * Double(place) - (place == 0 ? 30 : 0), 0)
      try space.add(ball)
      balls.append(ball)
    }
    balls[0].velocity = Vector(400, 0)
    try space.run(ticks: 30)
    #expect(abs(balls[4].velocity.x - 400) < 4)
    for ball in balls.dropLast() { #expect(ball.velocity.length < 4) }
  }

  @Test("passes the momentum through a row of touching boxes at any angle")
  func boxCradle() throws {
    // The first impact is at the end of a step.
    for place in 0..<400 {
      let space = try Space.soft(gravity: 0)
      let (angle, center) = (0.0157 * Double(place), Vector(0.37, 0.73) * Double(place * 200))
      let along = Vector(cos(angle), sin(angle))
      let boxes = try [-40, 20.1, 40.2, 60.3, 80.4].map { distance in
        let box = try Body(mass: 1, moment: .infinity)
        try box.addShape(.box(width: 20.1, height: 30), elasticity: 1)
        (box.position, box.angle) = (center + along * distance, angle)
        try space.add(box)
        return box
      }
      boxes[0].velocity = along * 400
      try space.run(ticks: 60)
      #expect((boxes[4].velocity - along * 400).length < 1, "at \(angle) rad")
    }
  }

  @Test("falls along the parabola, to rounding", arguments: [1.0 / 30, 1.0 / 120, 1.0 / 1000])
  func fall(step: Double) throws {
    let space = try Space(timeStep: step, engine: .tiltbox)
    space.gravity = Vector(0, -1000)
    let crate = try space.box(32, 32, at: Vector(0, 0))
    crate.velocity = Vector(30, 200)
    for tick in 1...100 {
      try space.step()
      let time = Double(tick) * step
      let expected = Vector(30 * time, 200 * time - 500 * time * time)
      #expect((crate.position - expected).length < 1e-10 * (1 + expected.length))
    }
  }

  @Test("keeps the energy of a double pendulum of pins within 5 % in 30 seconds")
  func doublePendulum() throws {
    let space = try Space.soft()
    var before = space.ground
    for place in 1...2 {
      let ball = try Body(mass: 1, shape: .circle(radius: 10))
      ball.position = Vector(100 * Double(place), 0)
      ball.shapes[0].filter = ShapeFilter(group: 1)
      try space.add(ball)
      try space.add(PinJoint(before, ball))
      before = ball
    }
    let energy = space.energy
    try space.run(ticks: 3600)
    // Both balls hang 100 and 200 units below the pivot at the least.
    #expect(abs(space.energy - energy) < 0.05 * 1000 * 300)
  }

  @Test("parts crates that overlap by half without throwing them up")
  func overlaps() throws {
    let space = try Space.soft()
    let crates = try space.stack(of: 10, gap: -16)
    var highest = 0.0
    try space.run(ticks: 600) {
      for (place, crate) in crates.enumerated() {
        highest = max(highest, crate.position.y - (16 + 32 * Double(place)))
      }
    }
    #expect(highest < 32)
  }

  @Test("survives stiff springs")
  func springs() throws {
    let space = try Space.soft()
    let crate = try space.box(32, 32, at: Vector(0, -100))
    let spring = try DampedSpring(
      space.ground,
      crate,
      anchorA: Vector(0, 0),
      anchorB: Vector(0, 0),
      restLength: 100,
      stiffness: 1e9,
      damping: 0
    )
    try space.add(spring)
    try space.run(ticks: 600)
    #expect((crate.position - Vector(0, -100)).length < 1)
  }

  @Test("calls a body's functions in each substep, and those of a kinematic body in each step")
  func updateFunctions() throws {
    let space = try Space.soft()
    space.substeps = 8
    let (crate, lift) = (try space.box(32, 32, at: .zero), Body.kinematic())
    try space.add(lift)
    var (velocities, positions, liftVelocities): ([Double], [Double], [Double]) = ([], [], [])
    crate.velocityFunction = { update in
      velocities.append(update.timeStep)
      update.integrate()
    }
    crate.positionFunction = { update in
      positions.append(update.timeStep)
      update.integrate()
    }
    lift.velocityFunction = { update in
      liftVelocities.append(update.timeStep)
      update.velocity = Vector(0, 60)
    }
    try space.run(ticks: 10)
    let step = 1.0 / 120
    #expect(velocities == Array(repeating: step / 8, count: 80))
    #expect(positions == velocities)
    #expect(liftVelocities == Array(repeating: step, count: 10))
    #expect(abs(lift.position.y - 5) < 1e-9)
  }

  @Test("goes on from a checkpoint and from a snapshot to the bit, at each tick")
  func restoring() throws {
    let space = try Space.soft()
    try space.ground.addShape(.segment(from: Vector(-500, 0), to: Vector(500, 0)), friction: 0.7)
    for place in 0..<40 {
      let at = Vector(17 * Double(place % 8) - 60, 30 + 20 * Double(place / 8))
      let body =
        place.isMultiple(of: 3)
        ? try Body(mass: 1, shape: .circle(radius: 7), friction: 0.5, elasticity: 0.5)
        : try Body(mass: 1, shape: .box(width: 14, height: 12), friction: 0.5)
      body.position = at
      try space.add(body)
    }
    try space.add(PinJoint(space.bodies[3], space.bodies[12]))
    try space.add(PivotJoint(space.bodies[5], space.bodies[6], at: space.bodies[5].position))
    for _ in 0..<120 {
      try space.step()
      let twin = try Space(restoring: Checkpoint(space.checkpoint().text))
      let snapshot = try space.snapshot()
      try space.run(ticks: 3)
      let states = space.states
      try twin.run(ticks: 3)
      #expect(twin.states == states)
      try space.restore(snapshot)
      try space.run(ticks: 3)
      #expect(space.states == states)
      try space.restore(snapshot)
    }
  }
}

extension Space {
  fileprivate static func soft(gravity: Double = 1000) throws -> Space {
    let space = try Space(engine: .tiltbox)
    space.gravity = Vector(0, -gravity)
    return space
  }

  /// A ball at the end of an arm from the origin to the right.
  fileprivate func ball(_ radius: Double, onArm length: Double) throws -> Body {
    let ball = try Body(mass: 1, shape: .circle(radius: radius))
    ball.position = Vector(length, 0)
    try add(ball)
    return ball
  }

  /// Adds a stack of crates of mass 1 on a floor, each a little beside the one below.
  fileprivate func stack(of count: Int, size: Double = 32, gap: Double = 0) throws -> [Body] {
    let floor = (Vector(-60 * size, 0), Vector(60 * size, 0))
    try ground.addShape(.segment(from: floor.0, to: floor.1), friction: 0.7)
    return try (0..<count).map { place in
      let aside = Double(place * 7 % 5 - 2) * size / 200
      return try box(
        size,
        size,
        at: Vector(aside, size / 2 + (size + gap) * Double(place) + min(gap, 0) / 2)
      )
    }
  }

  fileprivate func box(
    _ width: Double,
    _ height: Double,
    at position: Vector,
    group: UInt = 0
  ) throws -> Body {
    let body = try Body(mass: 1, shape: .box(width: width, height: height), friction: 0.7)
    body.position = position
    body.shapes[0].filter = ShapeFilter(group: group)
    try add(body)
    return body
  }

  fileprivate func run(ticks: Int, each: () -> Void = {}) throws {
    for _ in 0..<ticks {
      try step()
      each()
    }
  }

  fileprivate var greatestSpeed: Double { bodies.map(\.velocity.length).max() ?? 0 }
}
