public import NIOCore

/// Where a service listens, and to whom.
public struct ServerOptions: Sendable {
  /// The address or name to listen at; the loopback address lets nobody in from outside.
  public var host = "127.0.0.1"
  /// The port; 0 for any that is free.
  public var port = 0
  /// What each request has to bring, in its address or as a bearer's; nil to let everybody in.
  public var token: String?
  /// How many viewers there can be at a time.
  public var maxClients = 200
  /// Names under which the service is known, beside addresses, `localhost` and this host's own.
  public var names: [String] = []
  /// The certificate chain and its key, files in PEM; nil to speak without TLS.
  public var certificate: (chain: String, key: String)?
  /// How long a connection may take to say what it wants, and a download may stand still.
  public var requestTimeout = TimeAmount.seconds(10)
  /// How long a viewer may be silent: browsers answer a ping, which comes three times in that while.
  public var silence = TimeAmount.seconds(30)

  /// Makes the options of a service on the loopback address.
  public init() {}
}
