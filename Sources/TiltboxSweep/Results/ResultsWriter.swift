internal import Synchronization
package import TiltboxFiles

/// Writes rows in the order of the plan and adds them to a summary.
package final class ResultsWriter: RowSink {
  /// The destination of the rows.
  package enum Output {
    /// An append-only file that can be continued.
    case file(AppendFile)
    /// Standard output, or a file that cannot be continued.
    case stream(OutputFile)
    case none
  }

  private struct State {
    let output: Output
    var summary: Summary
  }

  private let state: Mutex<State>
  private let didTake: @Sendable (_ place: Int) -> Void

  package init(
    _ output: sending Output,
    summary: Summary,
    didTake: @escaping @Sendable (_ place: Int) -> Void = { _ in }
  ) {
    state = Mutex(State(output: output, summary: summary))
    self.didTake = didTake
  }

  /// The summary of the rows so far.
  package var summary: Summary { state.withLock { $0.summary } }

  /// Writes the lines before the rows.
  package func begin(_ head: [UInt8]) throws {
    try state.withLock { state in try state.output.write(head) }
  }

  package func take(_ block: RowBlock) throws {
    try state.withLock { state in
      try state.output.write(block.text)
      for row in block.rows { state.summary.add(row) }
    }
    didTake(block.place + block.rows.count)
  }
}

extension ResultsWriter.Output {
  fileprivate func write(_ text: [UInt8]) throws {
    switch self {
    case .file(let file): try file.append(text)
    case .stream(let file):
      file.add { $0.append(text) }
      try file.flush()
    case .none: break
    }
  }
}
