internal import Chipmunk
internal import Motion
internal import Tiltbox

extension DisplayList {
  /// Applies the appearances of bodies, adds the layers, and sorts all marks by depth.
  mutating func dress(
    _ appearances: (bodies: [Appearance], layers: [LayerDescription]),
    origins: [Vector]
  ) {
    marks = marks.flatMap { mark -> [Mark] in
      guard let body = mark.body, appearances.bodies.indices.contains(body) else { return [mark] }
      let appearance = appearances.bodies[body]
      return appearance == Appearance() ? [mark] : mark.dressed(appearance, around: origins[body])
    }
    marks.insert(contentsOf: appearances.layers.flatMap(Self.marks), at: 0)
    let order = marks.indices.sorted { (marks[$0].depth, $0) < (marks[$1].depth, $1) }
    marks = order.map { marks[$0] }
  }

  private static func marks(of layer: LayerDescription) -> [Mark] {
    func marks(_ form: Form, _ look: Appearance = layer.appearance) -> [Mark] {
      let placed = form.mapped(angle: layer.angle) { layer.position + $0.rotated(by: layer.angle) }
      return Mark(form: placed, style: .kinematic, body: nil, isLayer: true)
        .dressed(look, around: layer.position)
    }
    switch layer.form {
    case .geometry(let geometry): return marks(Form(geometry))
    case .path(let data):
      let lines = Self.lines(ofSVG: data)
      var inside = layer.appearance
      if lines.count == 1, let corners = lines[0].corners {
        inside.fill = inside.fill ?? []
        return marks(.polygon(corners, radius: 0), inside)
      }
      let outlines = lines.flatMap { marks(.line($0)) }
      guard inside.fill != nil else { return outlines }
      (inside.stroke, inside.cornerRadius, inside.strokeStart, inside.strokeEnd) = ([], 0, 0, 1)
      // A line inside another makes a hole if both are in one polygon, whose edges between lines cancel out.
      let corners = lines.flatMap { $0 + $0.prefix(1) + lines[0].prefix(1) }
      return marks(.polygon(corners, radius: 0), inside) + outlines
    }
  }

  /// Returns the lines of SVG path data, with curves divided into short pieces.
  static func lines(ofSVG data: String) -> [[Vector]] {
    ((try? Path(svg: data))?.polylines(pieces: 64) ?? []).map { $0.map { Vector($0.x, $0.y) } }
  }
}

extension DisplayList.Mark {
  /// Applies an appearance: returns a mark of the inside and, if the outline is trimmed, one of the outline.
  fileprivate func dressed(_ look: Appearance, around origin: Vector) -> [DisplayList.Mark] {
    var mark = self
    if look.scale != 1 {
      mark.form = form.mapped(scale: look.scale) { origin + ($0 - origin) * look.scale }
    }
    mark.form = mark.form.rounded(by: look.cornerRadius * look.scale)
    mark.appearance = look
    mark.appearance?.lineWidth *= look.scale
    let ends = (max(0, min(1, look.strokeStart)), max(0, min(1, look.strokeEnd)))
    guard ends != (0, 1) else { return [mark] }
    var outline = mark
    mark.appearance?.stroke = []
    let inside = mark.form.isLine ? [] : [mark]
    guard outline.hasOutline, let line = mark.form.outline.trimmed(from: ends.0, to: ends.1) else {
      return inside
    }
    outline.form = .line(line)
    return inside + [outline]
  }
}

extension DisplayList.Form {
  /// The form of a geometry, in its own coordinates.
  init(_ geometry: Geometry) {
    switch geometry {
    case .circle(let radius, let center): self = .circle(center, radius: radius, angle: 0)
    case .segment(let from, let to, let radius): self = .chain([from, to], radius: radius)
    case .box(let width, let height, let radius, let center):
      self = .polygon(Geometry.corners(width, height, center), radius: radius)
    case .polygon(let vertices, let radius): self = .polygon(vertices, radius: radius)
    case .chain(let points, let isClosed, let radius):
      self = .chain(points + (isClosed ? points.prefix(1) : []), radius: radius)
    }
  }

