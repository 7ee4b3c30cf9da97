internal import NIOCore

/// Limits the bytes and the time that a connection may use until its request has been parsed.
final class RequestGuard: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// The maximum size of a request; no browser sends as much.
  static let mostBytes = 16 << 10

  private let timeout: TimeAmount
  private var bytes = 0
  private var deadline: Scheduled<Void>?
  private var isRefused = false

  init(timeout: TimeAmount) { self.timeout = timeout }

  func handlerAdded(context: ChannelHandlerContext) { rearm(context.channel) }
  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

  /// Restarts the connection's deadline.
  func rearm(_ channel: any Channel) {
    deadline?.cancel()
    let pipeline = channel.pipeline
    deadline = channel.eventLoop.assumeIsolated().scheduleTask(in: timeout) {
      guard let context = try? pipeline.syncOperations.context(handler: self) else { return }
      guard !self.isAnswered, !self.isRefused else { return context.close(promise: nil) }
      self.refuse("408 Request Timeout", "no request came in time", context)
    }
  }

  /// Whether the request has been parsed and its answer is being sent; from then on, only the reader can be slow.
  var isAnswered = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isRefused else { return }
    bytes += Self.unwrapInboundIn(data).readableBytes
    guard bytes <= Self.mostBytes else {
      return refuse(
        "431 Request Header Fields Too Large",
        "a request has at most \(Self.mostBytes) bytes",
        context
      )
    }
    context.fireChannelRead(data)
  }

  private func refuse(_ status: String, _ reason: String, _ context: ChannelHandlerContext) {
    isRefused = true
    let text =
      "HTTP/1.1 \(status)\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\n"
      + "Content-Length: \(reason.utf8.count + 1)\r\nRetry-After: 5\r\n\r\n\(reason)\n"
    let channel = context.channel
    context.writeAndFlush(Self.wrapOutboundOut(context.channel.allocator.buffer(string: text)))
      .assumeIsolated().whenComplete { _ in channel.closeAfterReading() }
  }
}
