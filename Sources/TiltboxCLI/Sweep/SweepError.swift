/// What is wrong with a sweep: one line for each mistake, with where it was made and what to do.
package struct SweepError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Who can put it right.
  package enum Kind: Hashable, Sendable {
    /// What was asked for makes no sense.
    case usage
    /// A file holds something wrong.
    case badData
  }

  package let kind: Kind
  package let mistakes: [String]

  package init(_ kind: Kind = .usage, _ mistakes: String...) {
    (self.kind, self.mistakes) = (kind, mistakes)
  }

  package init(_ kind: Kind, all mistakes: [String]) {
    (self.kind, self.mistakes) = (kind, mistakes)
  }

  package var description: String { mistakes.joined(separator: "\n") }
}
