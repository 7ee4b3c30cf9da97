import Chipmunk
import Foundation
import Synchronization
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
    let result = Mutex<PhysicsError?>(nil)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      do {
        let rig = try Rig()
        try rig.space.setSleepTimeThreshold(sleeping ? 0.5 : nil)
        var last = rig.space.ground
        for index in 1...count {
          let next = try rig.disc(at: Vector(Double(index) * 10, 0))
          _ = try rig.add(PivotJoint(last, next, at: next.position))
          last = next
        }
        try rig.space.step()
      } catch {
        result.withLock { $0 = error as? PhysicsError }
      }
      done.signal()
    }
    thread.stackSize = stack
    thread.start()
    done.wait()
    return result.withLock { $0 }
  }
}
