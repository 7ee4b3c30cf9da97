package import Chipmunk
package import Tiltbox

/// What a viewer of a live run asks for: what a line of commands can, but for the end, and what belongs to viewing.
package enum ViewerRequest: Hashable, Sendable {
  case request(Request)
  /// To begin another scenario.
  case scene(String)
  /// To pull a body by a spring: from a point in its own coordinates to a point of the world.
  case drag(id: String, at: Vector, to: Vector)
  /// To let go of what is dragged.
  case release
  /// To keep the tilt from all others, or to give it free.
  case lock(Bool)
  /// Nothing: tells the newest tick that was drawn.
  case seen(Int)
}

/// A line of a viewer's.
package struct ViewerLine: Sendable {
  /// What is asked for, or why that cannot be understood.
  package let request: Result<ViewerRequest, RequestError>
  /// The mark under which an answer is wanted, as JSON.
  package let ack: String?

  /// Reads a line. Complexity: O(*bytes*).
  package init(_ line: some Collection<UInt8>) {
    (request, ack) = RequestLine.read(line, as: .viewerLine, ViewerRequest.init)
  }
}

extension ViewerRequest {
  fileprivate init?(_ fields: Fields, _ findings: Findings) {
    guard let verb = FieldTable.viewerVerbs.first(where: fields.has), let value = fields[verb]
    else {
      guard let request = Request(fields, findings) else { return nil }
      self = .request(request)
      return
    }
    switch verb {
    case "step", "reset":
      guard let request = Request(value, verb, findings) else { return nil }
      self = .request(request)
    case "scene":
      guard let name = value.text() else { return nil }
      self = .scene(name)
    case "seen":
      guard let tick = value.whole() else { return nil }
      self = .seen(tick)
    case "lock":
      guard let locks = value.flag() else { return nil }
      self = .lock(locks)
    case "drag":
      guard let drag = value.fields(), let id = drag["body"]?.text(), let at = drag["at"]?.pair(),
        let to = drag["to"]?.pair()
      else { return nil }
      self = .drag(id: id, at: at, to: to)
    default:
      guard value.isTrue() else { return nil }
      self = .release
    }
  }
}
