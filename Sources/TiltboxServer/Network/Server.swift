internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL
internal import Synchronization
internal import Tiltbox
internal import TiltboxPlatform

/// Listens and handles each connection as a request or a viewer, all on one event loop.
final class Server: Sendable {
  /// The address it listens on.
  let address: SocketAddress

  private let group: MultiThreadedEventLoopGroup
  private let channel: any Channel
  private let hub: NIOLoopBound<Hub>
  private let feed: LiveFeed
  private let pings: RepeatedTask
  private let isStopped = Atomic(false)
  private let certificate: (chain: String, key: String)?

  /// Binds the socket and starts to listen.
  ///
  /// Throws ``ServerError``.
  init(_ options: ServerOptions, mailbox: Mailbox, feed: LiveFeed) throws {
    try options.check()
    self.feed = feed
    certificate = options.certificate
    let tls = try options.certificate.map { try TLS.context(chain: $0.chain, key: $0.key) }
    group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let loop = group.next()
    let names = options.names + Server.hostNames(options)
    let access = Access(token: options.token, watchToken: options.watchToken, names: names)
    hub = try loop.submit {
      let hub = Hub(options, access, mailbox, feed)
      hub.tls = tls
      return NIOLoopBound(hub, eventLoop: loop)
    }.wait()
    let hub = hub
    let bootstrap = ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 256)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
      .childChannelOption(.socketOption(.so_sndbuf), value: 64 << 10)
      .childChannelOption(.writeBufferWaterMark, value: .init(low: 4 << 10, high: 32 << 10))
      .childChannelOption(
        .recvAllocator,
        value: FixedSizeRecvByteBufferAllocator(capacity: 4 << 10)
      )
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try Server.serve(channel, hub.value) }
      }
    do {
      channel = try bootstrap.bind(host: options.host, port: options.port).wait()
    } catch {
      try? group.syncShutdownGracefully()
      throw ServerError(
        "cannot listen at \(options.host), port \(options.port): \(Self.reason(error))"
      )
    }
    guard let address = channel.localAddress else {
      try? group.syncShutdownGracefully()
      throw ServerError("the socket has no address")
    }
    self.address = address
    feed.onUpdate { loop.execute { hub.value.spread() } }
    let interval = TimeAmount(options.silence / 3)
    pings = loop.scheduleRepeatedTask(initialDelay: interval, delay: interval) { _ in
      hub.value.ping()
    }
  }

  /// Returns why the socket could not be bound, with a remedy if there is one.
  private static func reason(_ error: any Error) -> String {
    switch error {
    case let error as IOError where error.errnoCode == EADDRINUSE:
      "somebody listens there already; take another port, or 0 for any that is free"
    case let error as IOError where error.errnoCode == EADDRNOTAVAIL:
      "this machine has no such address; give 0.0.0.0 to listen on all that it has"
    case let error as IOError where error.errnoCode == EACCES:
      "the system does not allow it; take a port from 1024 on"
    case is SocketAddressError.UnknownHost:
      "no host of this name is known; give an address of this machine, as in 0.0.0.0 or ::"
    default: "\(error)"
    }
  }

  deinit { stop() }

  /// Closes all connections, with a close message to the viewers; further calls do nothing. Waits for the end of the event
  /// loop, except on the loop itself, where an observer of events may release the last reference.
  func stop() {
    guard !isStopped.exchange(true, ordering: .relaxed) else { return }
    // The feed's closure holds the hub, which holds the feed.
    feed.onUpdate(nil)
    let (hub, channel, pings, loop) = (hub, channel, pings, group.next())
    let closing = loop.submit {
      pings.cancel()
      channel.close(promise: nil)
      hub.value.close()
    }
    guard !loop.inEventLoop else { return group.shutdownGracefully { _ in } }
    try? closing.wait()
    try? group.syncShutdownGracefully()
  }

  /// Reloads the certificate and its key.
  ///
  /// Throws ``ServerError`` and keeps the previous certificate.
  func reloadCertificate() throws {
    guard let certificate else { throw ServerError("there is no certificate to read anew") }
    let tls = try TLS.context(chain: certificate.chain, key: certificate.key)
    let hub = hub
    // New connections use the new certificate.
    try? group.next().submit { hub.value.tls = tls }.wait()
  }

  /// The names of the host. Wraps `gethostname`.
  private static func hostNames(_ options: ServerOptions) -> [String] {
    var name = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&name, name.count - 1) == 0, name[0] != 0 else {
      return [options.host]
    }
    let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let own = String(decoding: bytes, as: UTF8.self)
    return [options.host, own, own + ".local"]
  }

  private static func serve(_ channel: any Channel, _ hub: Hub) throws {
    hub.connections += 1
    channel.closeFuture.assumeIsolated().whenComplete { _ in hub.connections -= 1 }
    let pipeline = channel.pipeline.syncOperations
    // Its deadline is later than that of the guard, which can send a reason, but not during a TLS handshake.
    let admission = AdmissionHandler(
      hub.pendingConnections,
      address: channel.remoteAddress?.ipAddress ?? "",
      timeout: TimeAmount(hub.options.requestTimeout * 3 / 2)
    )
    try pipeline.addHandler(admission)
    if let tls = hub.tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
    let requestGuard = RequestGuard(timeout: TimeAmount(hub.options.requestTimeout))
    try pipeline.addHandler(requestGuard)
    let requests = RequestHandler(hub, requestGuard, admission)
    let loop = channel.eventLoop
    let shared = NIOLoopBound((hub, requests, requestGuard, admission), eventLoop: loop)
    let upgrader = WebSocketUpgrade.upgrader(
      Viewer.limits,
      accepts: { head in
        guard RequestTarget(head.uri).path == "/live", head.method == .GET else { return false }
        try shared.value.0.checkViewer(head)
        return true
      },
      begin: { channel, head, webSocket in
        let (hub, requests, requestGuard, admission) = shared.value
        let pipeline = channel.pipeline.syncOperations
        admission.admit()
        pipeline.removeHandler(requests, promise: nil)
        pipeline.removeHandler(requestGuard, promise: nil)
        let isWatcher = (try? hub.access.check(head)) != .player
        try pipeline.addHandler(
          Viewer(hub, FrameParameters(RequestTarget(head.uri)), webSocket, isWatcher: isWatcher)
        )
      }
    )
    try pipeline.configureHTTPServerPipeline(
      withPipeliningAssistance: false,
      withServerUpgrade: (upgraders: [upgrader], completionHandler: { _ in }),
      withErrorHandling: true
    )
    try pipeline.addHandler(requests)
  }
}

/// The reason why a service cannot start.
public struct ServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem, with the file or address concerned.
  public let description: String
  /// Whether the contents of a file are at fault, and not the system.
  package let isAboutContents: Bool

  init(_ description: String) { (self.description, isAboutContents) = (description, false) }

  /// Makes an error of a file's contents.
  init(contents description: String) { (self.description, isAboutContents) = (description, true) }

  /// Throws the error for the first limit below its least value.
  static func check(_ limits: [(name: String, limit: Int, least: Int)]) throws(ServerError) {
    for (name, limit, least) in limits where limit < least {
      throw ServerError("\(name) is \(limit); give \(least) or more")
    }
  }
}
