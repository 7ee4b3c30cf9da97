import Testing

@testable import TiltboxServer

@Suite("Who holds the tilt")
struct TiltHolderTests {
  @Test("it goes to the first who moves, and to another when that one has lain still")
  func last() {
    var holder = TiltHolder()
    #expect(holder.viewer == nil)
    #expect({ holder.take(1, at: .seconds(10)) }())
    #expect({ !holder.take(2, at: .seconds(10.4)) }())
    #expect({ holder.take(1, at: .seconds(10.4)) }())
    #expect({ !holder.take(2, at: .seconds(10.8)) }())
    #expect({ holder.take(2, at: .seconds(11)) }())
    #expect(holder.viewer == 2)
  }

  @Test("a lock keeps it until its owner gives it free or leaves")
  func lock() {
    var holder = TiltHolder()
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

  @Test("a lock whose owner does not move is given free in the end")
  func expiry() {
    var holder = TiltHolder()
    #expect({ holder.lock(1, true, at: .seconds(10)) }())
    #expect({ holder.take(1, at: .seconds(40)) }())
    #expect({ !holder.expire(at: .seconds(99)) }())
    #expect({ !holder.take(2, at: .seconds(99)) }())
    #expect({ holder.expire(at: .seconds(100)) }())
    #expect({ holder.take(2, at: .seconds(100)) }())
  }
}
