import Foundation
import Testing
import Tiltbox
import TiltboxFiles

@testable import TiltboxServer

@Suite("The first session of a service")
struct FirstSessionTests {
  @Test("is alive when the service announces its address, however long it took to begin")
  func alive() throws {
    let feed = LiveFeed()
    feed.noteAlive(MonotonicClock().now() - .seconds(60))
    let live = LiveRun(scenes: [Scene(name: "box") { .box() }], options: LiveOptions(), feed: feed)
    var isAlive: Bool?
    try live.run(
      Mailbox(),
      didBegin: { isAlive = feed.isAlive(at: MonotonicClock().now()) },
      shouldStop: { true }
    )
    #expect(isAlive == true)
  }

  @Test("ends at a reset even if its journal cannot be written any more")
  func brokenJournal() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var options = LiveOptions()
    options.journal = { scenario, session in
      if session == 2 { Self.breakWrites(to: folder.appending(path: "1").path) }
      let path = folder.appending(path: "\(session)").path
      return try Journal(creating: path, of: scenario, sync: .never)
    }
    let (mailbox, feed) = (Mailbox(), LiveFeed())
    #expect(mailbox.post(ViewerLine(#"{"reset":true}"#.utf8), from: 1))
    let live = LiveRun(scenes: [Scene(name: "box") { .box() }], options: options, feed: feed)
    var checks = 0
    try live.run(mailbox) {
      checks += 1
      return checks > 20
    }
    #expect(feed.newest.status.session == 2)
  }

  /// Makes further writes to an open file fail.
  private static func breakWrites(to path: String) {
    guard let other = FileHandle(forReadingAtPath: "/dev/null") else { return }
    let files = FileManager.default
    for number in 0..<1024 as Range<Int32>
    where (try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")) == path {
      dup2(other.fileDescriptor, number)
    }
  }
}
