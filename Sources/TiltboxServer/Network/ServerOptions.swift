public import NIOCore

/// Where a service listens, and to whom.
public struct ServerOptions: Sendable {
  /// The address or name to listen at; the loopback address is not reachable from other machines.
  public var host = "127.0.0.1"
  /// The port; 0 for any that is free.
  public var port = 0
  /// What each request has to bring, in its address or as a bearer's; nil to let everybody in.
  public var token: String?
  /// The token of viewers that only watch; nil for none.
  public var watchToken: String?
  /// How many viewers there can be at a time.
  public var maxClients = 200
  /// How many connections of one address can be open at a time that have not asked for anything yet.
  public var connectionsPerAddress = 64
  /// How many commands a viewer may send a minute, tilts and pulls aside.
  public var commandsPerMinute = 1200
  /// How many bodies a viewer may add a minute.
  public var bodiesPerMinute = 120
  /// How often a minute all viewers together may begin the scene, or another one, again.
  public var resetsPerMinute = 30
  /// Names under which the service is known, beside addresses, `localhost` and this host's own.
  public var names: [String] = []
  /// The certificate chain and its key, files in PEM; nil to speak without TLS.
  public var certificate: (chain: String, key: String)?
  /// How long a connection may take to say what it wants, and a download may stand still.
  public var requestTimeout = TimeAmount.seconds(10)
  /// How long a viewer may be silent: browsers answer a ping, which comes three times in that while.
  public var silence = TimeAmount.seconds(30)

  /// Receives what happens, for the operator of the service.
  public var log: @Sendable (ServiceEvent) -> Void = { _ in }

  /// How many connections there can be that have not asked for anything yet.
  static let pendingConnections = 256
  /// How many downloads there can be at a time.
  static let mostDownloads = 32

  /// How many connections there can be at most beside those of viewers.
  package static let otherConnections = pendingConnections + mostDownloads

  /// Makes the options of a service on the loopback address.
  public init() {}
}
