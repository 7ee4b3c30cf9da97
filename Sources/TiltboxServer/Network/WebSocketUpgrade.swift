package import NIOCore
package import NIOHTTP1
package import NIOWebSocket

/// Upgrades a request to a WebSocket. The pipeline becomes: frames, ``MessageReader``, ``WebSocketHandler``, and a
/// handler of messages.
package enum WebSocketUpgrade {
  /// Makes an upgrader for an HTTP pipeline.
  ///
  /// - Parameters:
  ///   - limits: The limits of a message.
  ///   - accepts: Returns whether a request is for a WebSocket; throws if it is one but not admitted.
  ///   - begin: Adds the handler of messages behind the WebSocket handler.
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
