import Testing

@testable import TiltboxServer

@Suite("Holder of the tilt")
struct TiltHolderTests {
  @Test("is the first viewer who moves, and another one once that viewer is still")
  func last() {
    var holder = TiltArbiter()
    #expect(holder.viewer == nil)
    #expect({ holder.take(1, at: .seconds(10)) }())
    #expect({ !holder.take(2, at: .seconds(10.4)) }())
    #expect({ holder.take(1, at: .seconds(10.4)) }())
    #expect({ !holder.take(2, at: .seconds(10.8)) }())
    #expect({ holder.take(2, at: .seconds(11)) }())
    #expect(holder.viewer == 2)
  }

  @Test("is fixed by a lock until its owner unlocks or leaves")
  func lock() {
    var holder = TiltArbiter()
    #expect({ holder.lock(1, true, at: .seconds(50)) }())
    #expect({ !holder.take(2, at: .seconds(100)) }())
    #expect({ !holder.lock(2, true, at: .seconds(101)) }())
    #expect({ !holder.lock(2, false, at: .seconds(50)) }())
    #expect({ holder.lock(1, false, at: .seconds(50)) }())
    #expect({ holder.take(2, at: .seconds(100)) }())
    #expect({ holder.lock(2, true, at: .seconds(101)) }())
    holder.leave(1)
    #expect(holder.isLocked)
    holder.leave(2)
    #expect(!holder.isLocked && holder.viewer == nil)
  }

  @Test("is freed in the end if the lock's owner does not move")
  func expiry() {
    var holder = TiltArbiter()
    #expect({ holder.lock(1, true, at: .seconds(10)) }())
    #expect({ holder.take(1, at: .seconds(40)) }())
    #expect({ !holder.expire(at: .seconds(99)) }())
    #expect({ !holder.take(2, at: .seconds(99)) }())
    #expect({ holder.expire(at: .seconds(100)) }())
    #expect({ holder.take(2, at: .seconds(100)) }())
  }
}
