internal import Synchronization
internal import TiltboxPlatform

/// SIGINT, SIGTERM and SIGHUP, heard as a wish to stop: the run ends between two ticks, its files closed.
enum StopSignal {
  private static let received = Atomic<Int32>(0)
  private static let names = [SIGINT: "SIGINT", SIGTERM: "SIGTERM", SIGHUP: "SIGHUP"]

  /// From now on the signals stop the run instead of the process, and a closed pipe, like a file that reaches the
  /// process's limit (`ulimit -f`), is an error of the write that meets it.
  static func listen() {
    // A static is made at its first use, under a lock. That must not be in the handler: it may have interrupted the
    // very making of it, and would wait for itself.
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
    // Without SA_RESTART: a sleep or a write that waits ends at once.
    var heard = sigset_t()
    unsafe sigemptyset(&heard)
    for number in names.keys where number != SIGHUP || !isIgnored(SIGHUP) {
      unsafe sigaction(number, &action, nil)
      unsafe sigaddset(&heard, number)
    }
    // A parent may have started us with them blocked.
    unsafe pthread_sigmask(SIG_UNBLOCK, &heard, nil)
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// Whether a signal is to be ignored, as nohup has it.
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

  /// Does something whose threads are to leave the signals to others.
  static func withoutSignals<Outcome>(_ work: () throws -> Outcome) rethrows -> Outcome {
    var (all, before) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try work()
  }

  /// Whether the run is to stop.
  static var isReceived: Bool { received.load(ordering: .relaxed) != 0 }

  /// The signal that has come, or nil.
  static var number: Int32? {
    let number = received.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// The signal's name, or nil.
  static var name: String? { number.flatMap { names[$0] } }
}
