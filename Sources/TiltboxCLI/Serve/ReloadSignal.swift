#if Server
internal import Synchronization
internal import TiltboxPlatform

/// SIGHUP, heard as a wish to read certificates anew. Whoever does not listen ends by it, as every command does.
enum ReloadSignal {
  private static let isReceived = Atomic(false)

  /// From now on the signal does not end the process.
  static func listen() {
    isReceived.store(false, ordering: .relaxed)
    _ = signal(SIGHUP) { _ in ReloadSignal.isReceived.store(true, ordering: .relaxed) }
  }

  /// Whether the signal has come since the last time.
  static func take() -> Bool { isReceived.exchange(false, ordering: .relaxed) }
}
#endif
