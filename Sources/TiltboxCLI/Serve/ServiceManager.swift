#if Server
internal import Tiltbox
internal import TiltboxPlatform

/// Tells systemd how the service does, as `sd_notify` does: a datagram to the socket in `NOTIFY_SOCKET`. Where there is
/// none, nothing happens.
final class ServiceManager {
  private let path: String?
  /// How often systemd wants a sign of life, halved; nil if it wants none.
  private let interval: Duration?
  private var lastSign = Duration.zero

  init() {
    path = Self.variable("NOTIFY_SOCKET")
    let isForUs = Self.variable("WATCHDOG_PID").map { $0 == "\(getpid())" } ?? true
    let time = Self.variable("WATCHDOG_USEC").flatMap { Int64($0) }
    interval = isForUs ? time.map { .microseconds($0 / 2) } : nil
  }

  /// Whether a service manager listens.
  var isThere: Bool { path != nil }

  /// Sends a state: `READY=1`, `STOPPING=1`, `RELOADING=1`.
  func tell(_ state: String) {
    guard let path, !path.isEmpty else { return }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // A name that begins with @ is one of the abstract space, where it begins with a zero.
    var name = Array(path.utf8)
    if name[0] == UInt8(ascii: "@") { name[0] = 0 }
    guard name.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
    #if canImport(Darwin)
    let number = socket(AF_UNIX, SOCK_DGRAM, 0)
    #else
    let number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    #endif
    guard number >= 0 else { return }
    defer { _ = close(number) }
    let length = MemoryLayout<sockaddr_un>.offset(of: \.sun_path).map { $0 + name.count } ?? 0
    let bytes = Array(state.utf8)
    _ = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe sendto(number, bytes, bytes.count, Int32(MSG_DONTWAIT), $0, socklen_t(length))
      }
    }
  }

  /// Gives a sign of life when one is due. To be called on the thread whose life it is.
  func signLife() {
    guard let interval else { return }
    let now = MonotonicClock().now()
    guard now - lastSign >= interval else { return }
    lastSign = now
    tell("WATCHDOG=1")
  }

  private static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }
}
#endif
