/// A complete recording of a run up to a moment: consecutive parts, then the summary line.
struct PartialRecording: Sendable {
  let pieces: [(part: RecordingPart, range: Range<Int>)]
  let summary: [UInt8]

  /// The size in bytes.
  var size: Int { pieces.reduce(summary.count) { $0 + $1.range.count } }

  /// Reads at most `count` bytes at an offset; returns none at the end, or if the part has been dropped in the
  /// meantime.
  func read(from offset: Int, atMost count: Int) -> [UInt8] {
    var start = 0
    for piece in pieces {
      let end = start + piece.range.count
      if offset < end {
        let place = piece.range.lowerBound + offset - start
        return piece.part.read(from: place, atMost: min(count, end - offset))
      }
      start = end
    }
    return Array(summary.dropFirst(offset - start).prefix(count))
  }
}
