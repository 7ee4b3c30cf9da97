#if Server
internal import ArgumentParser
internal import TiltboxFiles
internal import TiltboxPlatform
internal import TiltboxServer

/// The format of the log of `tiltbox serve` on standard error.
enum LogFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  /// Only warnings, for people.
  case text
  /// One JSON object per line for each event.
  case json

  /// Writes an event; skips it if the write would block, since the service never waits.
  func write(_ event: ServiceEvent) {
    switch self {
    case .text: if let warning = event.warning { printWarning(warning.escapedForTerminal) }
    case .json:
      var request = pollfd(fd: StandardStream.error.rawValue, events: Int16(POLLOUT), revents: 0)
      guard unsafe poll(&request, 1, 0) == 1 else { return }
      var now = timespec()
      unsafe clock_gettime(CLOCK_REALTIME, &now)
      printError(event.json(at: Double(now.tv_sec) + Double(now.tv_nsec) / 1e9))
    }
  }
}
#endif
