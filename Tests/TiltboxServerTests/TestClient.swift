#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

import Tiltbox

/// A client that sends anything, valid or not, over a plain socket.
final class TestClient {
  struct Failure: Error {
    let reason: String
  }

  /// A received WebSocket frame.
  struct Message {
    let opcode: UInt8
    let payload: [UInt8]
    var text: String { String(decoding: payload, as: UTF8.self) }
    /// The status code of a closing frame.
    var code: Int { payload.count < 2 ? 0 : Int(payload[0]) << 8 | Int(payload[1]) }
  }

  private let descriptor: Int32
  private var pending: [UInt8] = []
  /// Whether the other side has reset the connection instead of closing it.
  private(set) var wasReset = false

  /// Connects to a port of the loopback address, with a timeout of `patience` seconds for each operation.
  init(port: Int, patience: Int = 10) throws {
    #if canImport(Darwin)
    descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var time = timeval(tv_sec: patience, tv_usec: 0)
    unsafe setsockopt(
      descriptor,
      SOL_SOCKET,
      SO_RCVTIMEO,
      &time,
      socklen_t(MemoryLayout<timeval>.size)
    )
    unsafe setsockopt(
      descriptor,
      SOL_SOCKET,
      SO_SNDTIMEO,
      &time,
      socklen_t(MemoryLayout<timeval>.size)
    )
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Failure(reason: "connect: \(errno)") }
  }

  deinit { close(descriptor) }

  func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { bytes in
        unsafe Self.send(descriptor, bytes.baseAddress, bytes.count)
      }
      guard count > 0 else { throw Failure(reason: "send: \(errno)") }
      rest = rest.dropFirst(count)
    }
  }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  private static func send(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
    unsafe Darwin.send(descriptor, bytes, count, 0)
    #else
    unsafe Glibc.send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
    #endif
  }

  /// Reads until at least `count` bytes are pending; returns false at the end.
  private func fill(_ count: Int) throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while pending.count < count {
      let got = unsafe read(descriptor, &buffer, buffer.count)
      if got == 0 { return false }
      wasReset = got < 0 && errno == ECONNRESET
      if wasReset { return false }
      guard got > 0 else { throw Failure(reason: "read: \(errno), after \(pending.count) bytes") }
      pending += buffer[..<got]
    }
    return true
  }

  /// Reads until the other side closes.
  func readToEnd() throws -> String {
    while try fill(pending.count + 1) {}
    defer { pending = [] }
    return String(decoding: pending, as: UTF8.self)
  }

  /// Reads an HTTP header, up to the blank line.
  func readHead() throws -> String {
    while true {
      if let end = pending.indices.first(where: {
        pending[$0...].starts(with: Array("\r\n\r\n".utf8))
      }) {
        defer { pending.removeFirst(end + 4) }
        return String(decoding: pending[..<end], as: UTF8.self)
      }
      guard try fill(pending.count + 1) else { throw Failure(reason: "closed in the head") }
    }
  }

  /// Makes a GET request, and returns the whole response.
  func get(_ target: String, _ headers: [String] = ["Host: localhost"]) throws -> String {
    try send("GET \(target) HTTP/1.1\r\n" + headers.map { $0 + "\r\n" }.joined() + "\r\n")
    return try readToEnd()
  }

  /// Upgrades the connection to WebSocket; returns the response's status.
  @discardableResult
  func upgrade(_ target: String = "/live", _ headers: [String] = ["Host: localhost"]) throws
    -> Int?
  {
    let all =
      headers + [
        "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
      ]
    try send("GET \(target) HTTP/1.1\r\n" + all.map { $0 + "\r\n" }.joined() + "\r\n")
    let head = try readHead()
    return Int(head.dropFirst(9).prefix(3))
  }

  /// Sends a WebSocket frame, by default masked with zeros.
  func send(_ opcode: UInt8, _ payload: [UInt8], isMasked: Bool = true, isLast: Bool = true) throws
  {
    var bytes: [UInt8] = [(isLast ? 0x80 : 0) | opcode]
    let mask: UInt8 = isMasked ? 0x80 : 0
    if payload.count < 126 {
      bytes.append(mask | UInt8(payload.count))
    } else {
      bytes += [mask | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    }
    if isMasked { bytes += [0, 0, 0, 0] }
    try send(bytes + payload)
  }

  /// Sends a line.
  func say(_ text: String) throws { try send(1, Array(text.utf8)) }

  /// Sends a tilt as a binary message.
  func tilt(_ x: Float, _ y: Float) throws {
    try send(2, [0x54, 1, 0, 0] + x.littleBytes + y.littleBytes)
  }

  /// Returns the next message; nil if the other side closes without one.
  func next() throws -> Message? {
    guard try fill(2) else { return nil }
    var length = Int(pending[1] & 127)
    var start = 2
    if length == 126 {
      guard try fill(4) else { return nil }
      length = Int(pending[2]) << 8 | Int(pending[3])
      start = 4
    } else if length == 127 {
      guard try fill(10) else { return nil }
      length = pending[2..<10].reduce(0) { $0 << 8 | Int($1) }
      start = 10
    }
    guard try fill(start + length) else { return nil }
    defer { pending.removeFirst(start + length) }
    return Message(opcode: pending[0] & 15, payload: Array(pending[start..<start + length]))
  }

  /// Returns the next message that satisfies a condition; skips others.
  func next(where isWanted: (Message) -> Bool) throws -> Message {
    let end = MonotonicClock().now() + .seconds(20)
    while MonotonicClock().now() < end {
      guard let message = try next() else { throw Failure(reason: "closed before it came") }
      if isWanted(message) { return message }
    }
    throw Failure(reason: "it does not come")
  }

  /// Returns the next text that contains a string.
  @discardableResult
  func text(with part: String) throws -> String {
    try next { $0.opcode == 1 && $0.text.contains(part) }.text
  }

  /// Returns the status code with which the other side closes.
  func goodbye() throws -> Int { try next { $0.opcode == 8 }.code }
}

extension Float {
  fileprivate var littleBytes: [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: bitPattern >> (8 * UInt32($0))) }
  }
}
