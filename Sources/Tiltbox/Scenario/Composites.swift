public import Chipmunk
import Motion

extension ParameterRange {
  /// A length that is not a box's.
  package static let extent = ParameterRange("length", "units", boxSide.range)
}

/// The description of a rope or a blob: several bodies, and the constraints between them.
package protocol CompositeDescription: Hashable, Sendable {
  /// The fields, as a scenario file has them.
  static var fields: Schema<Self> { get }
  /// The number of bodies.
  var count: Int { get }

  /// Returns the parts of a whole with this id, position, angle and mass, or, without a mass, the density of its surface,
  /// that of its first shape. Throws what is wrong, with the path of a field of the whole.
  func parts(
    of whole: BodyDescription,
    among bodies: [String: BodyDescription]
  ) throws(Diagnostic) -> CompositeParts
}

extension CompositeDescription {
  /// The field of a body that contains the description.
  package var key: String { Self.fields.table.name }

  /// Throws a number that is out of range, with its path in the whole.
  fileprivate func checkRanges(in whole: BodyDescription) throws(Diagnostic) {
    var found = DiagnosticList()
    found.check(self, Self.fields, at: key)
    if let mass = whole.mass { found.check("mass", mass, .mass) }
    if let problem = found.diagnostics.first { throw problem }
  }
}

/// The parts of a rope or a blob: links in a row, with hinges between them, and what else holds them.
package struct CompositeParts {
  /// The links, which differ from the whole in ids, places, shapes and masses.
  package let bodies: [BodyDescription]
  package private(set) var constraints: [ConstraintDescription] = []
  private let id: String
  /// The force at which each hinge breaks.
  fileprivate let breakForce: Double

  /// Makes links of one form, each with its share of the mass, at positions and angles, and the hinges between each two,
  /// which break at a force.
  init(
    of whole: BodyDescription,
    _ form: Geometry,
    at poses: [(Vector, Double)],
    hinges: some Sequence<Vector>,
    breakForce: Double = .infinity
  ) {
    (id, self.breakForce) = (whole.id, breakForce)
    bodies = poses.enumerated().map { number, pose in
      var link = whole
      link.id += "-\(number + 1)"
      link.mass = whole.mass.map { $0 / Double(poses.count) }
      link.shapes = [ShapeDescription(form, surface: whole.surface)]
      (link.position, link.angle) = pose
      return link
    }
    for (number, (ends, joint)) in zip(bodies.edges(), hinges).enumerated() {
      join(ends.from, ends.to, .hinge(at: joint), "joint-\(number + 1)")
    }
  }

  /// Adds a constraint, whose id is that of the whole and a suffix. A helper is not drawn, and never breaks.
  mutating func join(
    _ a: BodyDescription,
    _ b: BodyDescription,
    _ kind: ConstraintDescription.Kind,
    _ suffix: String,
    isHelper: Bool = false,
    collide: Bool = false
  ) {
    var joint = ConstraintDescription(id: "\(id)-\(suffix)", kind, a.id, b.id)
    joint.collidesBodies = collide
    if isHelper { joint.isDrawn = false } else { joint.breakForce = breakForce }
    constraints.append(joint)
  }
}

extension BodyDescription {
  /// The surface that all parts of a whole have.
  fileprivate var surface: Surface { shapes.first?.surface ?? Surface() }
}

extension Scenario {
  /// Adds the bodies and the joints of a rope. The body has what the links have in common: its id precedes their numbers,
  /// and its mass is that of all. Throws what is wrong, such as a body at an end that the scenario lacks.
  public mutating func add(
    _ rope: RopeDescription,
    as body: BodyDescription,
    surface: Surface = Surface()
  ) throws(Diagnostic) {
    try add(composite: rope, body, surface)
  }

  /// Adds the bodies, joints and springs of a blob. The body has what the parts have in common: its id precedes their
  /// numbers, its position is the centre, and its mass is that of all. Throws what is wrong.
  public mutating func add(
    _ blob: BlobDescription,
    as body: BodyDescription,
    surface: Surface = Surface()
  ) throws(Diagnostic) {
    try add(composite: blob, body, surface)
  }

  private mutating func add(
    composite: some CompositeDescription,
    _ body: BodyDescription,
    _ surface: Surface
  ) throws(Diagnostic) {
    var whole = body
    // Only its surface counts, which all parts get.
    whole.shapes = [ShapeDescription(.circle(radius: 1), surface: surface)]
    let parts = try composite.parts(of: whole, among: bodies.byID)
    bodies += parts.bodies
    constraints += parts.constraints
  }
}

