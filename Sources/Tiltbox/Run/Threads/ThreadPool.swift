internal import CPlatform
internal import Synchronization
internal import TiltboxPlatform

/// A fixed set of threads that does the same pieces of work in each round, and rests between rounds.
///
/// ```swift
/// let pool = ThreadPool(threads: 4, pieces: boxes.count) { for place in $0 { boxes[place].step() } }
/// while read() {
///   pool.run()      // every piece once; allocates nothing
///   write()
/// }
/// ```
///
/// A thread begins each round with the same pieces, which may still be in its processor's cache, and helps the others
/// after these.
package final class ThreadPool {
  private let work: SharedWork
  private let threads: [CPlatformThread]

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - threads: The number of working threads, including the caller of ``run()``; fewer if the system has no more.
  ///   - pieces: The number of pieces in a round.
  ///   - work: Does some pieces by their numbers, from 0. Only one thread does a piece, and rounds never overlap.
  package init(threads: Int, pieces: Int, _ work: @escaping @Sendable (Range<Int>) -> Void) {
    let others = max(0, min(threads, pieces) - 1)
    let work = SharedWork(pieces, threads: others + 1, work)
    self.work = work
    self.threads = Workers.start(others) { work.runUntilEnd() }
  }

  deinit {
    work.end()
    Workers.join(threads)
  }

  /// Does all pieces once, and returns when they are done. Call this on one thread only.
  package func run() { work.run(alone: threads.isEmpty) }
}

/// The pieces with which one thread begins.
private final class WorkRange: Sendable {
  private let pieces: Range<Int>
  private let stride: Int
  /// The first piece that no thread has taken.
  private let next: Atomic<Int>

  init(_ pieces: Range<Int>) {
    self.pieces = pieces
    stride = max(1, pieces.count / 8)
    next = Atomic(pieces.upperBound)
  }

  func renew() { next.store(pieces.lowerBound, ordering: .releasing) }

  func take() -> Range<Int>? {
    let first = next.add(stride, ordering: .acquiringAndReleasing).oldValue
    return first < pieces.upperBound ? first..<min(first + stride, pieces.upperBound) : nil
  }
}

/// The state that the threads of a pool share.
private final class SharedWork: Sendable {
  private let count: Int
  private let work: @Sendable (Range<Int>) -> Void
  private let ranges: [WorkRange]
  /// The number of threads with a range.
  private let threads = Atomic(1)
  private let done = Atomic(0)
  /// The number of the round; -1 after the last one.
  private let round = Atomic(0)
  private let condition = ConditionVariable()
  /// The number of checks before a thread sleeps: some ten microseconds, less than it takes to sleep and wake.
  private static let looks = 20_000

  init(_ count: Int, threads: Int, _ work: @escaping @Sendable (Range<Int>) -> Void) {
    (self.count, self.work) = (count, work)
    ranges = (0..<threads).map { WorkRange($0 * count / threads..<($0 + 1) * count / threads) }
  }

  func run(alone: Bool) {
    done.store(0, ordering: .relaxed)
    // From here on, a thread that is late from the previous round may begin.
    for share in ranges { share.renew() }
    if !alone {
      round.add(1, ordering: .releasing)
      condition.notifyAll()
    }
    work(from: 0)
    wait { done.load(ordering: .acquiring) < count }
  }

  func runUntilEnd() {
    let own = threads.add(1, ordering: .relaxed).oldValue
    var last = 0
    while last >= 0 {
      wait { round.load(ordering: .acquiring) == last }
      last = round.load(ordering: .acquiring)
      work(from: own)
    }
  }

  func end() {
    round.store(-1, ordering: .releasing)
    condition.notifyAll()
  }

  /// Does the rest of a share, and then the rest of the others.
  private func work(from own: Int) {
    for place in ranges.indices {
      let share = ranges[(own + place) % ranges.count]
      while let pieces = share.take() {
        work(pieces)
        let all = done.add(pieces.count, ordering: .acquiringAndReleasing).newValue
        if all == count { condition.notifyAll() }
      }
    }
  }

  private func wait(while isEarly: () -> Bool) {
    for _ in 0..<Self.looks where !isEarly() { return }
    condition.wait(while: isEarly)
  }
}

/// Wakes threads that wait for a condition. Wraps `pthread_cond_wait`.
@safe
private final class ConditionVariable: @unchecked Sendable {
  // The C library's calls make these safe to share.
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    unsafe pthread_mutex_init(lock, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(lock)
    unsafe lock.deallocate()
    unsafe condition.deallocate()
  }

  /// Call this after the condition has changed.
  func notifyAll() {
    // A thread that has just checked the condition is asleep once the lock is free.
    unsafe pthread_mutex_lock(lock)
    unsafe pthread_mutex_unlock(lock)
    unsafe pthread_cond_broadcast(condition)
  }

  func wait(while isEarly: () -> Bool) {
    unsafe pthread_mutex_lock(lock)
    while isEarly() { unsafe pthread_cond_wait(condition, lock) }
    unsafe pthread_mutex_unlock(lock)
  }
}

/// Threads that share some work.
///
/// They have the stack size of a loop's thread: large scenarios need more than the usual half megabyte.
package enum Workers {
  /// The number of processors that the system reports.
  package static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Calls a closure on several threads at once, and returns when all are done.
  package static func run(_ count: Int, _ work: @escaping @Sendable () -> Void) {
    let threads = start(count, work)
    // If the system provides no threads, this one does the work.
    if threads.isEmpty { work() }
    join(threads)
  }

  /// Calls a closure on several threads at once, or on fewer if the system has no more.
  static func start(_ count: Int, _ work: @escaping @Sendable () -> Void) -> [CPlatformThread] {
    var threads: [CPlatformThread] = []
    while threads.count < count, let thread = try? LoopThread.create(work) {
      threads.append(thread)
    }
    return threads
  }

  /// Waits for threads to end.
  static func join(_ threads: [CPlatformThread]) {
    for thread in threads { CPlatformJoin(thread) }
  }
}
