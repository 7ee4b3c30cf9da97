import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import TiltboxServer

/// Echoes each message through the WebSocket pipeline of the live page: `WebSocketEcho`.
///
/// Prints its port on the loopback address, and exits at the end of standard input.
@main
enum WebSocketEcho {
  /// Autobahn's longest message has 16 MiB; its most frames are 4 MiB in fragments of 64 bytes, and an empty one.
  private static let limits = MessageLimits(bytes: 16 << 20, fragments: (1 << 16) + 1)

  static func main() throws {
    let channel = try ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let upgrader = WebSocketUpgrade.upgrader(limits, accepts: { _ in true }) {
            channel,
            _,
            webSocket in
            try channel.pipeline.syncOperations.addHandler(Echo(webSocket))
          }
          try channel.pipeline.syncOperations.configureHTTPServerPipeline(
            withServerUpgrade: (upgraders: [upgrader], completionHandler: { _ in })
          )
        }
      }
      .bind(host: "127.0.0.1", port: 0).wait()
    FileHandle.standardOutput.write(Data("\(channel.localAddress?.port ?? 0)\n".utf8))
    while readLine() != nil {}
  }
}

/// Answers texts with texts and bytes with bytes.
private final class Echo: ChannelInboundHandler {
  typealias InboundIn = Message

  private let webSocket: WebSocketHandler

  init(_ webSocket: WebSocketHandler) { self.webSocket = webSocket }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch Self.unwrapInboundIn(data) {
    case .text(let text): webSocket.send(.text, text)
    case .binary(let bytes): webSocket.send(.binary, bytes)
    case .ping, .pong, .close: break
    }
  }
}