extension [BodyDescription] {
  /// The bodies by their ids.
  package var byID: [String: BodyDescription] {
    Dictionary(map { ($0.id, $0) }) { first, _ in first }
  }
}

extension [String: BodyDescription] {
  /// Returns the body with an id; throws what is wrong, with the path, if there is none.
  func body(_ id: String, at path: String) throws(Diagnostic) -> BodyDescription {
    if let body = self[id] { return body }
    let ground = "\"ground\" is the world itself; name a body, perhaps a static one"
    let unknown = Suggestion.unknown(id, "body", among: keys.sorted())
    throw Diagnostic(path: path, id == ConstraintDescription.ground ? ground : unknown)
  }
}

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
  /// The force, in kg·units/s², at which each of its hinges breaks. A rope that can break has nothing else that holds it,
  /// so a heavy load stretches it more.
  public var breakForce: Double

  /// Makes a rope.
  public init(
    from: End,
    to: End? = nil,
    length: Double? = nil,
    links: Int = 10,
    width: Double? = nil,
    breakForce: Double = .infinity
  ) {
    (self.from, self.to, self.length) = (from, to, length)
    (self.links, self.width, self.breakForce) = (links, width, breakForce)
  }
}

extension RopeDescription: CompositeDescription {
  package var count: Int { links }

  package static let fields: Schema<Self> = Schema(
    "rope",
    "A rope of bodies ID-1, ID-2 and so on; ID-joint-1 is the hinge after the first.",
    standard: Self(from: .point(.zero)),
    [
      Property("from", \.from, .place)
        .means("Where it begins: a point, or a body that holds it."),
      Property("to", \.to, .place)
        .means("Where it ends; if absent, it hangs freely and needs a length."),
      Property("length", \.length, .number(.extent))
        .means("Its length, in units; if absent, the distance of its ends; a longer one sags."),
      Property("links", \.links, .count(ParameterRange(whole: "number of links", 1...1000)))
        .means("The number of links; {} if absent."),
      Property("width", \.width, .number(.extent))
        .means("Its thickness, in units; a quarter of a link's length if absent."),
      Property("breakForce", \.breakForce, .number(.breakForce))
        .means("The force at which each hinge breaks, in kg·units/s²; never if absent."),
    ],
    required: ["from"]
  )

