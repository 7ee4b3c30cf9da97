import Synchronization
import Testing

@testable import Tiltbox

@Suite("Thread pool")
struct ThreadPoolTests {
  private final class Counts: Sendable {
    let counts: Mutex<[Int]>
    init(_ pieces: Int) { counts = Mutex([Int](repeating: 0, count: pieces)) }
    func add(_ pieces: Range<Int>) { counts.withLock { for piece in pieces { $0[piece] += 1 } } }
    var all: [Int] { counts.withLock { $0 } }
  }

  @Test(
    "does each task once per round, and all before the round ends",
    arguments: [(1, 1), (1, 7), (2, 1), (2, 64), (3, 1000), (8, 5)]
  )
  func rounds(threads: Int, pieces: Int) {
    let counts = Counts(pieces)
    let pool = ThreadPool(threads: threads, pieces: pieces, counts.add)
    for round in 1...50 {
      pool.run()
      #expect(counts.all == [Int](repeating: round, count: pieces))
    }
  }

  @Test("works on several threads at once")
  func parallel() {
    // Each piece waits for the other: on one thread this never ends.
    let arrived = Counts(2)
    let pool = ThreadPool(threads: 2, pieces: 2) { pieces in
      arrived.add(pieces)
      while arrived.all.contains(0) {}
    }
    pool.run()
    #expect(arrived.all == [1, 1])
  }

  @Test("sleeps between rounds, and ends with its owner")
  func sleep() async throws {
    let counts = Counts(4)
    var pool: ThreadPool? = ThreadPool(threads: 2, pieces: 4, counts.add)
    for _ in 0..<3 {
      pool?.run()
      // More checks than a thread makes before it sleeps.
      for _ in 0..<5 { await Task.yield() }
    }
    pool = nil
    #expect(counts.all == [3, 3, 3, 3])
  }
}
