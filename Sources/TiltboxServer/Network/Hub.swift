internal import NIOCore
internal import NIOHTTP1
internal import NIOWebSocket
internal import Tiltbox

/// What all connections share. It lives on the one event loop.
final class Hub {
  let options: ServerOptions
  let access: Access
  let inbox: Inbox
  let board: Board
  var counts = Counts()
  var connections = 0

  private var viewers: [Int: Viewer] = [:]
  private var nextNumber = 1
  private var list = -1

  /// Connections beside those of viewers: pages being read, requests of other tools.
  private static let spareConnections = 64

  init(_ options: ServerOptions, _ access: Access, _ inbox: Inbox, _ board: Board) {
    (self.options, self.access, self.inbox, self.board) = (options, access, inbox, board)
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
    let news = board.news
    if let scene = news.scene { viewer.show(scene) }
    if let snapshot = news.snapshot { viewer.show(Pictures(snapshot)) }
    tellStatus(news.status)
  }

  func leave(_ viewer: Viewer) {
    guard viewers.removeValue(forKey: viewer.number) != nil else { return }
    inbox.leave(viewer.number)
    tellStatus(board.news.status)
  }

  /// Hands on what the run has posted.
  func spread() {
    let news = board.take()
    if let scene = news.scene, scene.list != list {
      list = scene.list
      for viewer in viewers.values { viewer.show(scene) }
    }
    for (number, text) in news.answers { viewers[number]?.tell(ByteBuffer(bytes: text)) }
    if let snapshot = news.snapshot {
      let pictures = Pictures(snapshot)
      for viewer in viewers.values { viewer.show(pictures) }
    }
    if news.statusChanged { tellStatus(news.status) }
  }

  private func tellStatus(_ status: Board.Status) {
    let text = StatusMessage.text(status, clients: viewers.count)
    for viewer in viewers.values { viewer.tell(text) }
  }

  /// Sees who is still there.
  func ping() { for viewer in viewers.values { viewer.ping() } }

  /// Says goodbye to everybody.
  func close() { for viewer in viewers.values { viewer.close(.goingAway) } }
}

/// A snapshot as messages; each form is made once, if anybody wants it.
final class Pictures {
  let snapshot: Snapshot
  private(set) lazy var binary = FrameMessage.binary(snapshot)
  private(set) lazy var json = FrameMessage.json(snapshot)

  init(_ snapshot: Snapshot) { self.snapshot = snapshot }
}
