import Testing
import Tiltbox
import TiltboxFiles

@testable import TiltboxServer

@Suite("What viewers have sent")
struct InboxTests {
  private let inbox = Inbox()

  @Test("of each viewer's tilts the newest is kept")
  func tilts() {
    for number in 1...1000 { inbox.add(Tilt(x: Double(number), y: 0), from: number % 2) }
    let tilts = inbox.take().tilts
    #expect(tilts.map(\.viewer) == [1, 0])
    #expect(tilts.map(\.tilt.x) == [999, 1000])
    #expect(inbox.take().tilts.isEmpty)
  }

  @Test("of lines each viewer's are taken in their order, so many and no more")
  func lines() {
    let line = ViewerLine(#"{"step":true}"#.utf8)
    for _ in 0..<Inbox.linesPerViewer { #expect(inbox.add(line, from: 1)) }
    #expect(!inbox.add(line, from: 1))
    #expect(inbox.add(line, from: 2))
    #expect(inbox.take().letters.count == Inbox.linesPerViewer + 1)
    #expect(inbox.add(line, from: 1))
  }

  @Test("who has gone tilts no more")
  func departed() {
    inbox.add(.upright, from: 1)
    inbox.leave(1)
    let contents = inbox.take()
    #expect(contents.tilts.isEmpty && contents.departed == [1])
  }
}
