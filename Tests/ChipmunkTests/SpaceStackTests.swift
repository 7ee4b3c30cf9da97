import Chipmunk
import Testing

@Suite("The stack of a step")
struct SpaceStackTests {
  // The C library would go along the chain by recursion, and crash at some length.
  @Test("holds a chain of bodies where they may sleep, or the step is refused")
  func chain() throws {
    #expect(Self.stepChain(of: 1500, stack: 256 << 10, sleeping: true) == nil)
    let refused = Self.stepChain(of: 3000, stack: 256 << 10, sleeping: true)
    #expect(refused?.code == .stackTooSmall)
    #expect(refused?.value == 3000)
    #expect(Self.stepChain(of: 3000, stack: 1 << 20, sleeping: true) == nil)
    #expect(Self.stepChain(of: 3000, stack: 256 << 10, sleeping: false) == nil)
  }

  private static func stepChain(of count: Int, stack: Int, sleeping: Bool) -> PhysicsError? {
    run(stack: stack) {
      let rig = try Rig()
      try rig.space.setSleepTimeThreshold(sleeping ? 0.5 : nil)
      var last = rig.space.ground
      for index in 1...count {
        let next = try rig.disc(at: Vector(Double(index) * 10, 0))
        _ = try rig.add(PivotJoint(last, next, at: next.position))
        last = next
      }
      try rig.space.step()
    }
  }

  // So it would for a body's list of constraints, when the one that was added first is removed.
  @Test("is not used up by removing one of many constraints of a body")
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
