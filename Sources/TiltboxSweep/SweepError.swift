/// Mistakes in a sweep, one line each, with the place and the remedy.
package struct SweepError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The cause of the mistakes, which determines the exit status.
  package enum Kind: Hashable, Sendable {
    /// The command line is invalid.
    case usage
    /// A file has invalid contents.
    case badData
  }

  package let kind: Kind
  let mistakes: [String]

  package init(_ mistake: String) { self.init(all: [mistake]) }
  package init(_ kind: Kind, _ mistake: String) { self.init(kind, all: [mistake]) }
  package init(_ kind: Kind = .usage, all mistakes: [String]) {
    (self.kind, self.mistakes) = (kind, mistakes)
  }

  package var description: String { mistakes.joined(separator: "\n") }
}
