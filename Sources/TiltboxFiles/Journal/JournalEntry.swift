package import Tiltbox
internal import TiltboxJSON

/// A line of a journal: a request that changed the run, or a digest of the run's state.
package struct JournalEntry: Hashable, Sendable {
  /// The kinds of lines.
  package enum Content: Hashable, Sendable {
    /// A request that takes effect from the tick on.
    case request(Request)
    /// The digest of the trajectory up to the tick, which a replay compares with its own.
    case digest(Digest)
    /// The normal end of the run, with the final digest.
    case end(Digest)
  }

  /// The tick at which the entry takes effect.
  package let tick: Int
  package let content: Content

  package init(tick: Int, _ content: Content) {
    self.tick = tick
    self.content = content
  }
}

extension JournalEntry {
  /// The line without its newline and its check.
  var json: JSON { .object([("tick", .whole(tick)), content.member]) }

  /// Reads a line; nil if something in it is wrong, which `diagnostics` then reports.
  init?(_ fields: Fields, _ diagnostics: Diagnostics) {
    guard let tick = fields["tick"]?.whole(), let content = Content(fields, diagnostics) else {
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

  fileprivate init?(_ fields: Fields, _ diagnostics: Diagnostics) {
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
      fields["timeStep"].map { Request($0, "timeStep", diagnostics) }
      ?? Request(fields, diagnostics)
    guard let request else { return nil }
    self = .request(request)
  }
}
