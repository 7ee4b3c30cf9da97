/// The result of a command.
public struct Answer: Hashable, Sendable {
  /// The tick from which on it acts, or at which it was rejected.
  public let tick: Int
  /// The line of input that it stood in, counted from 1.
  public let line: Int?
  /// The command's own mark, as JSON; nil if it has none.
  public let ack: String?
  /// The reason of the rejection; nil if it was accepted.
  public let reason: String?

  /// Makes an answer.
  ///
  /// - Parameters:
  ///   - tick: The tick from which on the command acts, or at which it was rejected.
  ///   - line: The command's line of input.
  ///   - ack: The command's own mark, as JSON.
  ///   - reason: The reason of the rejection.
  public init(tick: Int, line: Int? = nil, ack: String? = nil, reason: String? = nil) {
    self.tick = tick
    self.line = line
    self.ack = ack
    self.reason = reason
  }
}
