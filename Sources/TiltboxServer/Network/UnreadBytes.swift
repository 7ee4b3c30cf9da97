/// The bytes that wait for a viewer to read them.
struct UnreadBytes {
  /// How many bytes of answers wait at most for a viewer who does not read; more end the connection.
  static let mostOfAnswers = 256 << 10

  /// All of them.
  private(set) var count = 0
  private var answers = 0

  /// Whether answers are left unread. A scene on its way does not count: there is one at most, of any length.
  var hasTooManyAnswers: Bool { answers >= Self.mostOfAnswers }

  /// Takes bytes in that are on their way.
  mutating func add(_ bytes: Int, isAnswer: Bool) {
    count += bytes
    if isAnswer { answers += bytes }
  }

  /// Forgets bytes that have gone out.
  mutating func remove(_ bytes: Int, isAnswer: Bool) {
    count -= bytes
    if isAnswer { answers -= bytes }
  }
}
