/// What has become of a command.
public struct Answer: Hashable, Sendable {
  /// The tick from which on it acts, or at which it was refused.
  public let tick: Int
  /// The line of input that it stood in, counted from 1.
  public let line: Int?
  /// The command's own mark, as JSON; nil if it has none.
  public let ack: String?
  /// Why it was refused; nil if it was not.
  public let reason: String?

  /// Makes an answer.
  ///
  /// - Parameters:
  ///   - tick: The tick from which on the command acts, or at which it was refused.
  ///   - line: The line of input that it stood in.
  ///   - ack: The command's own mark, as JSON.
  ///   - reason: Why it was refused.
  public init(tick: Int, line: Int? = nil, ack: String? = nil, reason: String? = nil) {
    self.tick = tick
    self.line = line
    self.ack = ack
    self.reason = reason
  }
}
