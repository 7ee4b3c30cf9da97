internal import NIOCore
internal import NIOWebSocket
internal import Tiltbox
internal import TiltboxFiles

/// A viewer's end of the line: frames go out as fast as they are drawn, lines come in as fast as they are carried out.
final class Viewer: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  /// How long a message may be, in bytes.
  static let longestMessage = 4 << 10
  /// How many messages are read in a second; the others wait where they are.
  private static let messagesPerSecond = 600

  let number: Int
  private let hub: Hub
  private let wantsJSON: Bool
  /// How many ticks a viewer may be behind, as far as it has told; 0 for a viewer who does not tell.
  private let window: Int
  private var context: ChannelHandlerContext?
  private var shownList = -1
  private var sentTick = 0
  private var seenTick = 0
  private var lastHeard = NIODeadline.now()
  private var messages = 0
  private var secondBegan = NIODeadline.now()
  private var isThrottled = false
  private var isClosing = false

  init(_ hub: Hub, _ target: RequestTarget) {
    self.hub = hub
    number = hub.number()
    wantsJSON = target.parameters["format"] == "json"
    let window = target.parameters["window"].flatMap(Int.init) ?? (wantsJSON ? 0 : 12)
    self.window = min(max(window, 0), 1_000_000)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    tell(ByteBuffer(string: "{\"kind\":\"welcome\",\"version\":1,\"viewer\":\(number)}"))
    hub.enter(self)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    hub.leave(self)
  }

  func channelInactive(context: ChannelHandlerContext) {
    self.context = nil
    hub.leave(self)
    context.fireChannelInactive()
  }

  // ---- out

  /// What the frames to come are of.
  func show(_ scene: LiveFeed.SceneText) {
    guard shownList != scene.list else { return }
    shownList = scene.list
    (sentTick, seenTick) = (0, 0)
    tell(ByteBuffer(bytes: scene.text))
  }

  /// Sends a frame, unless the viewer is behind: then a newer one will come when it has caught up.
  func show(_ messages: FrameMessages) {
    guard let context, !isClosing else { return }
    let tick = messages.frame.tick
    let isBehind = window > 0 && sentTick - seenTick >= window
    guard context.channel.isWritable, !isBehind, messages.frame.list == shownList else {
      hub.counts.framesSkipped += 1
      return
    }
    sentTick = max(sentTick, tick)
    let data = wantsJSON ? messages.json : messages.binary
    hub.counts.framesSent += 1
    hub.counts.bytesSent += data.readableBytes
    send(wantsJSON ? .text : .binary, data)
  }

  /// Sends a text.
  func tell(_ text: ByteBuffer) { send(.text, text) }

  private func send(_ opcode: WebSocketOpcode, _ data: ByteBuffer) {
    guard let context, !isClosing else { return }
    let frame = WebSocketFrame(fin: true, opcode: opcode, data: data)
    context.writeAndFlush(Self.wrapOutboundOut(frame), promise: nil)
  }

  /// Asks whether the viewer is there, and gives up one who has been silent for long.
  func ping() {
    guard let context else { return }
    guard NIODeadline.now() - lastHeard < hub.options.silence else {
      return context.close(promise: nil)
    }
    send(.ping, ByteBuffer())
  }

  /// Says why, and closes.
  func close(_ code: WebSocketErrorCode, _ reason: String = "") {
    guard let context, !isClosing else { return }
    var data = context.channel.allocator.buffer(capacity: 2 + reason.utf8.count)
    data.write(webSocketErrorCode: code)
    data.writeString(reason)
    send(.connectionClose, data)
    isClosing = true
    context.close(promise: nil)
  }

  // ---- in

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isClosing else { return }
    let frame = Self.unwrapInboundIn(data)
    lastHeard = .now()
    throttle(context)
    guard frame.maskKey != nil || frame.opcode == .connectionClose || frame.opcode == .pong else {
      return close(.protocolError, "frames of clients are masked")
    }
    guard !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
      return close(.protocolError, "no extension was agreed on")
    }
    switch frame.opcode {
    case .binary: read(frame.unmaskedData)
    case .text: readText(frame.unmaskedData)
    case .ping: send(.pong, frame.unmaskedData)
    case .connectionClose: close(.normalClosure)
    case .pong: break
    default: close(.protocolError, "frames are texts or binary")
    }
  }

  /// Two kinds of message come many times a second, and have a form in bytes: how the device is held, and what was drawn.
  private func read(_ bytes: ByteBuffer) {
    var bytes = bytes
    func number() -> Double? {
      bytes.readInteger(endianness: .little, as: UInt32.self).map { Double(Float(bitPattern: $0)) }
    }
    let count = bytes.readableBytes
    guard let kind = bytes.readInteger(as: UInt8.self),
      let version = bytes.readInteger(as: UInt8.self),
      bytes.readInteger(as: UInt16.self) != nil
    else { return close(.protocolError, "a binary message begins with four bytes") }
    guard version == FrameMessage.version else {
      return close(.protocolError, "binary messages are of version \(FrameMessage.version)")
    }
    if kind == UInt8(ascii: "T"), count == 12, let x = number(), let y = number() {
      hub.mailbox.post(Tilt(x: x, y: y), from: self.number)
    } else if kind == UInt8(ascii: "S"), count == 12,
      let tick = bytes.readInteger(endianness: .little, as: UInt64.self)
    {
      take(seen: Int(clamping: tick))
    } else {
      close(.protocolError, "no such binary message; see docs/live.md")
    }
  }

  private func readText(_ text: ByteBuffer) {
    let line = ViewerLine(text.readableBytesView)
    if case .success(.seen(let tick)) = line.request { return take(seen: tick) }
    guard !hub.mailbox.post(line, from: number) else { return }
    let mark = line.ack.map { ",\"ack\":\($0)" } ?? ""
    tell(
      ByteBuffer(
        string:
          "{\"kind\":\"error\"\(mark),\"reason\":\"\(hub.mailbox.roomPerClient) commands wait already; "
          + "send the next when one is answered\"}"
      )
    )
  }

  /// A viewer cannot have seen what it was not sent.
  private func take(seen tick: Int) {
    guard tick <= sentTick else { return }
    seenTick = max(seenTick, tick)
  }

  /// A flood waits in the sender's own buffers.
  private func throttle(_ context: ChannelHandlerContext) {
    let now = NIODeadline.now()
    if now - secondBegan >= .seconds(1) { (secondBegan, messages) = (now, 0) }
    messages += 1
    guard messages > Self.messagesPerSecond, !isThrottled else { return }
    isThrottled = true
    readOn(context.channel)
    let channel = context.channel
    channel.eventLoop.assumeIsolated().scheduleTask(deadline: secondBegan + .seconds(1)) {
      self.isThrottled = false
      self.readOn(channel)
    }
  }

  /// Who does not read answers is not read from either.
  func channelWritabilityChanged(context: ChannelHandlerContext) {
    readOn(context.channel)
    context.fireChannelWritabilityChanged()
  }

  private func readOn(_ channel: any Channel) {
    let reads = !isThrottled && channel.isWritable
    channel.setOption(.autoRead, value: reads).whenFailure { _ in }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if error is NIOWebSocketFrameAggregator.Error {
      close(.messageTooLarge, "a message has at most \(Self.longestMessage) bytes")
    } else {
      context.close(promise: nil)
    }
  }
}
