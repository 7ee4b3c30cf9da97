internal import Synchronization
internal import TiltboxPlatform

/// Puts a terminal back as it was, from wherever the process ends: all that this needs is made before.
enum TerminalRestorer {
  private static let descriptor = Atomic<Int32>(-1)
  private static let isTaken = Atomic(false)
  private static let wantsStop = Atomic(false)
  /// Its memory is never given back: a signal's handler may look at it at any time.
  nonisolated(unsafe) private static let original = UnsafeMutablePointer<termios>.allocate(
    capacity: 1
  )
  private static let farewell: StaticString = "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"
  /// What ends a process that has made no other plans.
  private static let deadly = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGQUIT]

  /// Remembers how a terminal is, and listens for what may end the process; false for what is no terminal.
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

  /// Whether Ctrl-Z was pressed since the last time.
  static func takeStop() -> Bool { wantsStop.exchange(false, ordering: .relaxed) }

  /// Keys come at once and unseen; those that send signals still do.
  static func setRaw() {
    var mode = unsafe original.pointee
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
    let number = descriptor.load(ordering: .relaxed)
    isTaken.store(true, ordering: .sequentiallyConsistent)
    unsafe tcsetattr(number, TCSANOW, &mode)
  }

  /// Puts the terminal back, once. May be called by a signal's handler.
  static func restore() {
    guard isTaken.exchange(false, ordering: .sequentiallyConsistent) else { return }
    let number = descriptor.load(ordering: .relaxed)
    // What the terminal has not taken must not keep it: it is written to without waiting, so wait here a little.
    var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    _ = unsafe poll(&request, 1, 200)
    _ = unsafe write(number, farewell.utf8Start, farewell.utf8CodeUnitCount)
    unsafe tcsetattr(number, TCSADRAIN, original)
  }
}
