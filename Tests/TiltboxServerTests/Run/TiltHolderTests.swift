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
    #expect({ holder.lock(1, true) }())
    #expect({ !holder.take(2, at: .seconds(100)) }())
    #expect({ !holder.lock(2, true) }())
    #expect({ !holder.lock(2, false) }())
    #expect({ holder.lock(1, false) }())
    #expect({ holder.take(2, at: .seconds(100)) }())
    #expect({ holder.lock(2, true) }())
    holder.leave(1)
    #expect(holder.isLocked)
    holder.leave(2)
    #expect(!holder.isLocked && holder.viewer == nil)
  }
}
