public import Tiltbox

/// A line of a journal: something that has changed a run, or how the run had come along.
public struct JournalEntry: Hashable, Sendable {
  /// What a line can say.
  public enum Content: Hashable, Sendable {
    /// A command that changed the simulation from the tick on.
    case command(Command)
    /// Time was made to stand still, or to go on. No trajectory depends on it.
    case pause(Bool)
    /// Time was made to pass at another speed. No trajectory depends on it.
    case speed(Double)
    /// The fingerprint of the trajectory at the tick, so that a replay can be compared on its way.
    case digest(Digest)
    /// A checkpoint was taken, which changes the last bits of what comes after it.
    case checkpoint
    /// The run was ended in good order, at the tick and with the fingerprint.
    case end(Digest)
  }

  /// The tick from which on it acts.
  public let tick: Int
  /// What the line says.
  public let content: Content

  /// Makes an entry.
  public init(tick: Int, _ content: Content) {
    self.tick = tick
    self.content = content
  }
}

extension JournalEntry {
  /// The line without its end and its check.
  var json: JSON { .object([("tick", .whole(tick)), content.member]) }

  /// Reads a line; nil if something in it is wrong, which is noted.
  init?(_ fields: Fields, _ findings: Findings) {
    guard let tick = fields["tick"]?.whole(), let content = Content(fields, findings) else {
      return nil
    }
    self.init(tick: tick, content)
  }
}

extension JournalEntry.Content {
  fileprivate var member: (String, JSON) {
    switch self {
    case .command(let command): command.member
    case .pause(let pauses): ("pause", .flag(pauses))
    case .speed(let speed): ("speed", .number(speed))
    case .digest(let digest): ("digest", .text(digest.description))
    case .checkpoint: ("checkpoint", .flag(true))
    case .end(let digest): ("end", .text(digest.description))
    }
  }

  fileprivate init?(_ fields: Fields, _ findings: Findings) {
    for key in ["digest", "end"] {
      guard let value = fields[key] else { continue }
      guard let text = value.text(), let digest = Digest(text) else {
        value.report("is no fingerprint, which has sixteen hexadecimal digits")
        return nil
      }
      self = key == "end" ? .end(digest) : .digest(digest)
      return
    }
    if let value = fields["timeStep"] {
      guard let command = Command(value, "timeStep", findings) else { return nil }
      self = .command(command)
      return
    }
    switch Request(fields, findings) {
    case .command(let command): self = .command(command)
    case .pause(let pauses): self = .pause(pauses)
    case .speed(let speed): self = .speed(speed)
    case .checkpoint: self = .checkpoint
    case .quit, nil: return nil
    }
  }
}
