import NIOCore
import NIOEmbedded
import NIOWebSocket
import Testing
import Tiltbox

@testable import TiltboxServer

@Suite("Hub")
struct HubTests {
  @Test("is released when its server has stopped, and so is the feed")
  func released() throws {
    weak var released: LiveFeed?
    do {
      let feed = LiveFeed()
      released = feed
      let server = try Server(ServerOptions(), mailbox: Mailbox(), feed: feed)
      server.stop()
    }
    #expect(released == nil)
  }

  @Test("shows a scene to earlier viewers, even if a later one knows it already")
  func sceneBetweenViewers() throws {
    let feed = LiveFeed()
    let hub = Hub(ServerOptions(), Access(token: nil, names: []), Mailbox(), feed)
    let channels = try (0..<2).map { number in
      let channel = EmbeddedChannel()
      let (target, webSocket) = (RequestTarget("/live?format=json"), WebSocketHandler())
      let viewer = Viewer(hub, try FrameParameters(target), webSocket, isWatcher: false)
      if number == 1 {
        feed.publish {
          $0.scene = .init(list: 7, text: ByteBuffer(string: "scene 7"), scenario: "")
        }
      }
      try channel.pipeline.syncOperations.addHandlers(webSocket, viewer)
      return channel
    }
    hub.spread()
    for channel in channels {
      var texts: [String] = []
      while let frame = try channel.readOutbound(as: WebSocketFrame.self) {
        texts.append(String(buffer: frame.data))
      }
      #expect(texts.count { $0 == "scene 7" } == 1)
      _ = try channel.finish()
    }
  }
}
