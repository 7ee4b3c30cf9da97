/// The address and access control of a service.
public struct ServerOptions: Sendable {
  /// The address or name to listen on; the loopback address is not reachable from other machines.
  public var host = "127.0.0.1"
  /// The port, from 0 to 65535; 0 for any that is free.
  public var port = 0
  /// The token that each request requires, in its address or as a bearer token: 1 to 256 letters, digits, `-` and `_`;
  /// nil for open access.
  public var token: String?
  /// The token of viewers that only watch, beside a ``token`` of those who tilt; nil for none.
  public var watchToken: String?
  /// The maximum number of viewers, at least 1.
  public var maxClients = 200
  /// The maximum number of open connections of one address that have not sent a request yet, at least 1.
  public var connectionsPerAddress = 64
  /// The maximum number of commands of a viewer per minute, without tilts and pulls; at least 1.
  public var commandsPerMinute = 1200
  /// The maximum number of bodies that a viewer may add per minute; 0 for none.
  public var bodiesPerMinute = 120
  /// The maximum number of resets and scene changes per minute by all viewers together; 0 for none.
  public var resetsPerMinute = 30
  /// Host names of the service, in addition to addresses, `localhost` and this host's own.
  public var names: [String] = []
  /// The PEM files of the certificate chain and its key; nil to serve without TLS.
  public var certificate: (chain: String, key: String)?
  /// The timeout for the request of a new connection, and for a stalled download; from 1 ms to a day.
  public var requestTimeout = Duration.seconds(10)
  /// The timeout of a silent viewer, from 1 ms to a day. Browsers answer a ping, of which three are sent in that time.
  public var silence = Duration.seconds(30)

  /// Receives events for the operator of the service.
  public var log: @Sendable (ServiceEvent) -> Void = { _ in }

  /// The maximum number of connections that have not sent a request yet.
  static let pendingConnections = 256
  /// The maximum number of simultaneous downloads.
  static let mostDownloads = 32

  /// The maximum number of connections besides those of viewers.
  package static let otherConnections = pendingConnections + mostDownloads

  /// Makes the options of a service on the loopback address.
  public init() {}

  /// Whether a text can be a token, which is part of an address.
  package static func isToken(_ text: String) -> Bool {
    text.wholeMatch(of: /[A-Za-z0-9_-]{1,256}/) != nil
  }

  /// Whether a text can be the host in a request's `Host` header.
  package static func isName(_ text: String) -> Bool {
    !text.isEmpty && Authority(text)?.host == text.lowercased()
  }

  /// Throws ``ServerError`` for a number that is no port or out of its range, a text that is no token or no host name, or
  /// a watch token alone.
  func check() throws(ServerError) {
    guard 0...65_535 ~= port else { throw ServerError("the port is \(port); give 0 to 65535") }
    try ServerError.check([
      ("maxClients", maxClients, 1), ("connectionsPerAddress", connectionsPerAddress, 1),
      ("commandsPerMinute", commandsPerMinute, 1), ("bodiesPerMinute", bodiesPerMinute, 0),
      ("resetsPerMinute", resetsPerMinute, 0),
    ])
    for (name, time) in [("requestTimeout", requestTimeout), ("silence", silence)]
    where time < .milliseconds(1) || time > .seconds(86_400) {
      throw ServerError("\(name) is \(time); give 0.001 to 86400 seconds")
    }
    for token in [token, watchToken].compactMap(\.self) where !Self.isToken(token) {
      throw ServerError(
        "a token is \(token.isEmpty ? "empty" : "no token"); give 1 to 256 letters, digits, - and _"
      )
    }
    if let watchToken, token == nil || token == watchToken {
      throw ServerError("a watch token needs another token beside it, or viewers are all equal")
    }
    for name in names where !Self.isName(name) {
      throw ServerError("a name is \"\(name)\"; give a host alone, as in box.example.org")
    }
  }
}
