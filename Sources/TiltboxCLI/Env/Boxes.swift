internal import Synchronization
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
  /// The tilts of the next step; nil for the one in force.
  @safe @exclusivity(unchecked) private var tilts: [Tilt?]
  /// Why boxes did not make the step that runs.
  private let failures = Mutex<[Int: String]>([:])

  /// Makes the boxes, each at its first tick.
  ///
  /// Throws what `Simulation` throws.
  init(_ count: Int, of scenario: Scenario, showing bodies: [Int]) throws {
    (self.count, self.scenario, shown) = (count, scenario, bodies)
    boxes = try (0..<count).map { _ in try Box(scenario) }
    tilts = Array(repeating: nil, count: count)
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

  /// The bytes of the answer that has the rows of all boxes.
  var answerBytes: Int { unsafe answer.count }

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

  /// Gives the boxes their tilts for the next step; with two NaN the one in force stays.
  ///
  /// Throws the error with which the step would reject one of them.
  func setTilts(_ tilt: (Int) -> Tilt) throws(EnvError) {
    /// The largest parts of all, which are in range only if all are.
    var (x, y) = (0.0, 0.0)
    for index in 0..<count {
      let tilt = tilt(index)
      tilts[index] = tilt.x.isNaN && tilt.y.isNaN ? nil : tilt
      guard let tilt = tilts[index] else { continue }
      x = tilt.x.isNaN ? .infinity : max(x, abs(tilt.x))
      y = tilt.y.isNaN ? .infinity : max(y, abs(tilt.y))
    }
    // Where no animation turns gravity, all boxes say the same.
    if !boxes[0].turnsGravity, (try? boxes[0].check(Tilt(x: x, y: y))) != nil { return }
    for index in 0..<count {
      guard let tilt = tilts[index] else { continue }
      do { try boxes[index].check(tilt) } catch { throw EnvError(error, box: index) }
    }
  }

  /// Steps all boxes under their tilts.
  ///
  /// Returns the first box that failed, and why; the others have stepped.
  func step(_ ticks: Int, on pool: ThreadPool) -> (box: Int, reason: String)? {
    self.ticks = ticks
    pool.run()
    return failures.withLock { failures in
      defer { failures.removeAll() }
      return failures.min { $0.key < $1.key }.map { (box: $0.key, reason: $0.value) }
    }
  }

  /// What a thread of the pool does with some boxes.
  func advance(_ places: Range<Int>) {
    let (ticks, tilts) = (ticks, tilts)
    for index in places {
      do { try boxes[index].step(ticks, under: tilts[index]) } catch {
        failures.withLock { $0[index] = "\(error)" }
      }
      show(index)
    }
  }
}
