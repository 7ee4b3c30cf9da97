import Chipmunk
import TestSupport
import Testing

@Suite("The stack of a step")
struct SpaceStackTests {
  // The C library would traverse the chain recursively, and crash at some length.
  @Test("holds a chain of bodies that may sleep, or the step is rejected")
  func chain() throws {
    #expect(Self.stepChain(of: 1500, stack: 256 << 10, sleeping: true) == nil)
    #expect(Self.stepChain(of: 3000, stack: 64 << 10, sleeping: true, in: .tiltbox) == nil)
    let refused = Self.stepChain(of: 3000, stack: 256 << 10, sleeping: true)
    #expect(refused?.code == .stackTooSmall)
    #expect(refused?.value == 3000)
    #expect(
      refused?.description.contains("may sleep is 3000; this thread's stack holds at most") == true
    )
    #expect(Self.stepChain(of: 3000, stack: 1 << 20, sleeping: true) == nil)
    #expect(Self.stepChain(of: 3000, stack: 256 << 10, sleeping: false) == nil)
  }

  private static func stepChain(
    of count: Int,
    stack: Int,
    sleeping: Bool,
    in engine: Engine = .chipmunk
  ) -> PhysicsError? {
    run(stack: stack) {
      let rig = try Rig(engine: engine)
      try rig.space.set(\.sleepTimeThreshold, to: sleeping ? 0.5 : nil)
      var last = rig.space.ground
      for index in 1...count {
        let next = try rig.disc(at: Vector(Double(index) * 10, 0))
        _ = try rig.add(PivotJoint(last, next, at: next.position))
        last = next
      }
      try rig.space.step()
    }
  }

  // The C library's tree of shapes in a row is as deep as their number, and the library traverses it recursively.
  @Test("holds the shapes that are added in a row, or rejects more of them")
  func row() async {
    await #expect(processExitsWith: .success) {
      func row(of count: Int, stack: Int) -> PhysicsError? {
        run(stack: stack) {
          let space = try Space(engine: .chipmunk)
          for place in 0..<count {
            try space.ground.addShape(.circle(radius: 1, center: Vector(Double(place), 0)))
          }
        }
      }
      precondition(row(of: 1000, stack: 256 << 10) == nil)
      precondition(row(of: 3000, stack: 256 << 10)?.code == .stackTooSmall)
      precondition(row(of: 3000, stack: 1 << 20) == nil)
    }
  }

  @Test("of another thread may be too small for a space: it cannot be stepped or queried there")
  func otherThread() async {
    await #expect(processExitsWith: .success) {
      nonisolated(unsafe) var built: Space?
      // The system reuses the stack of an exited thread if it is at most four times as large.
      let (small, large) = (256 << 10, 2 << 20)
      let failure = run(stack: large) {
        let (space, tiles) = (try Space(engine: .chipmunk), Body.static())
        for place in 0..<4000 {
          try tiles.addShape(.circle(radius: 1, center: Vector(Double(place), 0)))
        }
        try space.add(tiles)
        try space.step()
        unsafe built = space
      }
      precondition(failure == nil)
      let calls: [@Sendable (Space) throws -> Void] = [
        { try $0.step() }, { _ = try $0.pointQuery(.zero) }, { _ = try $0.checkpoint() },
        { _ = try $0.segmentQuery(from: .zero, to: Vector(0, 9)) },
        { try $0.ground.addShape(.circle(radius: 1)) },
      ]
      for call in calls {
        let refused = run(stack: small) { if let space = unsafe built { try call(space) } }
        precondition(refused?.code == .stackTooSmall)
      }
      for call in calls {
        let refused = run(stack: large) { if let space = unsafe built { try call(space) } }
        precondition(refused == nil)
      }
      precondition(unsafe built?.tick == 2)
    }
  }

  // Waking puts the shapes of sleeping bodies back into a tree that is as deep as their number.
  @Test(
    "of a small thread is enough to wake thousands of bodies in any way, and to release them"
  )
  func waking() async {
    await #expect(processExitsWith: .success) {
      nonisolated(unsafe) var built: Space?
      let (small, large) = (256 << 10, 4 << 20)
      let calls: [@Sendable (Space) throws -> Void] = [
        { for body in $0.bodies { body.wake() } },
        { for body in $0.bodies { body.position.y += 1 } },
        { for body in $0.bodies { body.velocity = Vector(1, 0) } },
        { for body in $0.bodies { body.applyImpulse(Vector(1, 0), at: body.position) } },
        { for body in $0.bodies { body.force = Vector(1, 0) } },
        { for body in $0.bodies { body.mass = 2 } },
        { for body in $0.bodies { try body.setType(.kinematic) } },
        { for body in $0.bodies { body.shapes[0].friction = 1 } },
        { for body in $0.bodies { body.shapes[0].filter = .none } },
        { for body in $0.bodies { body.shapes[0].isSensor = true } },
        { for body in $0.bodies { try body.setState(BodyState(angle: 1)) } },
        { for body in $0.bodies { try $0.remove(body) } },
        { try $0.writeStates($0.bodies.map { BodyState(position: $0.position, angle: 1) }) },
        { $0.gravity = Vector(0, -10) }, { $0.wakeAll() }, { $0.sleepTimeThreshold = nil },
        { _ in unsafe built = nil },
      ]
      for (engine, call) in Engine.allCases.flatMap({ kind in calls.map { (kind, $0) } }) {
        let failure = run(stack: large) {
          let space = try Space(engine: engine)
          space.sleepTimeThreshold = 100
          for place in 0..<3000 {
            let crate = try Body(mass: 1, shape: .box(width: 2, height: 2))
            crate.position.x = Double(place) * 3
            try space.add(crate)
            try crate.sleep()
          }
          unsafe built = space
        }
        precondition(failure == nil)
        let refused = run(stack: small) { if let space = unsafe built { try call(space) } }
        precondition(refused == nil)
        unsafe built = nil
      }
    }
  }

  // The same holds for a body's list of constraints if the first one that was added is removed.
  @Test("does not overflow when one of many constraints of a body is removed")
  func manyAtOneBody() async {
    await #expect(processExitsWith: .success) {
      let failure = run(stack: 256 << 10) {
        let rig = try Rig()
        let hub = try rig.disc()
        let first = try rig.add(PivotJoint(hub, rig.disc(), at: .zero))
        for _ in 0..<30_000 { _ = try rig.add(PivotJoint(hub, rig.space.ground, at: .zero)) }
        try rig.space.remove(first)
      }
      precondition(failure == nil)
    }
  }
}
