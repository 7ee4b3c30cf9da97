import Chipmunk
import Motion

/// A soft body: a closed chain of parts as its skin, which springs across the inside hold in shape.
///
/// Neighbours share a hinge, so the skin has no gaps, and its length is constant. Each part has a spring to the part a
/// third of the way around: of all such chords, these resist each way in which a ring can lose its shape.
public struct BlobDescription: Hashable, Sendable {
  /// The outer radius, in units.
  public var radius: Double
  /// The number of parts.
  public var points: Int
  /// The force of a spring per change of its length, in kg/s².
  public var stiffness: Double
  /// The force of a spring per speed, in kg/s; nil for half of what a spring and one part need to stop swinging.
  public var damping: Double?
  /// The thickness of the skin, in units; nil for a quarter of the radius.
  public var width: Double?

  /// Makes a blob.
  public init(
    radius: Double,
    points: Int = 16,
    stiffness: Double,
    damping: Double? = nil,
    width: Double? = nil
  ) {
    (self.radius, self.points) = (radius, points)
    (self.stiffness, self.damping, self.width) = (stiffness, damping, width)
  }
}

extension BlobDescription: CompositeDescription {
  package static let fields = Schema(
    "blob",
    "A soft body: a ring of parts with hinges, and springs across it. Each part is a body.",
    standard: Self(radius: 0, stiffness: 0),
    [
      Property("radius", \.radius, .number(.circleRadius))
        .means("Its outer radius, in units."),
      Property("points", \.points, .whole(5...200))
        .means("The number of parts; {} if absent."),
      Property("stiffness", \.stiffness, .number(.stiffness))
        .means("The force of each spring per way, in kg/s²."),
      Property("damping", \.damping, .number(.springDamping))
        .means("The force of each spring per speed, in kg/s; if absent, it soon comes to rest."),
      Property("width", \.width, .number(.boxSide))
        .means("The thickness of its skin, in units; a quarter of the radius if absent."),
    ],
    required: ["radius", "stiffness"]
  )

  package func parts(
    of whole: BodyDescription,
    density: Double?,
    among _: [String: BodyDescription]
  ) throws(Diagnostic) -> CompositeParts {
    let width = width ?? radius / 4
    guard width < radius else {
      let words = "is \(width) units, and the radius is \(radius) units; give less"
      throw Diagnostic(path: "width", words)
    }
    let (count, corner) = (Double(points), radius - width / 2)
    let half = corner * sine(.pi / count)
    let distance = corner * cosine(.pi / count)
    let form = Geometry.segment(from: Vector(-half, 0), to: Vector(half, 0), radius: width / 2)
    // The first part is at the bottom, so that its angle is that of the whole.
    func angle(_ number: Double) -> Double { whole.angle + 2 * .pi * number / count }
    func place(_ distance: Double, _ angle: Double) -> Vector {
      whole.position - distance * Vector.unit(angle: angle).perpendicular
    }
    var parts = CompositeParts(of: whole, count: points)
    for number in 0..<points {
      let angle = angle(Double(number))
      parts.add(form, at: place(distance, angle), angle: angle.remainder(dividingBy: 2 * .pi))
    }
    let ids = parts.bodies.map(\.id)
    for (number, (part, next)) in ids.edges().enumerated() {
      let joint = place(corner, angle(Double(number) + 0.5))
      parts.join(part, next, .hinge(at: joint), id: "joint-\(number + 1)")
    }
    let step = (points + 1) / 3
    let mass = whole.mass.map { $0 / count } ?? (density ?? 0) * 2 * half * width
    let spring = ConstraintDescription.Kind.spring(
      restLength: 2 * distance * sine(.pi * Double(step) / count),
      stiffness: stiffness,
      damping: damping ?? (stiffness * mass).squareRoot()
    )
    for number in 0..<points {
      let other = ids[(number + step) % points]
      parts.join(ids[number], other, spring, id: "spring-\(number + 1)", drawn: false)
    }
    return parts
  }
}
