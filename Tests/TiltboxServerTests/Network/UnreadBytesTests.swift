import Testing

@testable import TiltboxServer

@Suite("Unread bytes of a viewer")
struct UnreadBytesTests {
  @Test("a long scene in transit disconnects no viewer; unread answers do")
  func scenes() {
    var unread = UnreadBytes()
    unread.add(10_000_000, isAnswer: false)
    unread.add(100, isAnswer: true)
    #expect(!unread.hasTooManyAnswers)
    #expect(unread.count == 10_000_100)
    unread.remove(10_000_000, isAnswer: false)
    for _ in 0..<2700 { unread.add(100, isAnswer: true) }
    #expect(unread.hasTooManyAnswers)
    for _ in 0..<2701 { unread.remove(100, isAnswer: true) }
    #expect(!unread.hasTooManyAnswers && unread.count == 0)
  }
}
