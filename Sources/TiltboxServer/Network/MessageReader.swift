package import NIOCore
internal import NIOWebSocket

/// A complete WebSocket message.
package enum Message {
  case text(ByteBuffer)
  case binary(ByteBuffer)
  case ping(ByteBuffer)
  case pong
  /// The peer closes the connection, with or without a code and a reason.
  case close(ByteBuffer)
}

/// The maximum length of a message and the maximum number of its fragments.
package struct MessageLimits: Sendable {
  let bytes: Int
  let fragments: Int

  /// Makes limits in bytes and fragments.
  package init(bytes: Int, fragments: Int) { (self.bytes, self.fragments) = (bytes, fragments) }
}

/// A violation of RFC 6455 by the peer, as the code and the reason to close with.
struct ProtocolViolation: Error {
  let code: WebSocketErrorCode
  let reason: String
}

/// Assembles frames into messages and checks what RFC 6455 requires of a client: masking, reserved bits, the order of
/// fragments, the size of control frames, close codes and UTF-8.
///
/// The first violation is fired through the pipeline as an error; everything after it is ignored.
final class MessageReader: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias InboundOut = Message

  private let limits: MessageLimits
  private var opcode: WebSocketOpcode?
  private var fragments = 0
  private var data = ByteBuffer()
  private var text = UTF8Check()
  private var hasFailed = false

  init(_ limits: MessageLimits) { self.limits = limits }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !hasFailed else { return }
    do throws(ProtocolViolation) {
      guard let message = try read(Self.unwrapInboundIn(data)) else { return }
      context.fireChannelRead(Self.wrapInboundOut(message))
    } catch {
      hasFailed = true
      context.fireErrorCaught(error)
    }
  }

  private func read(_ frame: WebSocketFrame) throws(ProtocolViolation) -> Message? {
    guard frame.maskKey != nil else { throw violation("frames of clients are masked") }
    guard !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
      throw violation("no extension was agreed on")
    }
    let payload = frame.unmaskedData
    switch frame.opcode {
    case .ping, .pong, .connectionClose: return try control(frame, payload)
    case .text, .binary:
      guard opcode == nil else { throw violation("a fragmented message was not finished") }
      (opcode, data, fragments, text) = (frame.opcode, payload, 1, UTF8Check())
    case .continuation:
      guard opcode != nil else { throw violation("there is no message to continue") }
      fragments += 1
      data.writeImmutableBuffer(payload)
    default: throw violation("frames are texts or binary")
    }
    guard data.readableBytes <= limits.bytes, fragments <= limits.fragments else {
      throw ProtocolViolation(
        code: .messageTooLarge,
        reason: "a message has at most \(limits.bytes) bytes and \(limits.fragments) fragments"
      )
    }
    if opcode == .text { try check(&text, payload, isLast: frame.fin) }
    guard frame.fin else { return nil }
    defer { (opcode, data, fragments) = (nil, ByteBuffer(), 0) }
    return opcode == .text ? .text(data) : .binary(data)
  }

  private func control(
    _ frame: WebSocketFrame,
    _ payload: ByteBuffer
  ) throws(ProtocolViolation) -> Message {
    guard frame.fin, payload.readableBytes <= 125 else {
      throw violation("control frames are whole and have at most 125 bytes")
    }
    switch frame.opcode {
    case .ping: return .ping(payload)
    case .pong: return .pong
    default:
      var rest = payload
      guard rest.readableBytes > 0 else { return .close(payload) }
      guard let code = rest.readInteger(as: UInt16.self), Self.isKnown(code) else {
        throw violation("no such closing code")
      }
      var reason = UTF8Check()
      try check(&reason, rest, isLast: true)
      return .close(payload)
    }
  }

  private static func isKnown(_ code: UInt16) -> Bool {
    [1000...1003, 1007...1014, 3000...4999].contains { $0.contains(code) }
  }

  private func check(
    _ text: inout UTF8Check,
    _ part: ByteBuffer,
    isLast: Bool
  ) throws(ProtocolViolation) {
    guard text.accept(part.readableBytesView), text.isWhole || !isLast else {
      throw ProtocolViolation(code: .dataInconsistentWithMessage, reason: "texts are UTF-8")
    }
  }

  private func violation(_ reason: String) -> ProtocolViolation {
    ProtocolViolation(code: .protocolError, reason: reason)
  }
}
