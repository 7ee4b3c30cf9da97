/// Splits chunks of bytes of any size into numbered lines, in constant memory.
///
/// Does not interpret the lines: tilts and other commands may share one input. Lines exclude the line
/// end (`\n` or `\r\n`) and a byte-order mark at the very beginning.
struct LineSplitter {
  /// The maximum length of a line, in bytes; longer lines are reported as `nil`.
  static let longestLine = 1 << 20

  /// The number of lines so far, over-long ones included; also the number of the newest line.
  private(set) var lineCount = 0
  /// The beginning of an unfinished line.
  private(set) var pending: [UInt8] = []
  private var isSkipping = false

  /// Calls `body` with each line that ends in `chunk`; keeps the rest for the next chunk.
  ///
  /// - Parameters:
  ///   - chunk: Bytes that follow those of the last call. O(n).
  ///   - body: Receives the line's number, from 1, and its bytes. For a line longer than
  ///     `longestLine` it receives `nil` instead, once, as soon as the line exceeds the limit.
  /// - Throws: The errors of `body`.
  mutating func feed<E: Error>(
    _ chunk: Span<UInt8>,
    _ body: (_ number: Int, _ line: Span<UInt8>?) throws(E) -> Void
  ) throws(E) {
    var start = 0
    for index in chunk.indices where chunk[index] == UInt8(ascii: "\n") {
      try end(with: chunk.extracting(start..<index), body)
      start = index + 1
    }
    try keep(chunk.extracting(start..<chunk.count), body)
  }

  /// Calls `body` with a last line that lacks a line end, if there is one.
  mutating func finish<E: Error>(
    _ body: (_ number: Int, _ line: Span<UInt8>?) throws(E) -> Void
  ) throws(E) {
    guard !pending.isEmpty else { return isSkipping = false }
    let line = pending
    pending = []
    try hand(line.span, body)
  }

  private mutating func end<E: Error>(
    with piece: Span<UInt8>,
    _ body: (Int, Span<UInt8>?) throws(E) -> Void
  ) throws(E) {
    if isSkipping { return isSkipping = false }
    guard !pending.isEmpty else { return try hand(piece, body) }
    for index in piece.indices { pending.append(piece[index]) }
    let line = pending
    pending.removeAll(keepingCapacity: true)
    try hand(line.span, body)
  }

  private mutating func keep<E: Error>(
    _ piece: Span<UInt8>,
    _ body: (Int, Span<UInt8>?) throws(E) -> Void
  ) throws(E) {
    guard !isSkipping, !piece.isEmpty else { return }
    guard pending.count + piece.count <= Self.longestLine + 1 else {
      pending = []
      isSkipping = true
      lineCount += 1
      return try body(lineCount, nil)
    }
    for index in piece.indices { pending.append(piece[index]) }
  }

  private mutating func hand<E: Error>(
    _ line: Span<UInt8>,
    _ body: (Int, Span<UInt8>?) throws(E) -> Void
  ) throws(E) {
    lineCount += 1
    var range = 0..<line.count
    if range.last.map({ line[$0] }) == UInt8(ascii: "\r") { range.removeLast() }
    if lineCount == 1, range.count >= 3, line[0] == 0xEF, line[1] == 0xBB, line[2] == 0xBF {
      range.removeFirst(3)
    }
    guard range.count <= Self.longestLine else { return try body(lineCount, nil) }
    try body(lineCount, line.extracting(range))
  }
}
