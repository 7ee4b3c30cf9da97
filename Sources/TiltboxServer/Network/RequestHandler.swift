internal import NIOCore
internal import NIOHTTP1
internal import NIOWebSocket
internal import Tiltbox

/// Answers one request and closes the connection, unless the request is upgraded to a viewer's WebSocket.
final class RequestHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private static let chunk = 64 << 10

  private let hub: Hub
  private let requestGuard: RequestGuard
  private let admission: AdmissionHandler
  private var head: HTTPRequestHead?

  init(_ hub: Hub, _ requestGuard: RequestGuard, _ admission: AdmissionHandler) {
    (self.hub, self.requestGuard, self.admission) = (hub, requestGuard, admission)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch Self.unwrapInboundIn(data) {
    case .head(let head):
      guard self.head == nil else { return }
      self.head = head
      do throws(Refusal) { try answer(head, context) } catch { refuse(error, context) }
    case .body, .end: break
    }
  }

  private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) throws(Refusal) {
    let path = RequestTarget(head.uri).path
    guard head.method == .GET || head.method == .HEAD else {
      throw Refusal(
        .methodNotAllowed,
        "only GET and HEAD are known here",
        headers: [("Allow", "GET, HEAD")]
      )
    }
    if path != "/healthz" { try hub.access.check(head) }
    let newest = hub.feed.newest
    switch path {
    case "/healthz":
      guard hub.feed.isAlive(at: MonotonicClock().now()) else {
        throw Refusal(.serviceUnavailable, "the run has shown no sign of life for two seconds")
      }
      send("ok\n", as: "text/plain; charset=utf-8", [], context)
    case "/":
      let nonce = Secret.random(length: 20)
      let headers = [
        (
          "Content-Security-Policy",
          "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; img-src data:; "
            + "connect-src 'self' ws: wss:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        ),
        ("Permissions-Policy", "accelerometer=(self), gyroscope=(self), magnetometer=(self)"),
      ]
      send(WebPage.html(nonce: nonce), as: "text/html; charset=utf-8", headers, context)
    case "/metrics":
      let text = Metrics.text(newest.status, hub)
      send(text, as: "text/plain; version=0.0.4; charset=utf-8", [], context)
    case "/scenario":
      send((newest.scene?.scenario ?? "null") + "\n", as: "application/json", [], context)
    case "/recording", "/recording.mcap":
      guard let recording = newest.recording else {
        throw Refusal(
          .serviceUnavailable,
          "nothing is recorded: the run has not begun, or recording is off or has failed"
        )
      }
      guard hub.downloads < ServerOptions.mostDownloads else {
        let reading = "\(hub.downloads) recordings are being read"
        throw .busy("\(reading), as many as can be; try again later")
      }
      if path == "/recording" {
        let type = ("application/jsonl", file: "run.jsonl")
        stream(RecordingDownload(recording), type, length: recording.size, context)
      } else {
        guard let download = try? MCAPDownload(recording, part: Self.chunk) else {
          throw Refusal(.serviceUnavailable, "the recording has just lost a part; try again")
        }
        stream(download, ("application/octet-stream", file: "run.mcap"), length: nil, context)
      }
    case "/live":
      try hub.checkViewer(head)
      throw Refusal(
        .upgradeRequired,
        "this address speaks WebSocket, version 13; see docs/live.md",
        headers: [("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13")]
      )
    default:
      throw Refusal(
        .notFound,
        "there are /, /live, /healthz, /metrics, /scenario, /recording and /recording.mcap"
      )
    }
  }

  private func refuse(_ refusal: Refusal, _ context: ChannelHandlerContext) {
    hub.counts.refused["\(refusal.status.code)", default: 0] += 1
    let isPage = head?.headers.first(name: "accept")?.contains("text/html") == true
    send(
      isPage ? WebPage.refusal(refusal) : refusal.reason + "\n",
      as: isPage ? "text/html; charset=utf-8" : "text/plain; charset=utf-8",
      status: refusal.status,
      refusal.headers,
      context
    )
  }

  private func send(
    _ text: String,
    as type: String,
    status: HTTPResponseStatus = .ok,
    _ headers: [(String, String)],
    _ context: ChannelHandlerContext
  ) {
    let body = context.channel.allocator.buffer(string: text)
    begin(status, type, length: body.readableBytes, headers, context)
    if head?.method != .HEAD {
      context.write(Self.wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    }
    finish(context)
  }

  private func begin(
    _ status: HTTPResponseStatus,
    _ type: String,
    length: Int?,
    _ headers: [(String, String)],
    _ context: ChannelHandlerContext
  ) {
    requestGuard.isAnswered = true
    var head = HTTPResponseHead(version: .http1_1, status: status)
    head.headers.add(contentsOf: [
      ("Content-Type", type), ("Connection", "close"),
      ("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer"),
      ("X-Content-Type-Options", "nosniff"),
    ])
    if let length { head.headers.add(name: "Content-Length", value: "\(length)") }
    head.headers.add(contentsOf: headers)
    context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
  }

  private func finish(_ context: ChannelHandlerContext) {
    let channel = context.channel
    context.writeAndFlush(Self.wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in
      channel.close(promise: nil)
    }
  }

  /// Streams a download, one chunk at a time, so that a slow reader uses no memory. If the recording drops a part before
  /// a slow reader gets to it, the response is shorter than its `Content-Length`, or has no end, which tells the reader.
  private func stream(
    _ download: any Download,
    _ type: (String, file: String),
    length: Int?,
    _ context: ChannelHandlerContext
  ) {
    let disposition = ("Content-Disposition", "attachment; filename=\"\(type.file)\"")
    begin(.ok, type.0, length: length, [disposition], context)
    guard head?.method != .HEAD else { return finish(context) }
    // The connection counts as a download instead of a pending connection.
    admission.admit()
    hub.downloads += 1
    let hub = hub
    context.channel.closeFuture.assumeIsolated().whenComplete { _ in hub.downloads -= 1 }
    sendPart(of: download, context)
  }

  private func sendPart(of download: any Download, _ context: ChannelHandlerContext) {
    guard context.channel.isActive else { return }
    switch download.next(atMost: Self.chunk) {
    case .end: finish(context)
    case .lost: context.close(promise: nil)
    case .bytes(let bytes) where bytes.isEmpty:
      context.eventLoop.assumeIsolated().execute { self.sendPart(of: download, context) }
    case .bytes(let bytes):
      requestGuard.rearm(context.channel)
      let part = HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: bytes)))
      context.writeAndFlush(Self.wrapOutboundOut(part)).assumeIsolated().whenSuccess {
        self.sendPart(of: download, context)
      }
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // A failed upgrade: the request follows and gets the reason as its answer.
    if error is Refusal || error is NIOWebSocketUpgradeError || error is HTTPServerUpgradeErrors {
      return
    }
    context.close(promise: nil)
  }
}
