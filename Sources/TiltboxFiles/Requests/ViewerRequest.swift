package import Chipmunk
package import Tiltbox

/// A request from a viewer of a live run: those of command lines, and those for viewing.
package enum ViewerRequest: Hashable, Sendable {
  case request(Request)
  /// Begins another scenario.
  case scene(String)
  /// Pulls a body by a spring, from a point in its own coordinates to a point in the world.
  case drag(id: String, at: Vector, to: Vector)
  /// Releases the dragged body.
  case release
  /// Takes or releases exclusive control of the tilt.
  case lock(Bool)
  /// Asks for nothing; states the newest tick that was drawn.
  case seen(Int)
}

/// A line from a viewer.
package struct ViewerLine: Sendable {
  /// The request, or the reason why it cannot be understood.
  package let request: Result<ViewerRequest, RequestError>
  /// The mark for the answer, as JSON; nil if the viewer wants none.
  package let ack: String?

  /// Reads a line. Complexity: O(*bytes*).
  package init(_ line: some Collection<UInt8>) {
    (request, ack) = RequestLine.read(line, as: .viewerLine, ViewerRequest.init)
  }
}

extension ViewerRequest {
  fileprivate init?(_ fields: Fields) {
    guard let verb = FieldTable.viewerVerbs.first(where: fields.has), let value = fields[verb]
    else {
      reportMissingVerb(fields)
      guard let request = Request(fields) else { return nil }
      self = .request(request)
      return
    }
    let request: ViewerRequest? =
      switch verb {
      case "step", "reset": Request(value, verb).map { .request($0) }
      case "scene": value.text().map { .scene($0) }
      case "seen": value.whole().map { .seen($0) }
      case "lock": value.flag().map { .lock($0) }
      case "drag": Self.drag(value)
      default: value.isTrue() ? .release : nil
      }
    guard let request else { return nil }
    self = request
  }

  private static func drag(_ value: Value) -> ViewerRequest? {
    guard let drag = value.fields(), let id = drag["body"]?.text(), let at = drag["at"]?.pair(),
      let to = drag["to"]?.pair()
    else { return nil }
    return .drag(id: id, at: at, to: to)
  }
}

/// Reports a line without a verb; the verbs that only an operator may use are not offered.
private func reportMissingVerb(_ fields: Fields) {
  let keys = FieldTable.verbs + FieldTable.viewerVerbs
  guard !keys.contains(where: { fields.has($0) || fields.suppresses($0) }) else { return }
  let offered = keys.filter { !["checkpoint", "quit"].contains($0) }
  fields.value.report("has none of \(offered.joined(separator: ", ")); give one")
}
