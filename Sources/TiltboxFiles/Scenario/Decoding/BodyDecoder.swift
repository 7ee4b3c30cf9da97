internal import Chipmunk
internal import Motion
internal import Tiltbox

/// Decodes bodies and their shapes from the tree.
struct BodyDecoder {
  let diagnostics: Diagnostics
  /// The defaults for fields that a body lacks.
  var defaults = BodyDescription.Defaults()
  /// The height of the view for frames, if there is one.
  var viewHeight: Double?
  /// Whether the bodies are those of a scenario file, whose copies, ropes and blobs are expanded.
  var isForFile = false

  /// The keys that only stand for bodies of a file.
  private static let keysOfFiles = [Repetition.key] + FieldTable.compositeKeys

  /// Decodes a body. If it cannot be read, returns a placeholder and suppresses further reports about it.
  func body(_ value: Value, name: String) -> BodyDescription {
    var body = BodyDescription(id: name)
    let reports = diagnostics.reportCount
    defer {
      if diagnostics.reportCount > reports { diagnostics.markUnreliable("numbers.\(body.id)") }
    }
    guard let fields = value.fields() else {
      diagnostics.markUnreliable("body.\(name)")
      body.mass = defaults.mass
      return body
    }
    fields.read(BodyDescription.fields, into: &body)
    for key in Self.keysOfFiles where !isForFile && fields.has(key) {
      fields[key]?.report("is for the bodies of a scenario file; add them one by one")
    }
    if fields.suppresses("type") {
      diagnostics.markUnreliable("body.\(body.id)")
      for key in ["mass", "shapes"] where !fields.has(key) { fields.suppress(key) }
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
      if sources.contains(where: { diagnostics.suppresses($0) }) { fields.suppress("mass") }
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
    if fields.has("rope") {
      for key in ["at", "angle"] {
        fields[key]?.report("cannot stand beside rope, which has ends; drop it")
      }
    }
    if fields.has("frame") || FieldTable.compositeKeys.contains(where: fields.has) {
      return [ShapeDescription(.circle(radius: 1), surface: surface)]
    }
    if let geometry = fields.geometry() { return [ShapeDescription(geometry, surface: surface)] }
    reportStrays(in: fields)
    let meant = FormFields.keys.contains { fields.has($0) || fields.suppresses($0) }
    guard meant || fields.hasUnexplainedKeys else { return [] }
    fields.suppress("shapes")
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
    for key in ["radius", "center"] where !fields.suppresses(key) {
      var advice = "and this body has none of its own; move or drop it"
      if key == "radius", !fields.has("shapes"), let radius = fields[key]?.node.scalar?.number {
        advice = "which is missing; for a disc write circle: \(radius.plain)"
      }
      fields[key]?.report("belongs to a shape, \(advice)")
      if fields.has(key), !fields.has("shapes") { fields.suppress("shapes") }
    }
  }
}

extension Fields {
  /// Returns the box of a frame in a view of the given height, and its centre.
  func frame(in viewHeight: Double?) -> (geometry: Geometry, center: Vector)? {
    guard let value = self["frame"], let numbers = value.numbers() else { return nil }
    self["at"]?.report("cannot stand beside frame, which says where the box is; drop one of them")
    guard let viewHeight else {
      guard !value.diagnostics.suppresses("view") else { return nil }
      value.report("needs a view; give the scenario view: [width, height], or walls")
      return nil
    }
    let (x, y, width, height) = (numbers[0], numbers[1], numbers[2], numbers[3])
    let center = Vector(x + width / 2, viewHeight - y - height / 2)
    return (.box(width: width, height: height), center)
  }

