/// Some runs one after the other, done by one worker.
struct RowBlock: Sendable {
  let rows: [Row]
  /// The rows as they are written.
  let text: [UInt8]

  var first: Int { rows[0].run }
}

/// Where finished runs go, in the plan's order.
protocol RowSink: Sendable {
  /// Takes the next runs. What is thrown ends the sweep.
  func take(_ block: RowBlock) throws
}
