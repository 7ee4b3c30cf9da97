internal import NIOCore
internal import Tiltbox

#if !Server
#error("TiltboxServer needs the trait Server; write .package(url: …, traits: [\"Server\"])")
#endif

/// Runs a box in real time and serves the page on which viewers watch and tilt it.
///
/// ```swift
/// let service = try LiveService([Scene(name: "crates") { .classic }], ServerOptions())
/// print(service.urls)
/// try service.run(shouldStop: { … })      // blocks: call it on a thread of its own
/// service.stop()
/// ```
public final class LiveService: Sendable {
  private let scenes: [Scene]
  private let live: LiveOptions
  private let mailbox = Mailbox()
  private let feed = LiveFeed()
  private let server: Server
  private let options: ServerOptions

  /// Starts to listen, until ``stop()`` or until the service is released; ``run(didBegin:shouldStop:)`` starts the run.
  ///
  /// - Parameters:
  ///   - scenes: The scenes that viewers can choose, at least one, each with its own name; the first one runs first.
  ///   - options: The address and access control.
  ///   - live: The options of the run.
  /// - Throws: ``ServerError``, for invalid options and two scenes of one name too.
  public init(_ scenes: [Scene], _ options: ServerOptions, live: LiveOptions = LiveOptions()) throws
  {
    precondition(!scenes.isEmpty, "a service has a scene")
    var numbers: [String: Int] = [:]
    for (number, scene) in zip(1..., scenes) {
      guard let first = numbers.updateValue(number, forKey: scene.name) else { continue }
      let words = "scenes \(first) and \(number) are both called \"\(scene.name)\""
      throw ServerError("\(words); give each its own name")
    }
    try live.check()
    (self.scenes, self.options, self.live) = (scenes, options, live)
    feed.noteAlive(MonotonicClock().now())
    server = try Server(options, mailbox: mailbox, feed: feed)
  }

  /// The port.
  public var port: Int { server.address.port ?? 0 }

  /// Runs on the calling thread until `shouldStop` returns true. Call it once: no later run receives commands.
  ///
  /// - Parameters:
  ///   - didBegin: Called once when the first session has begun and viewers can see it.
  ///   - shouldStop: Called before each tick and each sleep.
  /// - Throws: The errors of the first scene's file, an error that opening its journal throws, or
  ///   an error that ends every new session at once.
  public func run(didBegin: @escaping () -> Void = {}, shouldStop: @escaping () -> Bool) throws {
    let run = LiveRun(scenes: scenes, options: live, feed: feed)
    try run.run(mailbox, didBegin: didBegin, shouldStop: shouldStop)
  }

  /// Reloads the certificate and its key for new connections.
  ///
  /// Throws ``ServerError`` and keeps the previous certificate.
  public func reloadCertificate() throws { try server.reloadCertificate() }

  /// Closes all connections with a close message to the viewers.
  public func stop() { server.stop() }

  /// The addresses of the page, best one for another device first. If the service listens on the
  /// loopback address, there is only one.
  public var urls: [String] {
    let scheme = options.certificate == nil ? "http" : "https"
    let query = options.token.map { "?token=\($0)" } ?? ""
    return hosts.map { "\(scheme)://\($0):\(port)/\(query)" }
  }

  /// Whether other devices can reach the page.
  public var isOpenToOthers: Bool { !server.address.isLoopback }

  private var hosts: [String] {
    guard server.address.isWildcard else {
      return [options.host.contains(":") ? "[\(options.host)]" : options.host]
    }
    let devices = (try? System.enumerateDevices()) ?? []
    let others = devices.compactMap(\.address).filter { !$0.isLoopback && !$0.isLinkLocal }
    let v4 = others.filter { $0.protocol == .inet }
    let hosts = (v4 + others.filter { $0.protocol == .inet6 }).compactMap { address in
      address.ipAddress.map { address.protocol == .inet6 ? "[\($0)]" : $0 }
    }
    return (options.names + hosts) + ["localhost"]
  }
}

extension SocketAddress {
  fileprivate var isLoopback: Bool {
    ipAddress.map { $0.hasPrefix("127.") || $0 == "::1" } ?? false
  }

  fileprivate var isLinkLocal: Bool {
    ipAddress.map { $0.hasPrefix("169.254.") || $0.hasPrefix("fe80") } ?? true
  }

  fileprivate var isWildcard: Bool { ipAddress == "0.0.0.0" || ipAddress == "::" }
}
