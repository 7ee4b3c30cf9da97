package import NIOCore
package import NIOWebSocket

/// The server's side of a WebSocket: sends frames, answers pings, and performs the closing handshake of RFC 6455.
///
/// It closes after the peer's close frame, after a protocol violation, and at the request of the next handler. It
/// passes complete messages on to that handler, and pings and pongs as well, since they show that the peer is alive.
package final class WebSocketHandler: ChannelInboundHandler {
  package typealias InboundIn = Message
  package typealias InboundOut = Message
  package typealias OutboundOut = WebSocketFrame

  /// The bytes that were sent but not yet written to the socket.
  private(set) var unread = UnreadBytes()
  private var context: ChannelHandlerContext?
  private(set) var isClosing = false

  package init() {}

  package func handlerAdded(context: ChannelHandlerContext) { self.context = context }
  package func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isClosing else { return }
    let message = Self.unwrapInboundIn(data)
    switch message {
    case .ping(let payload): send(.pong, payload)
    case .close: return close(.normalClosure)
    case .text, .binary, .pong: break
    }
    context.fireChannelRead(Self.wrapInboundOut(message))
  }

  /// Sends a frame, unless the connection is closing.
  package func send(_ opcode: WebSocketOpcode, _ data: ByteBuffer, isAnswer: Bool = false) {
    guard let context, !isClosing else { return }
    let count = data.readableBytes
    unread.add(count, isAnswer: isAnswer)
    let frame = WebSocketFrame(fin: true, opcode: opcode, data: data)
    context.writeAndFlush(Self.wrapOutboundOut(frame)).assumeIsolated().whenComplete { _ in
      self.unread.remove(count, isAnswer: isAnswer)
    }
  }

  /// Sends a close frame and closes the output, then waits briefly for the peer to close. Meanwhile, input is read and
  /// ignored.
  package func close(_ code: WebSocketErrorCode, _ reason: String = "") {
    guard let context, !isClosing else { return }
    let channel = context.channel
    var data = channel.allocator.buffer(capacity: 2 + reason.utf8.count)
    data.write(webSocketErrorCode: code)
    data.writeString(reason)
    send(.connectionClose, data)
    isClosing = true
    channel.setOption(.autoRead, value: true).whenFailure { _ in }
    channel.closeAfterReading()
  }

  package func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard !isClosing else { return }
    switch error {
    case let error as ProtocolViolation: close(error.code, error.reason)
    case NIOWebSocketError.invalidFrameLength: close(.messageTooLarge, "a frame is too long")
    case is NIOWebSocketError: close(.protocolError, "control frames are whole and short")
    default: context.close(promise: nil)
    }
  }
}

extension Channel {
  /// Closes the output, and the whole channel half a second later: if it were closed with unread input, the system
  /// would reset the connection, and the peer might not see what was sent last.
  func closeAfterReading() {
    close(mode: .output, promise: nil)
    eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(500)) { self.close(promise: nil) }
  }
}
