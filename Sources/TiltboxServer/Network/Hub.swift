internal import NIOCore
internal import NIOHTTP1
internal import NIOSSL
internal import NIOWebSocket
internal import Tiltbox

/// The state that all connections share. It lives on the single event loop.
final class Hub {
  let options: ServerOptions
  let access: Access
  let mailbox: Mailbox
  let feed: LiveFeed
  var counts = Counts()
  var connections = 0
  /// The TLS context of new connections.
  var tls: NIOSSLContext?
  /// The number of downloads in progress.
  var downloads = 0
  /// The rate limit of resets, which all viewers share.
  var resets: RateLimit
  let pendingConnections: PendingConnections

  private var viewers: [Int: Viewer] = [:]
  private var nextNumber = 1

  init(_ options: ServerOptions, _ access: Access, _ mailbox: Mailbox, _ feed: LiveFeed) {
    (self.options, self.access, self.mailbox, self.feed) = (options, access, mailbox, feed)
    resets = RateLimit(perMinute: options.resetsPerMinute)
    pendingConnections = PendingConnections(
      most: ServerOptions.pendingConnections,
      mostOfAddress: options.connectionsPerAddress
    )
  }

  var clients: Int { viewers.count }
  /// The bytes queued for viewers: for all of them, and for the slowest one.
  var queueLengths: (all: Int, longest: Int) {
    viewers.values.reduce((0, 0)) { ($0.0 + $1.queueLength, max($0.1, $1.queueLength)) }
  }

  /// Throws the reason if a viewer is not admitted.
  func checkViewer(_ head: HTTPRequestHead) throws(Refusal) {
    try access.check(head)
    _ = try FrameParameters(RequestTarget(head.uri))
    guard viewers.count < options.maxClients else {
      throw .busy("\(viewers.count) viewers are there, as many as there can be; try again later")
    }
  }

  func number() -> Int {
    defer { nextNumber += 1 }
    return nextNumber
  }

  func enter(_ viewer: Viewer) {
    viewers[viewer.number] = viewer
    let newest = feed.newest
    options.log(.viewer("join", viewer.number, viewers: viewers.count))
    if let scene = newest.scene { viewer.show(scene) }
    if let frame = newest.frame { viewer.show(FrameMessages(frame)) }
    tellStatus(newest.status)
  }

  func leave(_ viewer: Viewer) {
    guard viewers.removeValue(forKey: viewer.number) != nil else { return }
    mailbox.leave(viewer.number)
    options.log(.viewer("leave", viewer.number, viewers: viewers.count))
    tellStatus(feed.newest.status)
  }

  /// Sends what the run has published to the viewers.
  func spread() {
    let newest = feed.take()
    for number in newest.rejectedBodies { viewers[number]?.returnBody() }
    // Send an answer before the frame that shows its effect.
    for (number, text) in newest.answers { viewers[number]?.tell(text) }
    if let scene = newest.scene { for viewer in viewers.values { viewer.show(scene) } }
    if let frame = newest.frame {
      let messages = FrameMessages(frame)
      for viewer in viewers.values { viewer.show(messages) }
    }
    if newest.statusChanged { tellStatus(newest.status) }
  }

  private func tellStatus(_ status: LiveFeed.Status) {
    let text = status.message(clients: viewers.count)
    for viewer in viewers.values { viewer.show(status: text) }
  }

  /// Pings all viewers to find those that are gone.
  func ping() { for viewer in viewers.values { viewer.ping() } }

  /// Closes all viewers' connections with a close frame.
  func close() { for viewer in viewers.values { viewer.close(.goingAway, "the service stops") } }
}

/// A frame as messages; each encoding is made at most once, on demand.
final class FrameMessages {
  let frame: Frame
  private(set) lazy var binary = FrameMessage.binary(frame)
  private(set) lazy var json = FrameMessage.json(frame)

  init(_ frame: Frame) { self.frame = frame }
}
