/// Mistakes in a sweep, one line each, with the place and the remedy.
struct SweepError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The cause of the mistakes, which determines the exit status.
  enum Kind: Hashable, Sendable {
    /// The command line is invalid.
    case usage
    /// A file has invalid contents.
    case badData
  }

  let kind: Kind
  let mistakes: [String]

  init(_ mistake: String) { self.init(all: [mistake]) }
  init(_ kind: Kind, _ mistake: String) { self.init(kind, all: [mistake]) }
  init(_ kind: Kind = .usage, all mistakes: [String]) {
    (self.kind, self.mistakes) = (kind, mistakes)
  }

  var description: String { mistakes.joined(separator: "\n") }
}
