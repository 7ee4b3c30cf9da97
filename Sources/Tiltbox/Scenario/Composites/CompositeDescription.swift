import Chipmunk

/// The description of a rope or a blob: several bodies, and the constraints between them.
package protocol CompositeDescription: Hashable, Sendable {
  /// The fields, as a scenario file has them.
  static var fields: Schema<Self> { get }

  /// Returns the parts of a whole with this id, position, angle and mass, or, without a mass, this density. Throws what is
  /// wrong, with the path of a field of the description.
  func parts(
    of whole: BodyDescription,
    density: Double?,
    among bodies: [String: BodyDescription]
  ) throws(Diagnostic) -> CompositeParts
}

/// The parts of a rope or a blob.
package struct CompositeParts {
  /// The bodies, which differ from the whole in ids, places, shapes and masses.
  package private(set) var bodies: [BodyDescription] = []
  package private(set) var constraints: [ConstraintDescription] = []
  private var pattern: BodyDescription

  /// Makes a composite without parts; each part that is added will have its share of the mass.
  init(of whole: BodyDescription, count: Int) {
    pattern = whole
    pattern.mass = whole.mass.map { $0 / Double(count) }
  }

  /// Adds a body.
  mutating func add(_ geometry: Geometry, at position: Vector, angle: Double) {
    var body = pattern
    body.id += "-\(bodies.count + 1)"
    body.shapes = [ShapeDescription(geometry)]
    (body.position, body.angle) = (position, angle)
    bodies.append(body)
  }

  /// Adds a constraint, whose id is that of the whole and a suffix.
  mutating func join(
    _ a: String,
    _ b: String,
    _ kind: ConstraintDescription.Kind,
    id: String,
    collide: Bool = false,
    drawn isDrawn: Bool = true
  ) {
    let id = "\(pattern.id)-\(id)"
    var constraint = ConstraintDescription(id: id, kind, a, b, collidesBodies: collide)
    constraint.isDrawn = isDrawn
    constraints.append(constraint)
  }

  /// Gives all shapes a surface.
  mutating func set(_ surface: Surface) {
    for index in bodies.indices { bodies[index].shapes[0].surface = surface }
  }
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
    var parts = try composite.parts(of: body, density: surface.density, among: bodiesByID)
    parts.set(surface)
    bodies += parts.bodies
    constraints += parts.constraints
  }

  /// The bodies by their ids.
  package var bodiesByID: [String: BodyDescription] {
    Dictionary(bodies.map { ($0.id, $0) }) { first, _ in first }
  }
}

extension [String: BodyDescription] {
  /// Returns the body with an id; throws what is wrong, with the path, if there is none.
  func body(_ id: String, at path: String) throws(Diagnostic) -> BodyDescription {
    if let body = self[id] { return body }
    throw Diagnostic(path: path, Suggestion.unknown(id, "body", among: keys.sorted()))
  }
}
