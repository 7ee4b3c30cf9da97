internal import NIOCore
internal import NIOWebSocket
internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxJSON

/// A viewer's connection. It sends frames no faster than the viewer draws them and reads commands no faster than the
/// run executes them.
final class Viewer: ChannelInboundHandler {
  typealias InboundIn = Message

  /// The limits of a viewer's message.
  static let limits = MessageLimits(bytes: 4 << 10, fragments: 64)
  /// The maximum number of messages read per second; the others wait in the socket.
  private static let messagesPerSecond = 600

  let number: Int
  private let hub: Hub
  private let webSocket: WebSocketHandler
  private let frames: FrameParameters
  private var context: ChannelHandlerContext?
  private var shownList = -1
  private var sentTick = 0
  private var seenTick = 0
  private var lastHeard = NIODeadline.now()
  private var messages = 0
  private var secondBegan = NIODeadline.now()
  private var isThrottled = false
  private var commands: RateLimit
  private var bodies: RateLimit
  private let isWatcher: Bool
  /// The newest scene and status, to be sent once the viewer has read what was sent before.
  private var waitingScene: LiveFeed.SceneText?
  private var waitingStatus: ByteBuffer?

  init(_ hub: Hub, _ frames: FrameParameters, _ webSocket: WebSocketHandler, isWatcher: Bool) {
    (self.hub, self.webSocket) = (hub, webSocket)
    self.isWatcher = isWatcher
    commands = RateLimit(perMinute: hub.options.commandsPerMinute)
    bodies = RateLimit(perMinute: hub.options.bodiesPerMinute)
    number = hub.number()
    self.frames = frames
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    let role: [(String, JSON)] = isWatcher ? [("watches", .flag(true))] : []
    let welcome = JSON.object(
      [("kind", .text("welcome")), ("version", .whole(1)), ("viewer", .whole(number))] + role
    )
    tell(ByteBuffer(string: welcome.line))
    hub.enter(self)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    hub.leave(self)
  }

  // ---- Output

  /// Sends the scene of the frames to come. A viewer that is behind receives the newest scene once it has caught up.
  func show(_ scene: LiveFeed.SceneText) {
    guard shownList != scene.list else { return }
    guard isWritable else { return waitingScene = scene }
    (shownList, waitingScene) = (scene.list, nil)
    (sentTick, seenTick) = (0, 0)
    webSocket.send(.text, scene.text)
  }

  /// Sends the status of the run. A viewer that is behind receives only the newest one.
  func show(status: ByteBuffer) {
    guard isWritable else { return waitingStatus = status }
    waitingStatus = nil
    webSocket.send(.text, status)
  }

  private var isWritable: Bool { context?.channel.isWritable ?? false }

  /// Sends a frame, unless the viewer is behind: it will receive a newer one once it has caught up.
  func show(_ messages: FrameMessages) {
    guard let context, !webSocket.isClosing else { return }
    let tick = messages.frame.tick
    let isBehind = frames.window > 0 && sentTick - seenTick >= frames.window
    guard context.channel.isWritable, !isBehind, messages.frame.list == shownList else {
      hub.counts.framesSkipped += 1
      return
    }
    sentTick = max(sentTick, tick)
    let data = frames.areJSON ? messages.json : messages.binary
    hub.counts.framesSent += 1
    hub.counts.bytesSent += data.readableBytes
    webSocket.send(frames.areJSON ? .text : .binary, data)
  }

  /// Sends an answer. Answers are never skipped: a viewer that leaves too many unread is disconnected.
  func tell(_ text: ByteBuffer) {
    guard !webSocket.unread.hasTooManyAnswers else {
      hub.counts.slowViewers += 1
      context?.close(promise: nil)
      return
    }
    webSocket.send(.text, text, isAnswer: true)
  }

  /// The number of bytes queued for the viewer.
  var queueLength: Int { webSocket.unread.count }

  /// Pings the viewer, or disconnects it if it has been silent for too long.
  func ping() {
    guard let context else { return }
    guard NIODeadline.now() - lastHeard < TimeAmount(hub.options.silence) else {
      return context.close(promise: nil)
    }
    if isWritable { webSocket.send(.ping, ByteBuffer()) }
  }

  /// Closes the connection with a code and a reason.
  func close(_ code: WebSocketErrorCode, _ reason: String = "") { webSocket.close(code, reason) }

