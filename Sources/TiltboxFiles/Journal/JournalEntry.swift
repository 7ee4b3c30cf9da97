internal import Chipmunk
package import Tiltbox

/// A line of a journal: something that has changed a run, or how the run had come along.
package struct JournalEntry: Hashable, Sendable {
  /// What a line can say.
  package enum Content: Hashable, Sendable {
    /// A request that acted from the tick on.
    case request(Request)
    /// The fingerprint of the trajectory at the tick, so that a replay can be compared on its way.
    case digest(Digest)
    /// The run was ended in good order, at the tick and with the fingerprint.
    case end(Digest)
  }

  /// The tick from which on it acts.
  package let tick: Int
  /// What the line says.
  package let content: Content

  /// Makes an entry.
  package init(tick: Int, _ content: Content) {
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
    case .request(let request): request.member
    case .digest(let digest): ("digest", .text(digest.description))
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
    let request =
      fields["timeStep"].map { Request($0, "timeStep", findings) } ?? Request(fields, findings)
    guard let request else { return nil }
    self = .request(request)
  }
}
