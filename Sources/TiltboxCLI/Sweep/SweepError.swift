/// What is wrong with a sweep: one line for each mistake, with where it was made and what to do.
struct SweepError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Who can put it right.
  enum Kind: Hashable, Sendable {
    /// What was asked for makes no sense.
    case usage
    /// A file holds something wrong.
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
