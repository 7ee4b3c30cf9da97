internal import NIOCore
internal import Tiltbox

/// A box that runs in real time, and the page by which it is looked at and tilted.
///
/// ```swift
/// let service = try LiveService([Scene(name: "crates") { .classic }], ServerOptions())
/// try service.start()
/// print(service.addresses)
/// try service.run(shouldStop: { … })      // on a thread of its own: LoopThread.run
/// service.stop()
/// ```
public final class LiveService: Sendable {
  private let scenes: [Scene]
  private let live: LiveOptions
  private let mailbox = Mailbox()
  private let feed = LiveFeed()
  private let server: Server
  private let options: ServerOptions

  /// Begins to listen; the run begins with ``run(didBegin:shouldStop:)``.
  ///
  /// - Parameters:
  ///   - scenes: What viewers can choose, at least one; the first is played first.
  ///   - options: Where to listen, and to whom.
  ///   - live: How the run goes.
  /// - Throws: ``ServerError``.
  public init(_ scenes: [Scene], _ options: ServerOptions, live: LiveOptions = LiveOptions()) throws
  {
    precondition(!scenes.isEmpty, "a service has a scene")
    (self.scenes, self.options, self.live) = (scenes, options, live)
    feed.noteAlive(MonotonicClock().now())
    server = try Server(options, mailbox: mailbox, feed: feed)
  }

  /// The port that it listens at.
  public var port: Int { server.address.port ?? 0 }

  /// Runs on the calling thread until it is asked to stop.
  ///
  /// - Parameters:
  ///   - didBegin: Called once, when the first round has begun: from then on viewers see it.
  ///   - shouldStop: Asked before each tick and each sleep.
  /// - Throws: What the first scene's file has wrong, what keeps its journal from being opened, or what ends a round again
  ///   at once.
  public func run(
    didBegin: @escaping () -> Void = {},
    shouldStop: @escaping () -> Bool
  ) throws {
    let run = LiveRun(scenes: scenes, options: live, feed: feed)
    try run.run(mailbox, didBegin: didBegin, shouldStop: shouldStop)
  }

  /// Reads the certificate and its key anew, for the connections to come.
  ///
  /// Throws ``ServerError``: the ones that were there stay.
  public func reloadCertificate() throws { try server.reloadCertificate() }

  /// Says goodbye to the viewers and closes everything at once.
  public func stop() { server.stop() }

  /// The page's addresses, the best to be opened on another device first: on the loopback address there is one.
  public var urls: [String] {
    let scheme = options.certificate == nil ? "http" : "https"
    let query = options.token.map { "?token=\($0)" } ?? ""
    return hosts.map { "\(scheme)://\($0):\(port)/\(query)" }
  }

  /// Whether other devices can reach it.
  public var isOpenToOthers: Bool { !isLoopback(server.address) }

  private var hosts: [String] {
    guard isWildcard(server.address) else { return [hostText(options.host, server.address)] }
    let devices = (try? System.enumerateDevices()) ?? []
    let others = devices.compactMap(\.address).filter { !isLoopback($0) && !isLinkLocal($0) }
    let v4 = others.filter { $0.protocol == .inet }
    let hosts = (v4 + others.filter { $0.protocol == .inet6 }).compactMap { address in
      address.ipAddress.map { address.protocol == .inet6 ? "[\($0)]" : $0 }
    }
    return (options.names + hosts) + ["localhost"]
  }

  private func hostText(_ host: String, _ address: SocketAddress) -> String {
    host.contains(":") ? "[\(host)]" : host
  }

  private func isLoopback(_ address: SocketAddress) -> Bool {
    guard let text = address.ipAddress else { return false }
    return text.hasPrefix("127.") || text == "::1"
  }

  private func isLinkLocal(_ address: SocketAddress) -> Bool {
    guard let text = address.ipAddress else { return true }
    return text.hasPrefix("169.254.") || text.hasPrefix("fe80")
  }

  private func isWildcard(_ address: SocketAddress) -> Bool {
    address.ipAddress == "0.0.0.0" || address.ipAddress == "::"
  }
}