  package func parts(
    of whole: BodyDescription,
    among bodies: [String: BodyDescription]
  ) throws(Diagnostic) -> CompositeParts {
    try checkRanges(in: whole)
    let first = try from.holder("from", among: bodies)
    let last = try to?.holder("to", among: bodies)
    let start = first.point
    let end = last?.point ?? start - Vector(0, length ?? 0)
    do { try ParameterRange.position.check(start, end) } catch {
      throw Diagnostic(path: "rope", error.description)
    }
    let distance = start.distance(to: end)
    let length = length ?? distance
    guard length > 0 else {
      throw Diagnostic(path: "rope", "has no length; give one, or another place to end")
    }
    // One link cannot sag.
    let most = links > 1 ? Double.infinity : distance * (1 + 1e-9)
    guard length >= distance * (1 - 1e-9), length <= most else {
      let remedy = links > 1 ? "give that at least" : "give that, or more links"
      let ends = "the ends are \(distance.shortest) units apart"
      throw Diagnostic(path: "rope.length", "is \(length.shortest) units, and \(ends); \(remedy)")
    }
    let link = length / Double(links)
    let bend = (end.x < start.x ? -1 : 1) * Self.bend(of: links, over: distance / link)
    let firstAngle = (end - start).angle - bend * Double(links - 1) / 2
    let half = Vector(link / 2, 0)
    let form = Geometry.segment(from: -half, to: half, radius: (width ?? link / 4) / 2)
    let angles = (0..<links).map { firstAngle + bend * Double($0) }
    let joints = angles.reduce(into: [start]) { joints, angle in
      joints.append(joints[joints.count - 1] + link * Vector.unit(angle: angle))
    }
    let poses = zip(joints.edges(isClosed: false), angles).map { (0.5 * ($0.from + $0.to), $1) }
    let hinges = joints[1..<links]
    var parts = CompositeParts(of: whole, form, at: poses, hinges: hinges, breakForce: breakForce)
    parts.tie(parts.bodies, by: -half, to: first)
    if let last { parts.tie(parts.bodies.reversed(), by: half, to: last) }
    return parts
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

extension CompositeParts {
  /// Ties an end to its holder: the first link by a hinge, and each other one, if the rope cannot break, by a slide joint
  /// that is as long as the links between. Without these, a heavy load would stretch the hinges of light links one after
  /// another.
  fileprivate mutating func tie(_ links: [BodyDescription], by end: Vector, to holder: RopeHolder) {
    join(holder.body, links[0], .hinge(at: holder.point), holder.key)
    // A link that starts inside the body must not be pushed out of it.
    let ofBody = holder.body.shapes.map(\.geometry.reach).max() ?? -.infinity
    let reach = ofBody + links[0].shapes[0].geometry.reach
    for (number, link) in links.enumerated().dropFirst() {
      let isOutside = link.position.distance(to: holder.body.position) >= reach
      // In a rope that can break, it only lets a link inside the body be there.
      if breakForce < .infinity, isOutside { continue }
      let max = Double(number) * 2 * end.length * (breakForce < .infinity ? 4 : 1)
      let slide = ConstraintDescription.Kind.slide(anchorA: holder.anchor, anchorB: end, max: max)
      let id = "\(holder.key)-\(number)"
      join(holder.body, link, slide, id, isHelper: true, collide: isOutside)
    }
  }
}

/// What holds an end of a rope: the end's key, the body, which may be the ground, and the end in the body's coordinates and
/// in the world's.
private typealias RopeHolder = (key: String, body: BodyDescription, anchor: Vector, point: Vector)

extension RopeDescription.End {
  fileprivate func holder(
    _ key: String,
    among bodies: [String: BodyDescription]
  ) throws(Diagnostic) -> RopeHolder {
    switch self {
    case .point(let point):
      return (key, BodyDescription(id: ConstraintDescription.ground), point, point)
    case .body(ConstraintDescription.ground, _):
      let words = "the ground is everywhere; give a point of it: [x, y]"
      throw Diagnostic(path: "rope.\(key)", words)
    case .body(let id, let anchor):
      let body = try bodies.body(id, at: "rope.\(key)")
      return (key, body, anchor, body.position + anchor.rotated(by: body.angle))
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
  package var count: Int { points }

  package static let fields: Schema<Self> = Schema(
    "blob",
    "A soft body: a ring of bodies ID-1, ID-2 and so on with hinges, and springs across it.",
    standard: Self(radius: 0, stiffness: 0),
    [
      Property("radius", \.radius, .number(.circleRadius))
        .means("Its outer radius, in units."),
      Property("points", \.points, .count(ParameterRange(whole: "number of points", 5...200)))
        .means("The number of parts; {} if absent."),
      Property("stiffness", \.stiffness, .number(.stiffness))
        .means("The force of each spring per way, in kg/s²."),
      Property("damping", \.damping, .number(.springDamping))
        .means("The force of each spring per speed, in kg/s; if absent, it soon comes to rest."),
      Property("width", \.width, .number(.extent))
        .means("The thickness of its skin, in units; a quarter of the radius if absent."),
    ],
    required: ["radius", "stiffness"]
  )

  package func parts(
    of whole: BodyDescription,
    among _: [String: BodyDescription]
  ) throws(Diagnostic) -> CompositeParts {
    try checkRanges(in: whole)
    let width = width ?? radius / 4
    guard width < radius else {
      let words = "is \(width.shortest) units, and the radius is \(radius.shortest) units"
      throw Diagnostic(path: "blob.width", "\(words); give less")
    }
    let (count, corner) = (Double(points), radius - width / 2)
    let half = corner * sine(.pi / count)
    let distance = corner * cosine(.pi / count)
    let form = Geometry.segment(from: Vector(-half, 0), to: Vector(half, 0), radius: width / 2)
    // The first part is at the bottom, so that its angle is that of the whole.
    func angle(_ number: Double) -> Double { whole.angle + 2 * .pi * number / count }
    func place(_ distance: Double, _ number: Double) -> Vector {
      whole.position - distance * Vector.unit(angle: angle(number)).perpendicular
    }
    let numbers = (0..<points).map { Double($0) }
    let poses = numbers.map { (place(distance, $0), angle($0).remainder(dividingBy: 2 * .pi)) }
    let hinges = numbers.map { place(corner, $0 + 0.5) }
    var parts = CompositeParts(of: whole, form, at: poses, hinges: hinges)
    let step = (points + 1) / 3
    let mass = parts.bodies[0].mass ?? (whole.surface.density ?? 0) * 2 * half * width
    let spring = ConstraintDescription.Kind.spring(
      restLength: 2 * distance * sine(.pi * Double(step) / count),
      stiffness: stiffness,
      damping: damping ?? (stiffness * mass).squareRoot()
    )
    for (number, part) in parts.bodies.enumerated() {
      let other = parts.bodies[(number + step) % points]
      parts.join(part, other, spring, "spring-\(number + 1)", isHelper: true)
    }
    return parts
  }
}

/// A wheel with suspension: a groove of the chassis for its centre, a spring along the groove, and perhaps a motor.
public struct WheelDescription: Hashable, Sendable {
  /// The body that the wheel carries.
  public var chassis: String
  /// The body that is the wheel; where it starts, the spring is at rest.
  public var wheel: String
  /// The direction of the suspension in the chassis's own coordinates.
  public var axis: Vector
  /// How far the wheel can move from where it starts, up and down, in units.
  public var travel: Double
  /// The force of the spring per change of its length, in kg/s².
  public var stiffness: Double
  /// The force of the spring per speed, in kg/s.
  public var damping: Double
  /// The clockwise rate at which a motor turns the wheel, in rad/s; nil for a wheel that turns freely.
  public var rate: Double?
  /// The maximum torque of the motor, in kg·units²/s².
  public var maxTorque: Double

  /// Makes a wheel.
  public init(
    _ chassis: String,
    _ wheel: String,
    axis: Vector = Vector(0, 1),
    travel: Double,
    stiffness: Double,
    damping: Double,
    rate: Double? = nil,
    maxTorque: Double = .infinity
  ) {
    (self.chassis, self.wheel, self.axis, self.travel) = (chassis, wheel, axis, travel)
    (self.stiffness, self.damping) = (stiffness, damping)
    (self.rate, self.maxTorque) = (rate, maxTorque)
  }

  /// Makes a wheel from the fields of a constraint; nil if one is missing.
  package init?(_ whole: ConstraintDescription, _ fields: ConstraintFields) {
    guard let travel = fields.travel, let stiffness = fields.stiffness, let damping = fields.damping
    else { return nil }
    self.init(whole.a, whole.b, travel: travel, stiffness: stiffness, damping: damping)
    (rate, maxTorque) = (fields.rate, whole.maxForce)
    if let axis = fields.axis { self.axis = axis }
  }

  /// Returns the constraints, whose ids begin with the given one. Throws what is wrong, with the path of a field or an end.
  package func constraints(
    id: String,
    among bodies: [String: BodyDescription]
  ) throws(Diagnostic) -> [ConstraintDescription] {
    let frame = try bodies.body(chassis, at: "wheel[0]")
    let hub = try bodies.body(wheel, at: "wheel[1]")
    guard axis != .zero else {
      throw Diagnostic(path: "axis", "[0, 0] has no direction; write [0, 1]")
    }
    do { try ConstraintFields.travelRange.check(travel) } catch {
      throw Diagnostic(path: "travel", error.description)
    }
    let center = (hub.position - frame.position).rotated(by: -frame.angle)
    let way = travel * axis.normalized
    let groove = ConstraintDescription.Kind.groove(grooveA: center - way, grooveB: center + way)
    // The spring is twice as long as the way, so that it never turns over.
    let spring = ConstraintDescription.Kind.spring(
      anchorA: center + 2 * way,
      restLength: 2 * travel,
      stiffness: stiffness,
      damping: damping
    )
    func part(_ suffix: String, _ kind: ConstraintDescription.Kind) -> ConstraintDescription {
      ConstraintDescription(id: "\(id)-\(suffix)", kind, chassis, wheel, collidesBodies: false)
    }
    var parts = [part("groove", groove), part("spring", spring)]
    guard let rate else { return parts }
    parts.append(part("motor", .motor(rate: rate)))
    parts[2].maxForce = maxTorque
    return parts
  }
}

extension Scenario {
  /// Adds the constraints of a wheel, whose ids begin with the given one. Throws what is wrong, such as a body that the
  /// scenario lacks.
  public mutating func add(_ wheel: WheelDescription, id: String) throws(Diagnostic) {
    constraints += try wheel.constraints(id: id, among: bodies.byID)
  }
}
