internal import Synchronization
internal import TiltboxPlatform

/// Handles SIGINT, SIGTERM and SIGHUP as requests to stop: the run ends between two ticks and closes its files.
enum StopSignal {
  private static let received = Atomic<Int32>(0)
  private static let names = [SIGINT: "SIGINT", SIGTERM: "SIGTERM", SIGHUP: "SIGHUP"]

  /// Installs the handlers. The signals then stop the run instead of the process; a closed pipe, or a file that reaches
  /// the process's limit (`ulimit -f`), becomes an error of the write.
  static func listen() {
    // Initialize the static here: its lazy initialization takes a lock, and the handler would deadlock if it
    // interrupted that initialization.
    received.store(0, ordering: .relaxed)
    var action = sigaction()
    let handler: @convention(c) (Int32) -> Void = { signal in
      StopSignal.received.store(signal, ordering: .relaxed)
    }
    #if canImport(Darwin)
    unsafe action.__sigaction_u.__sa_handler = handler
    #else
    unsafe action.__sigaction_handler.sa_handler = handler
    #endif
    // Without SA_RESTART, so that a blocked sleep or write returns at once.
    var heard = sigset_t()
    unsafe sigemptyset(&heard)
    for number in names.keys where number != SIGHUP || !isIgnored(SIGHUP) {
      unsafe sigaction(number, &action, nil)
      unsafe sigaddset(&heard, number)
    }
    // A parent process may have started us with these signals blocked.
    unsafe pthread_sigmask(SIG_UNBLOCK, &heard, nil)
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// Whether a signal is ignored, as after `nohup`.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    unsafe sigaction(number, nil, &action)
    #if canImport(Darwin)
    let handler = unsafe action.__sigaction_u.__sa_handler
    #else
    let handler = unsafe action.__sigaction_handler.sa_handler
    #endif
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Performs work with signals blocked, so that the threads that it starts do not receive them.
  static func withoutSignals<Outcome>(_ work: () throws -> Outcome) rethrows -> Outcome {
    var (all, before) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try work()
  }

  /// Whether a stop signal has arrived.
  static var isReceived: Bool { received.load(ordering: .relaxed) != 0 }

  /// The signal that has arrived, or nil.
  static var number: Int32? {
    let number = received.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// The signal's name, or nil.
  static var name: String? { number.flatMap { names[$0] } }
}
