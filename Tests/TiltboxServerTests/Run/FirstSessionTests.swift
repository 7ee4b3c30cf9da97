import Testing
import Tiltbox

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
}
