internal import Chipmunk
internal import Tiltbox

/// Decodes bodies and their shapes from the tree.
struct BodyDecoder {
  let diagnostics: Diagnostics
  /// The defaults for fields that a body lacks.
  var defaults = BodyDescription.Defaults()
  /// The height of the view for frames, if there is one.
  var viewHeight: Double?

  /// The keys that only stand for bodies of a file, which replaces them before decoding.
  private static let keysOfFiles = [Repetition.key] + FieldTable.composites.map(\.key)

  /// Decodes a body. If it cannot be read, returns a placeholder and suppresses further reports about it.
  func body(_ value: Value, name: String) -> BodyDescription {
    var body = BodyDescription(id: name)
    let reports = diagnostics.reportCount
    defer {
      if diagnostics.reportCount > reports { diagnostics.markUnreliable("numbers.\(body.id)") }
    }
    guard let fields = value.fields() else {
      diagnostics.suppressPart(value.path)
      diagnostics.markUnreliable("body.\(name)")
      return body
    }
    fields.read(BodyDescription.fields, into: &body)
    for key in Self.keysOfFiles where fields.has(key) {
      fields[key]?.report("is for the bodies of a scenario file; add them one by one")
    }
    if diagnostics.suppresses(fields.path("type")) {
      diagnostics.markUnreliable("body.\(body.id)")
      for key in ["mass", "shapes"] where !fields.has(key) {
        diagnostics.suppress(fields.path(key))
      }
    }
    body.shapes = shapes(fields)
    if let frame = fields.frame(in: viewHeight) {
      body.position = frame.center
      if let surface = body.shapes.first?.surface {
        body.shapes = [ShapeDescription(frame.geometry, surface: surface)]
      }
    }
    if body.totalMass == nil, body.type == .dynamic { body.mass = defaults.mass }
    if body.type == .dynamic, body.totalMass == nil, !fields.has("mass") {
      let sources = [fields.path("density"), "defaults.density", "defaults.mass"]
      if sources.contains(where: { diagnostics.suppresses($0) }) {
        diagnostics.suppress(fields.path("mass"))
      }
    }
    return body
  }

  /// Decodes the shapes. A disc replaces a shape that cannot be read.
  private func shapes(_ fields: Fields) -> [ShapeDescription] {
    var surface = defaults.surface
    fields.read(Surface.fields, into: &surface)
    if let list = fields["shapes"] {
      reportStrays(in: fields)
      return (list.list() ?? []).map { shape($0, over: surface) }
    }
    if fields.has("frame") { return [ShapeDescription(.circle(radius: 1), surface: surface)] }
    if let geometry = fields.geometry() { return [ShapeDescription(geometry, surface: surface)] }
    reportStrays(in: fields)
    let meant = FormFields.keys.contains {
      fields.has($0) || diagnostics.suppresses(fields.path($0))
    }
    guard meant || fields.hasUnexplainedKeys else { return [] }
    diagnostics.suppress(fields.path("shapes"))
    return [ShapeDescription(.circle(radius: 1), surface: surface)]
  }

  /// Decodes a shape. A disc replaces one that cannot be read, so that later shapes keep their indices.
  private func shape(_ value: Value, over surface: Surface) -> ShapeDescription {
    var surface = surface
    let fields = value.fields()
    fields?.read(Surface.fields, into: &surface)
    return ShapeDescription(fields?.geometry() ?? .circle(radius: 1), surface: surface)
  }

  /// Reports a radius or a centre that belongs to no shape.
  private func reportStrays(in fields: Fields) {
    guard !FormFields.keys.contains(where: { fields.has($0) }) else { return }
    for key in ["radius", "center"] where !diagnostics.suppresses(fields.path(key)) {
      var advice = "and this body has none of its own; move or drop it"
      if key == "radius", !fields.has("shapes"), let radius = fields[key]?.node.scalar?.number {
        advice = "which is missing; for a disc write circle: \(radius.plain)"
      }
      fields[key]?.report("belongs to a shape, \(advice)")
      if fields.has(key), !fields.has("shapes") { diagnostics.suppress(fields.path("shapes")) }
    }
  }
}

extension Fields {
  /// Returns the box of a frame in a view of the given height, and its centre.
  func frame(in viewHeight: Double?) -> (geometry: Geometry, center: Vector)? {
    guard let value = self["frame"], let numbers = value.numbers() else { return nil }
    self["at"]?.report("cannot stand beside frame, which says where the box is; drop one of them")
    guard let viewHeight else {
      value.report("needs a view; give the scenario view: [width, height], or walls")
      return nil
    }
    let (x, y, width, height) = (numbers[0], numbers[1], numbers[2], numbers[3])
    return (
      .box(width: width, height: height),
      Vector(x + width / 2, viewHeight - y - height / 2)
    )
  }

  /// Returns the form of a shape; nil if it is missing or wrong.
  func geometry() -> Geometry? {
    if let chain = self["chain"], chain.node.mapping != nil {
      // The points of a scenario file's chains are here already.
      if !value.diagnostics.suppresses(chain.path), chain.fields()?["file"]?.text() != nil {
        chain.report("a file is for the bodies of a scenario file; write the points here")
      }
      return nil
    }
    var form = FormFields()
    let kind = FormFields.keys.first { has($0) }
    read(FormFields.record, into: &form, beside: kind)
    switch kind {
    case "circle":
      self["radius"]?.report(
        "goes with a box, a segment, a polygon or a chain; a circle's radius is \"circle\" itself"
      )
    case "segment", "polygon", "chain":
      self["center"]?.report("goes with a box or a circle; move the points instead")
    default: break
    }
    if kind != "chain" { self["closed"]?.report("goes with a chain; drop it") }
    if kind != nil, form.geometry == nil { reportRanges(FormFields.record, of: form) }
    return form.geometry
  }
}
