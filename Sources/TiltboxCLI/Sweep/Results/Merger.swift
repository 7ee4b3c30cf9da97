internal import Tiltbox
internal import TiltboxFiles

/// Puts the parts of a sweep together: their rows one after the other, in one pass, with the bytes of a sweep that was
/// never parted.
struct Merger: Sendable {
  /// The plan of the whole.
  let plan: PlanLine
  let format: ResultsFormat
  /// The files in the order of the parts.
  private let files: [String]

  /// Reads the first line of each part, and finds out whether they are all there.
  ///
  /// - Throws: ``SweepError`` for parts of several plans, doubles and parts that are missing; `FileError`.
  init(_ paths: [String]) throws {
    var parts: [(path: String, plan: PlanLine, format: ResultsFormat)] = []
    for path in paths {
      let reader = try ResultsReader(path)
      guard let plan = reader.plan else {
        throw SweepError(.badData, "\(path): ends before its plan does; run its part again")
      }
      guard !plan.isSearch else {
        throw SweepError("\(path): is the trace of a search, which has no parts; drop it")
      }
      parts.append((path, plan, reader.format))
    }
    guard let first = parts.first else {
      throw SweepError("no parts are given; name the files to merge")
    }
    var mistakes: [String] = []
    for part in parts.dropFirst() {
      let changes = part.plan.whole.changes(since: first.plan.whole)
      if !changes.isEmpty {
        mistakes.append("\(part.path) is of another plan than \(first.path):")
        mistakes += changes.map { "  \($0)" }
      } else if part.format != first.format {
        mistakes.append("\(part.path) is \(part.format.rawValue), and \(first.path) is not")
      }
    }
    let shards = parts.map { $0.plan.shard ?? Shard(number: 1, count: 1) }
    let count = shards[0].count
    var files: [Int: String] = [:]
    for (shard, part) in zip(shards, parts) {
      if shard.count != count {
        mistakes.append(
          "\(part.path) is part \(shard.text), and \(first.path) is \(shards[0].text)"
        )
      } else if let other = files.updateValue(part.path, forKey: shard.number) {
        mistakes.append("\(other) and \(part.path) are both part \(shard.text); drop one")
      }
    }
    if mistakes.isEmpty {
      let missing = (1...count).filter { files[$0] == nil }
      if !missing.isEmpty { mistakes.append(Self.words(missing, of: count)) }
    }
    guard mistakes.isEmpty else { throw SweepError(.badData, all: mistakes) }
    plan = first.plan.whole
    format = first.format
    self.files = (1...count).compactMap { files[$0] }
  }

  private static func words(_ missing: [Int], of count: Int) -> String {
    let listed = missing.prefix(8).map { "\($0)/\(count)" }.joined(separator: ", ")
    let more = missing.count > 8 ? " and \(missing.count - 8) more" : ""
    return "missing: part \(listed)\(more); run them, and name their files"
  }

  /// The rows as they are written together before they are handed on.
  private static let blockSize = 1 << 16

  /// Hands the rows to a sink, in the plan's order.
  ///
  /// - Throws: ``SweepError`` for a part that is not whole, or is damaged; what the sink throws.
  func run(sink: any RowSink, shouldStop: () -> Bool = { false }) throws {
    for path in files {
      var reader = try ResultsReader(path)
      var (rows, text) = ([Row](), [UInt8]())
      while !shouldStop(), let (row, line) = try reader.next() {
        rows.append(row)
        text += line + [UInt8(ascii: "\n")]
        guard text.count >= Self.blockSize else { continue }
        try sink.take(RowBlock(rows: rows, text: text))
        (rows, text) = ([], [])
      }
      if shouldStop() { return }
      if !rows.isEmpty { try sink.take(RowBlock(rows: rows, text: text)) }
      let runs = reader.plan?.ownRuns ?? 0..<0
      guard reader.nextRun == runs.upperBound, reader.tornBytes == 0 else {
        throw SweepError(
          .badData,
          "\(path): holds \(reader.nextRun - runs.lowerBound) of \(runs.count) runs; "
            + "go on with it (--resume), then merge"
        )
      }
    }
  }
}
