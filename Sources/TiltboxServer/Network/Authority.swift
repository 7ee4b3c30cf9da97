internal import NIOCore

/// The host and the port that a request addresses, as in RFC 3986, section 3.2. User information and percent-encoding
/// have no place in a `Host` header, and are rejected.
struct Authority {
  /// The host in lower case; an IPv6 address is in brackets.
  let host: String
  /// Whether the host is a literal address and not a name: `192.168.1.7`, `[fe80::1]`.
  let isAddress: Bool

  /// Reads `host` or `host:port`; nil for anything else.
  init?(_ text: String) {
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let isBracketed = text.hasPrefix("[")
    let end =
      isBracketed
      ? text.firstIndex(of: "]").map(text.index(after:)) : text.firstIndex(of: ":") ?? text.endIndex
    guard let end, Self.isPort(text[end...]) else { return nil }
    host = text[..<end].lowercased()
    if isBracketed {
      guard case .v6? = Self.address(host.dropFirst().dropLast()) else { return nil }
      isAddress = true
    } else {
      guard host.utf8.allSatisfy(Self.nameBytes.contains) else { return nil }
      isAddress = Self.address(host[...]) != nil
    }
  }

  /// The bytes of a name: `unreserved` and `sub-delims`.
  private static let nameBytes = Set("abcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=".utf8)

  /// Whether a text is empty, or a colon with the digits of a port.
  private static func isPort(_ text: Substring) -> Bool {
    guard let colon = text.utf8.first else { return true }
    let digits = text.utf8.dropFirst()
    return colon == UInt8(ascii: ":") && digits.allSatisfy { 0x30...0x39 ~= $0 }
      && (digits.isEmpty || UInt16(text.dropFirst()) != nil)
  }

  /// Wraps `inet_pton`, which accepts no zones, no signs and no octal numbers.
  private static func address(_ text: Substring) -> SocketAddress? {
    try? SocketAddress(ipAddress: String(text), port: 0)
  }
}