  /// Returns the form of a shape; nil if it is missing or wrong.
  func geometry() -> Geometry? {
    if let chain = self["chain"], chain.node.mapping != nil {
      // The points of a scenario file's chains are here already, unless their file is wrong.
      if let file = chain.fields()?["file"], file.node.refusal == nil, file.text() != nil {
        chain.report("a file is for the bodies of a scenario file; write the points here")
      }
      return nil
    }
    var form = FormFields()
    let kind = FormFields.keys.first { has($0) }
    read(FormFields.schema, into: &form, beside: kind)
    if kind == "circle" {
      let others = "goes with a box, a segment, a polygon or a chain"
      self["radius"]?.report("\(others); a circle's radius is \"circle\" itself")
    } else if let kind, kind != "box" {
      self["center"]?.report("goes with a box or a circle; move the points instead")
    }
    if kind != "chain" { self["closed"]?.report("goes with a chain; drop it") }
    if kind != nil, form.geometry == nil { reportRanges(FormFields.schema, of: form) }
    return form.geometry
  }
}

/// Names for bodies without an id.
///
/// A name consists of the body's kind and the smallest number from 1 that makes it unique in the file: `crate-1` for
/// a dynamic body with one box, `ball-1` for a dynamic body with one circle, otherwise `box-1`, `circle-1`,
/// `segment-1`, `polygon-1` for a body with one shape, and `body-1` for a body with several shapes or none. An id
/// anywhere in the file is never given to another body.
enum BodyNames {
  /// Returns the ids of all bodies, given or generated. Complexity: O(*bodies*).
  static func names(of bodies: [Node]) -> [String] {
    let given = bodies.map { $0["id"]?.scalar?.text }
    guard given.contains(nil) else { return given.compactMap(\.self) }
    var names = FreshNames(taken: given)
    return zip(bodies, given).map { body, id in id ?? names.next(of: kind(of: body)) }
  }

  private static func kind(of body: Node) -> String {
    let isDynamic = body["type"].map { $0.scalar?.text == "dynamic" } ?? true
    let list = body["shapes"]?.sequence
    let holder = list.map { $0.count == 1 ? $0[0] : nil } ?? body
    let kinds = FormFields.keys + FieldTable.compositeKeys
    let form = holder.flatMap { holder in kinds.first { holder[$0] != nil } }
    return switch form ?? (body["frame"] == nil ? nil : "box") {
    case "box" where isDynamic: "crate"
    case "circle" where isDynamic: "ball"
    default: form ?? "body"
    }
  }
}

/// Replaces the files of chains in a scenario's tree by their points, before decoding.
enum ChainFiles {
  /// The greatest size of a file, in bytes.
  private static let mostBytes = 16 << 20

  /// Reads the files of all chains of bodies, of their shapes and of layers. What is wrong with a file becomes a refusal.
  ///
  /// - Parameters:
  ///   - root: The tree of a scenario file.
  ///   - folder: The folder of the scenario file, with its last slash; empty for the current one.
  ///   - diagnostics: Receives the paths of the files, and the errors of those that could not be opened.
  static func expand(_ root: inout Node, folder: String, _ diagnostics: Diagnostics) {
    func expand(_ element: inout Node) {
      guard let field = element["chain"]?["file"], let name = field.scalar?.text, !name.isEmpty
      else { return }
      let file = field.place.resolved(name, in: folder)
      diagnostics.chains.append(file)
      do {
        var points = try points(of: file)
        if points.count > 3, points.first == points.last {
          points.removeLast()
          element["closed"] = element["closed"] ?? FieldContent.flag(true).node(at: field.place)
        }
        let list = FieldContent.list(points.map { .pair($0) })
        element["chain"] = list.node(at: field.place)
      } catch {
        if let error = error as? FileError { diagnostics.fileErrors.append(error) }
        element["chain"]?["file"]?.refusal = "\(error)"
      }
    }
    for list in ["bodies", "layers"] {
      root[list]?.changeElements { element, _ in
        expand(&element)
        element["shapes"]?.changeElements { shape, _ in expand(&shape) }
      }
    }
  }

