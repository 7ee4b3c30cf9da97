internal import NIOHTTP1

/// The reason for rejecting a request.
struct Refusal: Error {
  let status: HTTPResponseStatus
  let reason: String
  var headers: [(String, String)] = []

  init(_ status: HTTPResponseStatus, _ reason: String, headers: [(String, String)] = []) {
    (self.status, self.reason, self.headers) = (status, reason, headers)
  }

  /// The rejection of a request that may succeed a little later.
  static func busy(_ reason: String) -> Refusal {
    Refusal(.serviceUnavailable, reason, headers: [("Retry-After", "5")])
  }
}

/// The permissions of an admitted client.
enum Role {
  /// Can do everything that a viewer can.
  case player
  /// Can only watch and read the recording.
  case watcher
}

/// Access control: a request must carry the token, address this host by one of its names, and not come from a page of
/// another site.
struct Access: Sendable {
  let token: String?
  /// The token of viewers that only watch.
  let watchToken: String?
  /// The names of this host, in lower case.
  let names: Set<String>

  init(token: String?, watchToken: String? = nil, names: [String]) {
    (self.token, self.watchToken) = (token, watchToken)
    self.names = Set(names.map { $0.lowercased() } + ["localhost"])
  }

  /// Returns the role of a request's sender.
  ///
  /// Throws the reason if the request is rejected.
  @discardableResult
  func check(_ head: HTTPRequestHead) throws(Refusal) -> Role {
    guard let host = head.headers.first(name: "host"), head.headers["host"].count == 1 else {
      throw Refusal(.badRequest, "a request names its host, once")
    }
    // Prevents DNS rebinding: a page whose own domain resolves to this host would be same-origin, but its `Host` header
    // gives it away.
    guard let authority = Authority(host),
      authority.isAddress || names.contains(authority.host)
        || authority.host.hasSuffix(".localhost")
    else {
      throw Refusal(
        .misdirectedRequest,
        "this service is not called \(host.prefix(80)); start it with --name to let it be"
      )
    }
    if let origin = head.headers.first(name: "origin") {
      guard head.headers["origin"].count == 1, Self.authority(ofOrigin: origin) == host.lowercased()
      else { throw Refusal(.forbidden, "pages of other sites are not let in") }
    }
    let given = Self.token(of: head) ?? ""
    if let watchToken, Self.areEqual(given, watchToken) { return .watcher }
    guard let token else { return .player }
    guard Self.areEqual(given, token) else {
      throw Refusal(
        .unauthorized,
        "the token is missing or wrong; open the address that `tiltbox serve` has printed",
        headers: [("WWW-Authenticate", "Bearer realm=\"tiltbox\"")]
      )
    }
    return .player
  }

  /// Returns the `host:port` of `https://host:port`; nil for an origin without a host, such as `null`.
  private static func authority(ofOrigin origin: String) -> String? {
    for scheme in ["http://", "https://"] where origin.lowercased().hasPrefix(scheme) {
      return origin.dropFirst(scheme.count).lowercased()
    }
    return nil
  }

  private static func token(of head: HTTPRequestHead) -> String? {
    if let value = RequestTarget(head.uri).parameters["token"] { return value }
    guard let value = head.headers.first(name: "authorization") else { return nil }
    let parts = value.split(separator: " ")
    return parts.count == 2 && parts[0].lowercased() == "bearer" ? String(parts[1]) : nil
  }

  /// Compares in a time that depends on the given text alone, and not on the token.
  private static func areEqual(_ given: String, _ token: String) -> Bool {
    let (given, token) = (Array(given.utf8), Array(token.utf8))
    guard !token.isEmpty else { return given.isEmpty }
    var difference = given.count ^ token.count
    for index in given.indices { difference |= Int(given[index] ^ token[index % token.count]) }
    return difference == 0
  }
}

/// The path and the query parameters of a request.
struct RequestTarget {
  let path: String
  /// The first value of each name, not percent-decoded: no parameter of this service needs it.
  let parameters: [String: String]

  init(_ uri: String) {
    let parts = uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(parts.first ?? "")
    let pairs = (parts.count > 1 ? parts[1] : "").split(separator: "&").prefix(16).map { pair in
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(sides[0]), sides.count > 1 ? String(sides[1]) : "")
    }
    parameters = Dictionary(pairs) { first, _ in first }
  }
}

/// How a viewer wants its frames: the parameters of its address.
struct FrameParameters {
  /// Whether frames are JSON texts, not binary.
  let areJSON: Bool
  /// The maximum number of ticks between the newest frame sent and the newest frame that the viewer has acknowledged; 0
  /// for a viewer that does not acknowledge frames.
  let window: Int

  private static let windows = 0...1_000_000

  init(_ target: RequestTarget) throws(Refusal) {
    let (format, window) = (target.parameters["format"], target.parameters["window"])
    guard format == nil || format == "json" else {
      let got = (format ?? "").prefix(40)
      throw Refusal(.badRequest, "format is \(got); give json, or drop it for binary frames")
    }
    areJSON = format == "json"
    let ticks = window.map { Int($0) } ?? (areJSON ? 0 : 12)
    guard let ticks, Self.windows.contains(ticks) else {
      let got = (window ?? "").prefix(40)
      throw Refusal(
        .badRequest,
        "window is \(got); give a whole number of ticks from 0 to \(Self.windows.upperBound)"
      )
    }
    self.window = ticks
  }
}
