internal import Tiltbox

/// The boxes of an environment, and the rows that show them.
@safe
final class Boxes: @unchecked Sendable {
  // Threads share it while a step runs: each box, and its row, belongs to one of them then.
  let count: Int
  let scenario: Scenario
  private let boxes: [Box]
  /// The places of the bodies that rows show.
  private let shown: [Int]
  private let rowBytes: Int
  /// The header of an answer, then a row for each box.
  private let answer: UnsafeMutableRawBufferPointer
  /// The ticks of the step that runs.
  private var ticks = 1

  /// Makes the boxes, each at its first tick.
  ///
  /// Throws what `Simulation` throws.
  init(_ count: Int, of scenario: Scenario, showing bodies: [Int]) throws {
    (self.count, self.scenario, shown) = (count, scenario, bodies)
    boxes = try (0..<count).map { _ in try Box(scenario) }
    rowBytes = Box.rowBytes(bodies: bodies.count)
    let header = EnvHeader(.rows, length: count * rowBytes).bytes
    unsafe answer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: header.count + count * rowBytes,
      alignment: MemoryLayout<UInt64>.alignment
    )
    unsafe answer.copyBytes(from: header)
    for index in 0..<count { show(index) }
  }

  deinit { unsafe answer.deallocate() }

  subscript(index: Int) -> Box { boxes[index] }

  /// The answer that has the rows of all boxes.
  func withAnswer(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    try unsafe body(UnsafeRawBufferPointer(answer))
  }

  /// Writes the row of a box.
  func show(_ index: Int) {
    let row = EnvHeader.size + index * rowBytes
    unsafe boxes[index].write(
      shown,
      to: UnsafeMutableRawBufferPointer(rebasing: answer[row..<row + rowBytes])
    )
  }

  /// Steps all boxes under their tilts.
  func step(_ ticks: Int, on pool: ThreadPool) {
    self.ticks = ticks
    pool.run()
  }

  /// What a thread of the pool does with a box.
  func advance(_ index: Int) {
    boxes[index].step(ticks)
    show(index)
  }
}