  var isLine: Bool { if case .line = self { true } else { false } }

  /// Returns the polygon with rounded corners of a radius, as far as its sides have room for them.
  fileprivate func rounded(by radius: Double) -> DisplayList.Form {
    guard radius > 0, case .polygon(let all, let outer) = self else { return self }
    // A closed path ends where it begins, and a side of no length has no direction.
    let corners = zip(all, all.dropFirst() + all.prefix(1)).filter { $0 != $1 }.map(\.0)
    let count = corners.count
    guard count > 2 else { return self }
    let points = corners.indices.flatMap { index -> [Vector] in
      let (corner, before) = (corners[index], corners[(index + count - 1) % count])
      let after = corners[(index + 1) % count]
      let (a, b) = (before - corner, after - corner)
      let (u, v) = (a * (1 / a.length), b * (1 / b.length))
      // The tangent of half the angle between the sides.
      let tangent = ((1 - u.dot(v)) / max(1 + u.dot(v), 1e-12)).squareRoot()
      let cut = min(radius / tangent, a.length / 2, b.length / 2)
      let bisector = (u + v) * (1 / max((u + v).length, 1e-12))
      let reach = (cut * cut + (cut * tangent) * (cut * tangent)).squareRoot()
      let center = corner + bisector * reach
      let (from, to) = (corner + u * cut - center, corner + v * cut - center)
      let turn = (to.angle - from.angle).remainder(dividingBy: 2 * .pi)
      return (0...8).map { center + from.rotated(by: turn * Double($0) / 8) }
    }
    return .polygon(points, radius: outer)
  }

  /// The outline of the form from the beginning of its path; that of a disc from its right end, counterclockwise.
  fileprivate var outline: [Vector] {
    switch self {
    case .circle(let center, let radius, let angle):
      (0...96).map { center + Vector.unit(angle: angle + 2 * .pi * Double($0) / 96) * radius }
    case .polygon(let corners, _): corners + corners.prefix(1)
    case .point, .chain, .line: extent.points
    }
  }
}

extension [Vector] {
  /// The corners of a closed line, each once; nil for an open line.
  var corners: [Vector]? { count > 3 && first == last ? Array(dropLast()) : nil }

  /// Returns the part of a line between two shares of its length; nil if it is empty.
  fileprivate func trimmed(from start: Double, to end: Double) -> [Vector]? {
    let whole = Polyline(self).length
    guard start < end, whole > 0 else { return nil }
    // A dash of no length, a gap, and the part.
    let dashes = [0, start * whole, (end - start) * whole, .infinity]
    return SVGPath(self, isClosed: false).dashed(dashes).lines.dropFirst().first?.points
  }
}

extension DisplayList.Form {
  /// The length of the outline.
  var length: Double {
    if case .circle(_, let radius, _) = self { return 2 * .pi * radius }
    return Polyline(outline).length
  }
}

extension DisplayList {
  /// Returns the scale of joints, rings and lines, which keeps them from dwarfing their bodies: less than 1 if the
  /// median body is smaller than 32 pixels.
  ///
  /// - Parameter scale: Pixels per unit.
  /// - Returns: The factor, in 0.25...1.
  func detail(at scale: Double) -> Double {
    medianSize.map { max(0.25, min(1, $0 * scale / 32)) } ?? 1
  }

  /// The median of the bodies' larger sides, in units; nil without bodies.
  var medianSize: Double? {
    var sizes: [Int: Double] = [:]
    for mark in marks {
      guard let body = mark.body else { continue }
      let size = mark.form.bounds.size
      sizes[body] = max(sizes[body] ?? 0, size.x, size.y)
    }
    let sorted = sizes.values.sorted()
    return sorted.isEmpty ? nil : sorted[sorted.count / 2]
  }
}
