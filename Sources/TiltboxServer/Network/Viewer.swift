internal import Chipmunk
internal import NIOCore
internal import NIOWebSocket
internal import Tiltbox
internal import TiltboxFiles

/// A viewer's end of the line: frames go out as fast as they are drawn, lines come in as fast as they are carried out.
final class Viewer: ChannelInboundHandler {
  typealias InboundIn = Message

  /// How long a message of a viewer may be.
  static let limits = MessageLimits(bytes: 4 << 10, fragments: 64)
  /// How many messages are read in a second; the others wait where they are.
  private static let messagesPerSecond = 600

  let number: Int
  private let hub: Hub
  private let webSocket: WebSocketHandler
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
  private var limits: ViewerRateLimits
  /// Whether the viewer only watches.
  private let isWatcher: Bool
  /// What is told once the viewer has read what was sent before: of each the newest.
  private var waitingScene: SceneText?
  private var waitingStatus: ByteBuffer?

  init(_ hub: Hub, _ target: RequestTarget, _ webSocket: WebSocketHandler, isWatcher: Bool) {
    (self.hub, self.webSocket) = (hub, webSocket)
    self.isWatcher = isWatcher
    limits = ViewerRateLimits(hub.options)
    number = hub.number()
    wantsJSON = target.parameters["format"] == "json"
    let window = target.parameters["window"].flatMap(Int.init) ?? (wantsJSON ? 0 : 12)
    self.window = min(max(window, 0), 1_000_000)
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

  func channelInactive(context: ChannelHandlerContext) {
    self.context = nil
    hub.leave(self)
    context.fireChannelInactive()
  }

  // ---- out

  /// What the frames to come are of. To a viewer who is behind the newest scene comes when it has caught up.
  func show(_ scene: SceneText) {
    guard shownList != scene.list else { return }
    guard isWritable else { return waitingScene = scene }
    (shownList, waitingScene) = (scene.list, nil)
    (sentTick, seenTick) = (0, 0)
    webSocket.send(.text, scene.text)
  }

  /// How the run goes: of this too the newest is enough.
  func show(status: ByteBuffer) {
    guard isWritable else { return waitingStatus = status }
    waitingStatus = nil
    webSocket.send(.text, status)
  }

  private var isWritable: Bool { context?.channel.isWritable ?? false }

  /// Sends a frame, unless the viewer is behind: then a newer one will come when it has caught up.
  func show(_ messages: FrameMessages) {
    guard let context, !webSocket.isClosing else { return }
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
    webSocket.send(wantsJSON ? .text : .binary, data)
  }

  /// Sends an answer. Answers are never left out: who leaves too many unread is given up.
  func tell(_ text: ByteBuffer) {
    guard !webSocket.unread.hasTooManyAnswers else {
      hub.counts.slowViewers += 1
      context?.close(promise: nil)
      return
    }
    webSocket.send(.text, text, isAnswer: true)
  }

  /// How many bytes wait for the viewer to read.
  var queueLength: Int { webSocket.unread.count }

  /// Asks whether the viewer is there, and gives up one who has been silent for long.
  func ping() {
    guard let context else { return }
    guard NIODeadline.now() - lastHeard < hub.options.silence else {
      return context.close(promise: nil)
    }
    if isWritable { webSocket.send(.ping, ByteBuffer()) }
  }

  /// Says why, and closes.
  func close(_ code: WebSocketErrorCode, _ reason: String = "") { webSocket.close(code, reason) }

  // ---- in

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    lastHeard = .now()
    throttle(context)
    switch Self.unwrapInboundIn(data) {
    case .binary(let bytes): read(bytes)
    case .text(let text): readText(text)
    case .ping, .pong, .close: break
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
    if case .success(.seen(let tick)) = line.request { return take(seen: tick) }
    if let reason = rejection(of: line) {
      hub.counts.rejected[reason.kind, default: 0] += 1
      let mark = line.ack.map { ",\"ack\":\($0)" } ?? ""
      tell(
        ByteBuffer(string: "{\"kind\":\"error\"\(mark),\"reason\":\(JSON.text(reason.text).line)}")
      )
    }
  }

  /// Posts a line, or says why not.
  private func rejection(of line: ViewerLine) -> (kind: String, text: String)? {
    if isWatcher { return ("role", "who has the token for watching sends no commands") }
    if let kind = line.cost, let reason = limits.rejection(of: kind, resets: &hub.resets) {
      return ("budget", reason)
    }
    if hub.mailbox.post(line, from: number) { return nil }
    return (
      "queue",
      "\(hub.mailbox.roomPerClient) commands wait already; send the next when one is answered"
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
  /// What the line costs a viewer; nil for what comes many times a second, of which the newest counts.
  fileprivate var cost: CommandKind? {
    switch request {
    case .success(.request(.add)): .body
    case .success(.request(.reset)), .success(.scene): .reset
    case .success(.request(.tilt)), .success(.drag): nil
    default: .other
    }
  }
}
