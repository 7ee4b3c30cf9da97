internal import Synchronization
internal import TiltboxPlatform

/// Restores the terminal on every exit path, including fatal signals: everything that the handlers need is prepared in
/// advance.
enum TerminalRestorer {
  private static let descriptor = Atomic<Int32>(-1)
  private static let isTaken = Atomic(false)
  private static let wantsStop = Atomic(false)
  /// Never deallocated: a signal handler may read it at any time.
  nonisolated(unsafe) private static let original = UnsafeMutablePointer<termios>.allocate(
    capacity: 1
  )
  private static let farewell: StaticString = "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"
  /// The signals that end a process by default.
  private static let deadly = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGQUIT]

  /// Saves the mode of a terminal and installs handlers for fatal signals; returns false if it is not a terminal.
  static func prepare(_ number: Int32) -> Bool {
    guard unsafe tcgetattr(number, original) == 0 else { return false }
    descriptor.store(number, ordering: .sequentiallyConsistent)
    _ = isTaken.load(ordering: .relaxed)
    for number in deadly {
      listen(number) { number in
        TerminalRestorer.restore()
        _ = signal(number, SIG_DFL)
        raise(number)
      }
    }
    _ = wantsStop.load(ordering: .relaxed)
    listen(SIGTSTP) { _ in
      TerminalRestorer.wantsStop.store(true, ordering: .relaxed)
    }
    return true
  }

  private static func listen(_ number: Int32, _ handler: @convention(c) (Int32) -> Void) {
    var action = sigaction()
    #if canImport(Darwin)
    unsafe action.__sigaction_u.__sa_handler = handler
    #else
    unsafe action.__sigaction_handler.sa_handler = handler
    #endif
    unsafe sigaction(number, &action, nil)
  }

  /// Returns whether Ctrl-Z was pressed since the last call.
  static func takeStop() -> Bool { wantsStop.exchange(false, ordering: .relaxed) }

  /// Sets a mode in which keys arrive at once and without echo; keys for signals still work.
  static func setRaw() {
    var mode = unsafe original.pointee
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
    let number = descriptor.load(ordering: .relaxed)
    isTaken.store(true, ordering: .sequentiallyConsistent)
    unsafe tcsetattr(number, TCSANOW, &mode)
  }

  /// Restores the terminal, once. Safe to call from a signal handler.
  static func restore() {
    guard isTaken.exchange(false, ordering: .sequentiallyConsistent) else { return }
    let number = descriptor.load(ordering: .relaxed)
    // The descriptor does not block, so wait briefly for a terminal that is still receiving output.
    var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    _ = unsafe poll(&request, 1, 200)
    _ = unsafe write(number, farewell.utf8Start, farewell.utf8CodeUnitCount)
    unsafe tcsetattr(number, TCSADRAIN, original)
  }
}
