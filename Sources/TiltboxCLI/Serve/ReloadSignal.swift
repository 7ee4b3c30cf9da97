#if Server
internal import Synchronization
internal import TiltboxPlatform

/// Handles SIGHUP as a request to reload the certificate. Without `listen()`, the signal stops the command as usual.
enum ReloadSignal {
  private static let isReceived = Atomic(false)

  /// Installs the handler; from now on the signal does not stop the process.
  static func listen() {
    isReceived.store(false, ordering: .relaxed)
    _ = signal(SIGHUP) { _ in ReloadSignal.isReceived.store(true, ordering: .relaxed) }
  }

  /// Returns whether the signal has arrived since the last call.
  static func take() -> Bool { isReceived.exchange(false, ordering: .relaxed) }
}
#endif
