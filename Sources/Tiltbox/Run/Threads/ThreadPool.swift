internal import Synchronization
internal import TiltboxPlatform

/// A fixed set of threads that does the same pieces of work in each round, and rests between the rounds.
///
/// ```swift
/// let pool = ThreadPool(threads: 4, pieces: boxes.count) { boxes[$0].step() }
/// while read() {
///   pool.run()      // every piece once, on whichever thread is free; allocates nothing
///   write()
/// }
/// ```
package final class ThreadPool {
  private let work: SharedWork
  private let threads: [pthread_t]

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - threads: Threads at work, of which one is the caller of ``run()``; fewer if the system gives no more.
  ///   - pieces: The number of pieces of a round.
  ///   - piece: Does a piece by its number from 0 on. Two threads never do the same piece, or pieces of two rounds.
  package init(threads: Int, pieces: Int, _ piece: @escaping @Sendable (Int) -> Void) {
    let others = max(0, min(threads, pieces) - 1)
    let work = SharedWork(pieces, stride: max(1, pieces / (8 * (others + 1))), piece)
    self.work = work
    self.threads = Workers.start(others) { work.runUntilEnd() }
  }

  deinit {
    work.end()
    Workers.join(threads)
  }

  /// Does all pieces once, and returns when they are done. To be called on one thread.
  package func run() { work.run(alone: threads.isEmpty) }
}

/// What the threads of a pool share.
private final class SharedWork: Sendable {
  private let count: Int
  private let stride: Int
  private let piece: @Sendable (Int) -> Void
  /// The first piece of the round that nobody has taken.
  private let next: Atomic<Int>
  private let done = Atomic(0)
  /// The number of the round; -1 after the last one.
  private let round = Atomic(0)
  private let condition = ConditionVariable()
  /// How often a thread looks before it sleeps: some ten microseconds, which is less than a sleep and its end take.
  private static let looks = 20_000

  init(_ count: Int, stride: Int, _ piece: @escaping @Sendable (Int) -> Void) {
    (self.count, self.stride, self.piece) = (count, stride, piece)
    next = Atomic(count)
  }

  func run(alone: Bool) {
    done.store(0, ordering: .relaxed)
    // From here on, a thread that is late from the round before may begin.
    next.store(0, ordering: .releasing)
    if !alone {
      round.add(1, ordering: .releasing)
      condition.notifyAll()
    }
    work()
    wait { done.load(ordering: .acquiring) < count }
  }

  func runUntilEnd() {
    var last = 0
    while last >= 0 {
      wait { round.load(ordering: .acquiring) == last }
      last = round.load(ordering: .acquiring)
      work()
    }
  }

  func end() {
    round.store(-1, ordering: .releasing)
    condition.notifyAll()
  }

  private func work() {
    while true {
      let first = next.add(stride, ordering: .acquiringAndReleasing).oldValue
      guard first < count else { return }
      let end = min(first + stride, count)
      for index in first..<end { piece(index) }
      let all = done.add(end - first, ordering: .acquiringAndReleasing).newValue
      if all == count { condition.notifyAll() }
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
  // The C library's calls are what make these safe to share.
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

  /// To be called after the condition has changed.
  func notifyAll() {
    // A thread that has just looked at the condition is asleep once the lock is free.
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