  // ---- Input

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    lastHeard = .now()
    throttle(context)
    switch Self.unwrapInboundIn(data) {
    case .binary(let bytes): read(bytes)
    case .text(let text): readText(text)
    case .ping, .pong, .close: break
    }
  }

  /// Reads a binary message. The two frequent kinds of message have a binary form: tilt and acknowledgement of frames.
  private func read(_ bytes: ByteBuffer) {
    var bytes = bytes
    func number() -> Double? {
      bytes.readInteger(endianness: .little, as: UInt32.self).map { Double(Float(bitPattern: $0)) }
    }
    let count = bytes.readableBytes
    guard let kind = bytes.readInteger(as: UInt8.self),
      let version = bytes.readInteger(as: UInt8.self),
      let reserved = bytes.readInteger(as: UInt16.self)
    else { return close(.protocolError, "a binary message begins with four bytes") }
    guard version == FrameMessage.version else {
      return close(.protocolError, "binary messages are of version \(FrameMessage.version)")
    }
    guard reserved == 0 else { return close(.protocolError, "the third and fourth byte are 0") }
    if kind == UInt8(ascii: "T"), count == 12, let x = number(), let y = number() {
      if isWatcher { return }
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
    if case .success(.seen(let tick)) = line.request {
      take(seen: tick)
      // The run answers a mark, as that of any other line; a viewer that only watches may give one too.
      if line.ack == nil || hub.mailbox.post(line, from: number) { return }
    }
    if let reason = rejection(of: line) {
      // A flood beyond a budget is read a tenth as fast.
      if reason.kind == "budget" { messages += 9 }
      hub.counts.rejected[reason.kind, default: 0] += 1
      let mark = line.ack.map { ",\"ack\":\($0)" } ?? ""
      tell(
        ByteBuffer(string: "{\"kind\":\"error\"\(mark),\"reason\":\(JSON.text(reason.text).line)}")
      )
    }
  }

  /// Posts a command; returns the reason if it is rejected.
  private func rejection(of line: ViewerLine) -> (kind: String, text: String)? {
    if isWatcher {
      return (
        "role",
        "the watch token only allows watching; open the page with the other token to send commands"
      )
    }
    if let kind = line.cost, let reason = rejection(of: kind) { return ("budget", reason) }
    if hub.mailbox.post(line, from: number) { return nil }
    if line.cost == .body { returnBody() }
    return (
      "queue",
      "\(hub.mailbox.roomPerClient) commands wait already; send the next when one is answered"
    )
  }

  /// Returns the reason for rejecting a command at this moment; nil to accept it. All viewers share the limit of
  /// resets, since a reset affects them all.
  private func rejection(of kind: CommandKind) -> String? {
    if let reason = commands.rejection("commands of a viewer") { return reason }
    return switch kind {
    case .other: nil
    case .body: bodies.rejection("bodies of a viewer")
    case .reset: hub.resets.rejection("resets")
    }
  }

  /// Returns a body that the run has rejected to the viewer's budget.
  func returnBody() { bodies.putBack() }

  /// Takes a tick beyond the newest that the viewer was sent as that.
  private func take(seen tick: Int) { seenTick = max(seenTick, min(tick, sentTick)) }

  /// Stops reading a flood of messages for the rest of the second, so that it waits in the sender's own buffers.
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

  /// Stops reading from a viewer that does not read its answers.
  func channelWritabilityChanged(context: ChannelHandlerContext) {
    readOn(context.channel)
    if let waitingScene { show(waitingScene) }
    if let waitingStatus { show(status: waitingStatus) }
    context.fireChannelWritabilityChanged()
  }

  private func readOn(_ channel: any Channel) {
    guard !webSocket.isClosing else { return }
    let reads = !isThrottled && channel.isWritable
    channel.setOption(.autoRead, value: reads).whenFailure { _ in }
  }
}

extension ViewerLine {
  /// The rate limit that the command counts towards; nil for frequent ones, of which only the newest matters.
  fileprivate var cost: CommandKind? {
    switch request {
    case .success(.request(.add)): .body
    case .success(.request(.reset)), .success(.scene): .reset
    case .success(.request(.tilt)), .success(.drag): nil
    default: .other
    }
  }
}
