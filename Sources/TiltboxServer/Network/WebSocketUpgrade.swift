package import NIOCore
package import NIOHTTP1
package import NIOWebSocket

/// The one way from a request to a WebSocket: the upgrade, frames, whole messages, their handler, and a handler of its
/// messages.
package enum WebSocketUpgrade {
  /// Makes what a pipeline of HTTP needs for the upgrade.
  ///
  /// - Parameters:
  ///   - limits: How long a message may be.
  ///   - accepts: Whether a request is for a WebSocket; throws if it is, and not let in.
  ///   - begin: Adds the handler of the messages, behind the WebSocket handler.
  /// - Returns: An upgrader for `configureHTTPServerPipeline`.
  package static func upgrader(
    _ limits: MessageLimits,
    accepts: @escaping @Sendable (HTTPRequestHead) throws -> Bool,
    begin: @escaping @Sendable (any Channel, HTTPRequestHead, WebSocketHandler) throws -> Void
  ) -> NIOWebSocketServerUpgrader {
    NIOWebSocketServerUpgrader(
      maxFrameSize: limits.bytes,
      automaticErrorHandling: false,
      shouldUpgrade: { channel, head in
        channel.eventLoop.makeCompletedFuture { try accepts(head) ? HTTPHeaders() : nil }
      },
      upgradePipelineHandler: { channel, head in
        channel.eventLoop.makeCompletedFuture {
          let webSocket = WebSocketHandler()
          try channel.pipeline.syncOperations.addHandlers(MessageReader(limits), webSocket)
          try begin(channel, head, webSocket)
        }
      }
    )
  }
}
