internal import Chipmunk
internal import Tiltbox

/// Makes bodies and their shapes from the tree.
struct BodyDecoder {
  let findings: Findings
  private var mass: Double?
  private var surface = Surface()

  init(findings: Findings) { self.findings = findings }

  /// Takes what holds for bodies that do not say.
  mutating func readDefaults(_ fields: Fields) {
    mass = fields["mass"]?.number()
    surface = fields.surface(over: surface)
    fields.checkRanges()
  }

  /// The body. One that cannot be read stands in its place, and nothing more is said of it.
  func body(_ value: Value, name: String) -> BodyDescription {
    guard let fields = value.fields() else {
      findings.excusePart(value.path)
      findings.doubt("body.\(name)")
      return BodyDescription(id: name)
    }
    var body = BodyDescription(id: fields["id"]?.text() ?? name)
    if let type = fields["type"] {
      body.type = type.choice() ?? body.type
      if findings.excuses(type.path) {
        findings.doubt("body.\(body.id)")
        for key in ["mass", "moment", "velocity"] { findings.excuse(fields.path(key)) }
      }
    }
    body.position = fields["at"]?.pair() ?? body.position
    body.angle = fields["angle"]?.number() ?? body.angle
    body.velocity = fields["velocity"]?.pair() ?? body.velocity
    body.angularVelocity = fields["angularVelocity"]?.number() ?? body.angularVelocity
    body.mass = fields["mass"]?.number() ?? (body.type == .dynamic ? mass : nil)
    if let moment = fields["moment"] {
      body.moment = moment.isWord("infinite") ? .infinity : moment.number()
    }
    body.shapes = shapes(fields)
    return body
  }

  private func shapes(_ fields: Fields) -> [ShapeDescription] {
    let surface = fields.surface(over: self.surface)
    if let list = fields["shapes"] {
      reportStrays(in: fields)
      findings.excuse(list.path)
      return (list.list() ?? []).map { shape($0, over: surface) }
    }
    if let geometry = fields.geometry() { return [ShapeDescription(geometry, surface: surface)] }
    reportStrays(in: fields)
    let meant = FieldTable.formKeys.contains { fields.has($0) || findings.excuses(fields.path($0)) }
    if meant { findings.excuse(fields.path("shapes")) }
    return []
  }

  /// The shape. A disc stands for one that cannot be read, so that those after it keep their numbers.
  private func shape(_ value: Value, over surface: Surface) -> ShapeDescription {
    let fields = value.fields()
    let own = fields?.surface(over: surface) ?? surface
    return ShapeDescription(fields?.geometry() ?? .circle(radius: 1), surface: own)
  }

  /// A radius or a centre that belongs to no shape.
  private func reportStrays(in fields: Fields) {
    guard !FieldTable.formKeys.contains(where: fields.has) else { return }
    for key in ["radius", "center"] {
      fields[key]?.report("belongs to a shape, and this body has none of its own; move or drop it")
    }
  }
}

extension Fields {
  /// How a shape touches, where this mapping says so, and where not, how `base` does.
  func surface(over base: Surface) -> Surface {
    var surface = base
    surface.friction = self["friction"]?.number() ?? base.friction
    surface.elasticity = self["elasticity"]?.number() ?? base.elasticity
    surface.velocity = self["surfaceVelocity"]?.pair() ?? base.velocity
    if table["sensor"] != nil { surface.isSensor = self["sensor"]?.flag() ?? base.isSensor }
    if let filter = self["filter"]?.fields() {
      surface.filter.group = filter["group"]?.whole().map { UInt($0) } ?? base.filter.group
      surface.filter.categories =
        filter["categories"]?.whole().map { UInt32($0) } ?? base.filter.categories
      surface.filter.mask = filter["mask"]?.whole().map { UInt32($0) } ?? base.filter.mask
    }
    surface.collisionType =
      self["collisionType"]?.whole().map { CollisionType($0) } ?? base.collisionType
    return surface
  }

  /// The form of a shape, if there is one and it is right.
  func geometry() -> Geometry? {
    let radius = self["radius"]
    let center = self["center"]
    let rounding = radius?.number() ?? 0
    let middle = center?.pair() ?? .zero
    if let box = self["box"] {
      return box.pair().map { .box(width: $0.x, height: $0.y, radius: rounding, center: middle) }
    }
    if let circle = self["circle"] {
      radius?.report(
        "goes with a box, a segment or a polygon; a circle's radius is \"circle\" itself"
      )
      return circle.number().map { .circle(radius: $0, center: middle) }
    }
    guard let points = self["segment"] ?? self["polygon"] else { return nil }
    center?.report("goes with a box or a circle; move the points instead")
    guard let vertices = points.points() else { return nil }
    return has("segment")
      ? .segment(from: vertices[0], to: vertices[1], radius: rounding)
      : .polygon(vertices, radius: rounding)
  }

  /// Notes each number that lies outside of its range, for a mapping that no body may ever use.
  func checkRanges() {
    for field in table.fields {
      guard let quantity = field.type.quantity, has(field.key), let value = self[field.key] else {
        continue
      }
      let numbers = (value.node.sequence ?? [value.node]).compactMap { $0.scalar?.number }
      for number in numbers {
        do {
          try quantity.check(number)
        } catch {
          value.report(error.description)
        }
      }
    }
  }
}

extension Value {
  /// A list of points; nil if one of them is wrong.
  fileprivate func points() -> [Vector]? {
    guard let list = list() else { return nil }
    let points = list.map { $0.pair() }
    return points.contains(nil) ? nil : points.compactMap(\.self)
  }
}
