/// The recording of a run as it is at a moment, whole: parts one after another, and the line that sums them up.
struct PartialRecording: Sendable {
  struct Piece: Sendable {
    let part: RecordingPart
    let range: Range<Int>
  }

  let pieces: [Piece]
  let summary: [UInt8]

  /// In bytes.
  var size: Int { pieces.reduce(summary.count) { $0 + $1.range.count } }

  /// Reads from a place on, at most so many bytes; none at the end, nor where a part has been given up since.
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
