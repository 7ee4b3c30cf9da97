internal import NIOCore
internal import NIOHTTP1
internal import NIOWebSocket
internal import Tiltbox

/// What all connections share. It lives on the one event loop.
final class Hub {
  let options: ServerOptions
  let access: Access
  let mailbox: Mailbox
  let feed: LiveFeed
  var counts = Counts()
  var connections = 0

  private var viewers: [Int: Viewer] = [:]
  private var nextNumber = 1
  private var list = -1

  /// Connections beside those of viewers: pages being read, requests of other tools.
  private static let spareConnections = 64

  init(_ options: ServerOptions, _ access: Access, _ mailbox: Mailbox, _ feed: LiveFeed) {
    (self.options, self.access, self.mailbox, self.feed) = (options, access, mailbox, feed)
  }

  var clients: Int { viewers.count }
  var hasTooManyConnections: Bool { connections > options.maxClients + Self.spareConnections }
  /// Far beyond what can be answered with a reason.
  var isFlooded: Bool { connections > options.maxClients + 16 * Self.spareConnections }

  /// Throws why a viewer is not let in, if it is not.
  func checkViewer(_ head: HTTPRequestHead) throws(Refusal) {
    try access.check(head)
    guard viewers.count < options.maxClients else {
      throw Refusal(
        .serviceUnavailable,
        "\(viewers.count) viewers are there, as many as there can be; try again later",
        headers: [("Retry-After", "5")]
      )
    }
  }

  func number() -> Int {
    defer { nextNumber += 1 }
    return nextNumber
  }

  func enter(_ viewer: Viewer) {
    viewers[viewer.number] = viewer
    let newest = feed.newest
    if let scene = newest.scene { viewer.show(scene) }
    if let frame = newest.frame { viewer.show(FrameMessages(frame)) }
    tellStatus(newest.status)
  }

  func leave(_ viewer: Viewer) {
    guard viewers.removeValue(forKey: viewer.number) != nil else { return }
    mailbox.leave(viewer.number)
    tellStatus(feed.newest.status)
  }

  /// Hands on what the run has posted.
  func spread() {
    let newest = feed.take()
    // A request is answered before what it has changed is shown.
    for (number, text) in newest.answers { viewers[number]?.tell(ByteBuffer(bytes: text)) }
    if let scene = newest.scene, scene.list != list {
      list = scene.list
      for viewer in viewers.values { viewer.show(scene) }
    }
    if let frame = newest.frame {
      let messages = FrameMessages(frame)
      for viewer in viewers.values { viewer.show(messages) }
    }
    if newest.statusChanged { tellStatus(newest.status) }
  }

  private func tellStatus(_ status: LiveFeed.Status) {
    let text = StatusMessage.text(status, clients: viewers.count)
    for viewer in viewers.values { viewer.tell(text) }
  }

  /// Sees who is still there.
  func ping() { for viewer in viewers.values { viewer.ping() } }

  /// Says goodbye to everybody.
  func close() { for viewer in viewers.values { viewer.close(.goingAway) } }
}

/// A frame as messages; each form is made once, if anybody wants it.
final class FrameMessages {
  let frame: Frame
  private(set) lazy var binary = FrameMessage.binary(frame)
  private(set) lazy var json = FrameMessage.json(frame)

  init(_ frame: Frame) { self.frame = frame }
}
