import Testing

@testable import TiltboxServer

@Suite("Tilt arbiter")
struct TiltArbiterTests {
  @Test("is the first viewer who moves, and another one once that viewer is still")
  func last() {
    var arbiter = TiltArbiter()
    #expect(arbiter.viewer == nil)
    #expect({ arbiter.take(1, at: .seconds(10)) }())
    #expect({ !arbiter.take(2, at: .seconds(10.4)) }())
    #expect({ arbiter.take(1, at: .seconds(10.4)) }())
    #expect({ !arbiter.take(2, at: .seconds(10.8)) }())
    #expect({ arbiter.take(2, at: .seconds(11)) }())
    #expect(arbiter.viewer == 2)
  }

  @Test("is fixed by a lock until its owner unlocks or leaves")
  func lock() {
    var arbiter = TiltArbiter()
    #expect({ arbiter.lock(1, true, at: .seconds(50)) }())
    #expect({ !arbiter.take(2, at: .seconds(100)) }())
    #expect({ !arbiter.lock(2, true, at: .seconds(101)) }())
    #expect({ !arbiter.lock(2, false, at: .seconds(50)) }())
    #expect({ arbiter.lock(1, false, at: .seconds(50)) }())
    #expect({ arbiter.take(2, at: .seconds(100)) }())
    #expect({ arbiter.lock(2, true, at: .seconds(101)) }())
    arbiter.leave(1)
    #expect(arbiter.isLocked)
    arbiter.leave(2)
    #expect(!arbiter.isLocked && arbiter.viewer == nil)
  }

  @Test("is freed in the end if the lock's owner does not move")
  func expiry() {
    var arbiter = TiltArbiter()
    #expect({ arbiter.lock(1, true, at: .seconds(10)) }())
    #expect({ arbiter.take(1, at: .seconds(40)) }())
    #expect({ !arbiter.expire(at: .seconds(99)) }())
    #expect({ !arbiter.take(2, at: .seconds(99)) }())
    #expect({ arbiter.expire(at: .seconds(100)) }())
    #expect({ arbiter.take(2, at: .seconds(100)) }())
  }
}
