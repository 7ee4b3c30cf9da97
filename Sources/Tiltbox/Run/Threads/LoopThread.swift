internal import CPlatform
internal import TiltboxPlatform

/// A thread for a loop that keeps real time. Its sleeps end as precisely as the system can, and its stack is large,
/// since the physics library recurses through all bodies that touch.
package enum LoopThread {
  static let stackSize = 64 << 20

  /// Lets the main thread's stack grow as large, if the system can do that. Call this before anything is built.
  package static func growMainStack() { CPlatformGrowMainStack(stackSize) }

  /// Starts a thread that does some work and ends.
  ///
  /// Throws ``ThreadError`` if the system has no more threads.
  package static func start(_ work: sending @escaping () -> Void) throws(ThreadError) {
    let thread = try create {
      tune()
      work()
    }
    CPlatformDetach(thread)
  }

  /// Does some work on a new thread, and waits for it. Signals sent to the process reach that thread, so they end its
  /// sleeps.
  ///
  /// Throws ``ThreadError``, or the error of the work.
  package static func run<Outcome>(_ work: () throws -> Outcome) throws -> Outcome {
    try withoutActuallyEscaping(work) { work in
      var outcome: Result<Outcome, any Error>?
      let thread = try create {
        tune()
        outcome = Result { try work() }
      }
      var all = sigset_t()
      var before = sigset_t()
      unsafe sigfillset(&all)
      unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
      CPlatformJoin(thread)
      unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
      guard let outcome else { preconditionFailure("the thread has ended, and its work with it") }
      return try outcome.get()
    }
  }

  /// Lets the calling thread's sleeps end on time.
  private static func tune() {
    // One nanosecond is the smallest value; 0 means the default.
    _ = CPlatformSetTimerSlack(1)
    // A tenth of a millisecond is the shortest slice: the thread wakes in time beside busy processes.
    _ = CPlatformSetTimeSlice(100_000)
  }

  /// Starts a thread with a large stack for some work.
  static func create(_ work: @escaping () -> Void) throws(ThreadError) -> CPlatformThread {
    let context = unsafe Unmanaged.passRetained(Job(work))
    var thread = CPlatformThread()
    let code = unsafe CPlatformStart(&thread, stackSize, begin, context.toOpaque())
    guard code != 0 else { return thread }
    unsafe context.release()
    throw ThreadError(code: code)
  }
}

private final class Job {
  let work: () -> Void
  init(_ work: @escaping () -> Void) { self.work = work }
}

private func begin(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context = unsafe context else { return nil }
  unsafe Unmanaged<Job>.fromOpaque(context).takeRetainedValue().work()
  return nil
}

/// The system gave no thread.
public struct ThreadError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system's error number.
  public let code: Int32

  /// What happened.
  public var description: String { "no thread for the loop: \(SystemError.message(code))" }
}

/// Privileges of a real-time process: first access to a processor, and a processor that stays awake.
package final class RealTimePriority {
  /// The privileges that the system refused, and how to get them.
  package let refusals: [String]
  private let latency: Int32

  /// Requests both for the calling thread, for the lifetime of this object. Wraps `pthread_setschedparam` with
  /// `SCHED_FIFO`, and `/dev/cpu_dma_latency`.
  package init() {
    var refusals: [String] = []
    var parameters = sched_param()
    parameters.sched_priority =
      (sched_get_priority_min(SCHED_FIFO) + sched_get_priority_max(SCHED_FIFO)) / 2
    let code = unsafe pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters)
    if code != 0 {
      refusals.append(
        "SCHED_FIFO was refused (\(SystemError.message(code))); allow it with ulimit -r or CAP_SYS_NICE"
      )
    }
    #if os(Linux)
    latency = unsafe open("/dev/cpu_dma_latency", O_WRONLY | O_CLOEXEC)
    var microseconds: Int32 = 0
    let size = MemoryLayout.size(ofValue: microseconds)
    let written = unsafe write(latency, &microseconds, size)
    if written != size {
      refusals.append(
        "/dev/cpu_dma_latency was refused (\(SystemError.message(errno))); the processor may doze off between ticks"
      )
    }
    #else
    latency = -1
    #endif
    self.refusals = refusals
  }

  deinit {
    if latency >= 0 { close(latency) }
  }
}

/// Messages of system errors.
package enum SystemError {
  /// The text of an error number, that of `strerror` unless another says more.
  package static func message(_ code: Int32) -> String {
    if code == ESPIPE { return "this is a pipe; give a file" }
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}
