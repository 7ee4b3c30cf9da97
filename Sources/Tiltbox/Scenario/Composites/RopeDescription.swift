public import Chipmunk
import Motion

/// A rope or a chain: links in a row, with a hinge between each two. Neighbouring links do not collide.
public struct RopeDescription: Hashable, Sendable {
  /// What an end of a rope is tied to.
  public enum End: Hashable, Sendable {
    /// A point of the world.
    case point(Vector)
    /// A body, and the point in its own coordinates.
    case body(String, at: Vector = .zero)
  }

  /// The end where the first link is.
  public var from: End
  /// The end where the last link is; nil to let it hang freely, straight below the first end.
  public var to: End?
  /// The length, in units; nil for the distance of the ends. A longer rope begins as an arc that sags.
  public var length: Double?
  /// The number of links.
  public var links: Int
  /// The thickness, in units; nil for a quarter of a link's length.
  public var width: Double?

  /// Makes a rope.
  public init(
    from: End,
    to: End? = nil,
    length: Double? = nil,
    links: Int = 10,
    width: Double? = nil
  ) {
    (self.from, self.to, self.length) = (from, to, length)
    (self.links, self.width) = (links, width)
  }
}

extension RopeDescription: CompositeDescription {
  package static let fields = Schema(
    "rope",
    "A chain of links with hinges; each link is a body, and ID-joint-1 is the hinge after the first.",
    standard: Self(from: .point(.zero)),
    [
      Property("from", \.from, .place)
        .means("Where it begins: a point, or a body that holds it."),
      Property("to", \.to, .place)
        .means("Where it ends; if absent, it hangs freely and needs a length."),
      Property("length", \.length, .number(.boxSide))
        .means("Its length, in units; if absent, the distance of its ends; a longer one sags."),
      Property("links", \.links, .whole(1...1000))
        .means("The number of links; {} if absent."),
      Property("width", \.width, .number(.boxSide))
        .means("Its thickness, in units; a quarter of a link's length if absent."),
    ],
    required: ["from"]
  )

  package func parts(
    of whole: BodyDescription,
    density: Double?,
    among bodies: [String: BodyDescription]
  ) throws(Diagnostic) -> CompositeParts {
    let start = try point(of: from, "from", bodies)
    let hanging = start - Vector(0, length ?? 0)
    let end = try to.map { end throws(Diagnostic) in try point(of: end, "to", bodies) } ?? hanging
    let distance = start.distance(to: end)
    let length = length ?? distance
    guard length > 0 else {
      let words = to == nil ? "has no end; give to, or a length" : "has no length; move an end"
      throw Diagnostic(words)
    }
    guard length >= distance * (1 - 1e-9) else {
      let words = "is \(length) units, and the ends are \(distance) units apart; give that at least"
      throw Diagnostic(path: "length", words)
    }
    guard links > 1 || length <= distance * (1 + 1e-9) else {
      throw Diagnostic(path: "length", "one link cannot sag; give more links, or drop the length")
    }
    let link = length / Double(links)
    let bend = (end.x < start.x ? -1 : 1) * Self.bend(of: links, over: distance / link)
    let first = (end - start).angle - bend * Double(links - 1) / 2
    let half = Vector(link / 2, 0)
    let form = Geometry.segment(from: -half, to: half, radius: (width ?? link / 4) / 2)
    var parts = CompositeParts(of: whole, count: links)
    var joint = start
    for number in 0..<links {
      let angle = first + bend * Double(number)
      let next = joint + link * Vector.unit(angle: angle)
      parts.add(form, at: 0.5 * (joint + next), angle: angle)
      if number > 0 {
        let (a, b) = (parts.bodies[number - 1].id, parts.bodies[number].id)
        parts.join(a, b, .hinge(at: joint), id: "joint-\(number)")
      }
      joint = next
    }
    tie(&parts, parts.bodies, by: -half, to: from, "from", at: start, bodies)
    if let to { tie(&parts, parts.bodies.reversed(), by: half, to: to, "to", at: end, bodies) }
    return parts
  }

  private func point(
    of end: End,
    _ key: String,
    _ bodies: [String: BodyDescription]
  ) throws(Diagnostic) -> Vector {
    switch end {
    case .point(let point): return point
    case .body(let id, let anchor):
      guard let body = bodies[id] else {
        let words = Suggestion.unknown(id, "body", among: bodies.keys.sorted())
        throw Diagnostic(path: key, words)
      }
      return body.position + anchor.rotated(by: body.angle)
    }
  }

  /// Ties an end to a point or a body: the first link by a hinge, and each other one by a slide joint that is as long as
  /// the links between. Without these, a heavy load would stretch the hinges of light links one after another.
  private func tie(
    _ parts: inout CompositeParts,
    _ links: [BodyDescription],
    by anchor: Vector,
    to end: End,
    _ key: String,
    at point: Vector,
    _ bodies: [String: BodyDescription]
  ) {
    var (holder, place, body) = (ConstraintDescription.ground, point, BodyDescription?.none)
    if case .body(let id, let point) = end { (holder, place, body) = (id, point, bodies[id]) }
    parts.join(holder, links[0].id, .hinge(at: point), id: key)
    for (number, link) in links.enumerated().dropFirst() {
      let slide = ConstraintDescription.Kind.slide(
        anchorA: place,
        anchorB: anchor,
        max: Double(number) * 2 * anchor.length
      )
      // A link that starts inside the body must not be pushed out of it.
      let reach = (body?.reach ?? 0) + anchor.length
      let isInside = body.map { link.position.distance(to: $0.position) < reach } == true
      parts.join(
        holder,
        link.id,
        slide,
        id: "\(key)-\(number)",
        collide: !isInside,
        drawn: false
      )
    }
  }

  /// Returns the angle from one link to the next with which they span a distance, in links.
  private static func bend(of links: Int, over distance: Double) -> Double {
    let count = Double(links)
    guard distance < count * (1 - 1e-9) else { return 0 }
    // The span of an arc falls as the angle grows, to 0 for a circle.
    var (low, high) = (0.0, 2 * Double.pi / count)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if sine(count * middle / 2) > distance * sine(middle / 2) {
        low = middle
      } else {
        high = middle
      }
    }
    return low
  }
}

extension RopeDescription.End: FieldConvertible {
  package init?(_ content: FieldContent) {
    switch content {
    case .pair(let point): self = .point(point)
    case .text(let id): self = .body(id)
    case .list(let parts):
      guard parts.count == 2, case .text(let id) = parts[0], case .pair(let point) = parts[1] else {
        return nil
      }
      self = .body(id, at: point)
    default: return nil
    }
  }

  package var content: FieldContent? {
    switch self {
    case .point(let point): .pair(point)
    case .body(let id, at: let point): .list([.text(id), .pair(point)])
    }
  }
}

extension BodyDescription {
  /// The distance of the body's farthest point from its origin, or more.
  fileprivate var reach: Double { shapes.map(\.geometry.reach).max() ?? 0 }
}
