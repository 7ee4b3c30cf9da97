/// The bytes queued for a viewer.
struct UnreadBytes {
  /// The maximum number of unread bytes of answers; a viewer with more is disconnected.
  static let mostOfAnswers = 256 << 10

  /// All queued bytes.
  private(set) var count = 0
  private var answers = 0

  /// Whether too many answers are unread. Scenes do not count: at most one is queued, of any length.
  var hasTooManyAnswers: Bool { answers >= Self.mostOfAnswers }

  /// Adds bytes that were queued.
  mutating func add(_ bytes: Int, isAnswer: Bool) {
    count += bytes
    if isAnswer { answers += bytes }
  }

  /// Removes bytes that have been sent.
  mutating func remove(_ bytes: Int, isAnswer: Bool) {
    count -= bytes
    if isAnswer { answers -= bytes }
  }
}