  private static func points(of path: String) throws -> [Vector] {
    let bytes = try readFile(path, atMost: mostBytes)
    let text = String(decoding: bytes[...].withoutByteOrderMark, as: UTF8.self)
    return switch text.first(where: { !$0.isWhitespace }) {
    case "<", "M", "m": try points(ofSVG: text, path)
    default: try points(ofRows: text, path)
    }
  }

  /// Returns the points of rows of two numbers. Rows without digits before the first point are a header.
  private static func points(ofRows text: String, _ path: String) throws(Diagnostic) -> [Vector] {
    var points: [Vector] = []
    let rows = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (number, row) in rows.enumerated() {
      let row = row.trimmed
      let isHeader = points.isEmpty && !row.contains(where: \.isNumber)
      if row.isEmpty || row.hasPrefix("#") || isHeader { continue }
      func problem(_ words: String) -> Diagnostic {
        Diagnostic("\(path.escapedName):\(number + 1): \(words)")
      }
      let fields = row.split { ",;\t ".contains($0) }
      let numbers = fields.compactMap { Scalar.decimal(String($0)) }.filter(\.isFinite)
      guard fields.count == 2, numbers.count == 2 else {
        throw problem("expected two numbers x and y, in units; got \(row.prefix(40))")
      }
      let point = Vector(numbers[0], numbers[1])
      if point == points.last { throw problem("the point repeats the one before it; drop one") }
      points.append(point)
    }
    return points
  }

  /// Returns the points of path data, whose y points up, or of the one path that an SVG document draws, whose y points down
  /// from the upper edge of its view box.
  private static func points(ofSVG text: String, _ path: String) throws(Diagnostic) -> [Vector] {
    func problem(_ words: String) -> Diagnostic {
      Diagnostic("\(path.escapedName): \(words)")
    }
    var (data, top) = (text, nil as Double?)
    if text.trimmed.hasPrefix("<") {
      let drawn = text.replacing(/(?s)<!--.*?-->|<defs\b[^>]*\/>|<defs\b.*?<\/defs>/, with: "")
      let paths = drawn.matches(of: /<path[^>]*?\sd\s*=\s*["']([^"']*)["']/)
      let box = drawn.firstMatch(of: /<svg[^>]*?\sviewBox\s*=\s*["']([^"']*)["']/)?.1 ?? ""
      let numbers = box.split { " ,".contains($0) }.compactMap { Double($0) }
      guard paths.count == 1, numbers.count == 4, !drawn.contains(/\btransform\s*[=:]/) else {
        throw problem("draw the terrain as one path without a transform, in an svg with a viewBox")
      }
      (data, top) = (String(paths[0].1), numbers[1] + numbers[3])
    }
    let lines: [[SIMD2<Double>]]
    do { lines = try Path(svg: data).polylines() } catch { throw problem("\(error)") }
    guard lines.count == 1 else {
      throw problem("the path has \(lines.count) lines; a chain is one, so draw it without a gap")
    }
    return lines[0].map { Vector($0.x, top.map { [y = $0.y] in $0 - y } ?? $0.y) }
  }
}

extension Value {
  /// Decodes a layer, whose frame is in a view of the given height. A disc replaces a form that cannot be read.
  func layer(in viewHeight: Double?) -> LayerDescription {
    var layer = LayerDescription(id: "?", .geometry(.circle(radius: 1)))
    guard let fields = fields() else { return layer }
    fields.read(LayerDescription.fields, into: &layer)
    fields.read(Appearance.fields, into: &layer.appearance)
    if let frame = fields.frame(in: viewHeight) {
      (layer.form, layer.position) = (.geometry(frame.geometry), frame.center)
    } else if let geometry = fields.geometry() {
      layer.form = .geometry(geometry)
    } else if !fields.has("svg") {
      diagnostics.suppressPart("\(path).geometry")
    }
    if let follows = fields["follows"]?.fields() {
      var following = LayerDescription.Following()
      if let duration = follows["duration"]?.number() { following.duration = duration }
      if let timing = follows["timing"]?.timing()?.first { following.timing = timing }
      layer.following = following
    }
    return layer
  }
}
