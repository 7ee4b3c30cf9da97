#if Server
internal import Synchronization
internal import Tiltbox
internal import TiltboxPlatform

/// Reports the state of the service to systemd, as `sd_notify` does: by a datagram to the socket in `NOTIFY_SOCKET`.
/// Without that variable it does nothing.
final class SystemdNotifier {
  private let path: String?
  /// Half the watchdog interval of systemd; nil without a watchdog.
  private let interval: Duration?
  private var lastSign = Duration.zero

  init() {
    path = environment("NOTIFY_SOCKET")
    let isForUs = environment("WATCHDOG_PID").map { $0 == "\(getpid())" } ?? true
    let time = environment("WATCHDOG_USEC").flatMap { Int64($0) }
    interval = isForUs ? time.map { .microseconds($0 / 2) } : nil
  }

  /// Whether there is a service manager.
  var isThere: Bool { path != nil }

  /// Sends a state: `READY=1`, `STOPPING=1`, `RELOADING=1`.
  func tell(_ state: String) {
    guard let path, !path.isEmpty else { return }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // A name that begins with @ is in the abstract namespace, where the first byte is zero.
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

  /// Notifies the watchdog when it is time. Call this on the thread to be watched.
  func signLife() {
    guard let interval else { return }
    let now = MonotonicClock().now()
    guard now - lastSign >= interval else { return }
    lastSign = now
    tell("WATCHDOG=1")
  }
}

/// Handles SIGHUP as a request to reload the certificate. Without `listen()`, the signal stops the command as usual.
enum ReloadSignal {
  private static let isReceived = Atomic(false)
  /// The outputs that are a terminal at the start.
  private static let terminals = [StandardStream.output, .error].filter(\.isTerminal)

  /// Installs the handler; from now on the signal does not stop the process.
  static func listen() {
    isReceived.store(false, ordering: .relaxed)
    _ = terminals
    _ = signal(SIGHUP) { _ in ReloadSignal.isReceived.store(true, ordering: .relaxed) }
  }

  /// Returns whether the signal has arrived since the last call.
  static func take() -> Bool { isReceived.exchange(false, ordering: .relaxed) }

  /// Whether the terminal has sent the signal, since it was closed.
  static var isFromTerminal: Bool { !terminals.allSatisfy(\.isTerminal) }
}
#endif
