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
    let (first, last) = (
      try from.holder(at: "from", among: bodies), try to?.holder(at: "to", among: bodies)
    )
    let start = first.point
    let end = last?.point ?? start - Vector(0, length ?? 0)
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
    let firstAngle = (end - start).angle - bend * Double(links - 1) / 2
    let half = Vector(link / 2, 0)
    let form = Geometry.segment(from: -half, to: half, radius: (width ?? link / 4) / 2)
    var parts = CompositeParts(of: whole, count: links)
    var joint = start
    for number in 0..<links {
      let angle = firstAngle + bend * Double(number)
      let next = joint + link * Vector.unit(angle: angle)
      parts.add(form, at: 0.5 * (joint + next), angle: angle)
      if number > 0 {
        let (a, b) = (parts.bodies[number - 1].id, parts.bodies[number].id)
        parts.join(a, b, .hinge(at: joint), id: "joint-\(number)")
      }
      joint = next
    }
    tie(parts.bodies, by: -half, to: first, "from", &parts)
    if let last { tie(parts.bodies.reversed(), by: half, to: last, "to", &parts) }
    return parts
  }

  /// Ties an end to its holder: the first link by a hinge, and each other one by a slide joint that is as long as the
  /// links between. Without these, a heavy load would stretch the hinges of light links one after another.
  private func tie(
    _ links: [BodyDescription],
    by half: Vector,
    to holder: Holder,
    _ key: String,
    _ parts: inout CompositeParts
  ) {
    let body = holder.body
    parts.join(body.id, links[0].id, .hinge(at: holder.point), id: key)
    // A link that starts inside the body must not be pushed out of it.
    let reach = body.shapes.map(\.geometry.reach).max().map { $0 + half.length } ?? 0
    for (number, link) in links.enumerated().dropFirst() {
      let slide = ConstraintDescription.Kind.slide(
        anchorA: holder.anchor,
        anchorB: half,
        max: Double(number) * 2 * half.length
      )
      let isOutside = link.position.distance(to: body.position) >= reach
      let id = "\(key)-\(number)"
      parts.join(body.id, link.id, slide, id: id, collide: isOutside, drawn: false)
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
      let isTooWide = sine(count * middle / 2) > distance * sine(middle / 2)
      if isTooWide { low = middle } else { high = middle }
    }
    return low
  }
}

/// The body that holds an end of a rope, which may be the ground.
private struct Holder {
  let body: BodyDescription
  /// The end in the body's own coordinates.
  let anchor: Vector

  /// The end in the world.
  var point: Vector { body.position + anchor.rotated(by: body.angle) }
}

extension RopeDescription.End {
  fileprivate func holder(
    at path: String,
    among bodies: [String: BodyDescription]
  ) throws(Diagnostic) -> Holder {
    switch self {
    case .point(let point):
      Holder(body: BodyDescription(id: ConstraintDescription.ground), anchor: point)
    case .body(let id, let anchor): Holder(body: try bodies.body(id, at: path), anchor: anchor)
    }
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
