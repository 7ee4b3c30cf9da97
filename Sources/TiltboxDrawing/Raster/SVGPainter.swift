internal import Chipmunk
internal import Motion
internal import TiltboxFiles

/// Draws an SVG file of this package as pixels: the elements, attributes and styles that ``Markup``, ``SVGForms`` and
/// ``SVGDocument`` write, and no others.
struct SVGPainter {
  private(set) var raster: Raster
  /// The declarations of each class.
  private let rules: [Substring: Substring]
  private var clips: [Substring: SVGElement] = [:]
  private var clip: BoundingBox

  /// Draws a whole file on a ground; nil if the text is not one. `check` is called before each element; its error ends the
  /// work.
  init?(_ svg: String, on ground: Palette.Color, check: () throws -> Void) rethrows {
    guard let root = SVGElement(svg) else { return nil }
    let size = Vector(root.length("width"), root.length("height"))
    let (width, height) = (Int(size.x.rounded(.up)), Int(size.y.rounded(.up)))
    guard width > 0, height > 0 else { return nil }
    raster = Raster(width: width, height: height, ground)
    clip = BoundingBox(low: .zero, high: Vector(Double(width), Double(height)))
    rules = Self.rules(root.children.first { $0.name == "style" }?.text ?? "")
    try draw(root, Style(), .identity, check)
  }

  /// What elements inherit, and their own opacity.
  private struct Style {
    var fill = "black"
    var stroke = "none"
    var color = "black"
    var (fillOpacity, strokeOpacity, opacity) = (1.0, 1.0, 1.0)
    var (strokeWidth, fontSize) = (1.0, 12.0)
    var (isBold, hasRoundEnds) = (false, false)
    var dashes: [Double] = []
    var anchor = "start"

    mutating func set(_ property: Substring, _ value: String) {
      let number = Double(value.hasSuffix("px") ? String(value.dropLast(2)) : value)
      switch property {
      case "fill": fill = value
      case "stroke": stroke = value
      case "color": color = value
      case "fill-opacity": fillOpacity = max(0, min(1, number ?? 1))
      case "stroke-opacity": strokeOpacity = max(0, min(1, number ?? 1))
      case "opacity": opacity = number ?? 1
      case "stroke-width": strokeWidth = number ?? 1
      case "stroke-dasharray":
        dashes = value.split { " ,".contains($0) }.compactMap { Double($0) }
      case "stroke-linecap": hasRoundEnds = value == "round"
      case "font-size": fontSize = number ?? 12
      case "font-weight": isBold = (number ?? 400) >= 600
      case "text-anchor": anchor = value
      default: break
      }
    }
  }

  /// Reads the rules of classes, without those inside `@media`, which are for readers with a dark theme.
  private static func rules(_ sheet: String) -> [Substring: Substring] {
    var rules: [Substring: Substring] = [:]
    let light = sheet.prefix(upTo: sheet.firstRange(of: "@media")?.lowerBound ?? sheet.endIndex)
    for rule in light.split(separator: "}") {
      let parts = rule.split(separator: "{")
      guard parts.count == 2, let dot = parts[0].firstIndex(of: ".") else { continue }
      let name = parts[0][parts[0].index(after: dot)...].prefix { !$0.isWhitespace }
      rules[name] = (rules[name].map { $0 + ";" } ?? "") + parts[1]
    }
    return rules
  }

  private func style(_ element: SVGElement, in outer: Style) -> Style {
    var style = outer
    style.opacity = 1
    for (name, value) in element.attributes { style.set(name, value) }
    let classes = (element["class"] ?? "").split(separator: " ").compactMap { rules[$0] }
    for declarations in classes + [element["style"]?[...]].compactMap(\.self) {
      for declaration in declarations.split(separator: ";") {
        let parts = declaration.split(separator: ":").map { String($0).trimmed }
        if parts.count == 2 { style.set(parts[0][...], parts[1]) }
      }
    }
    return style
  }

  private mutating func draw(
    _ element: SVGElement,
    _ outer: Style,
    _ placed: Transform2D,
    _ check: () throws -> Void
  ) rethrows {
    try check()
    let style = style(element, in: outer)
    let place = Self.transform(element["transform"] ?? "").followed(by: placed)
    let (oldClip, layer) = (clip, style.opacity < 1 ? raster.beginLayer() : nil)
    if let name = element["clip-path"]?.dropFirst("url(#".count).dropLast() {
      restrict(to: name, place)
    }
    switch element.name {
    case "svg", "g":
      for child in element.children { try draw(child, style, place, check) }
    case "clipPath": clips[(element["id"] ?? "")[...]] = element.children.first
    case "text": write(element, style, place)
    case "title", "desc", "style": break
    default:
      if let path = path(of: element) { paint(path, style, place) }
    }
    clip = oldClip
    // The ground is opaque, so this is what a layer of that opacity shows.
    if let layer { raster.endLayer(layer, opacity: style.opacity) }
  }

  private mutating func restrict(to name: Substring, _ place: Transform2D) {
    guard let form = clips[name].flatMap(path(of:)) else { return }
    let points = form.lines.flatMap(\.points).map { Vector(place, $0) }
    guard let box = BoundingBox(around: points) else { return }
    clip = BoundingBox(low: clip.clamped(box.low), high: clip.clamped(box.high))
  }

  private func path(of element: SVGElement) -> SVGPath? {
    let (x, y) = (element.length("x"), element.length("y"))
    switch element.name {
    case "path": return SVGPath(element["d"] ?? "")
    case "polyline", "polygon":
      let numbers = (element["points"] ?? "").split { $0 == " " || $0 == "," }
        .compactMap { Double($0) }
      return SVGPath(
        stride(from: 0, to: numbers.count - 1, by: 2).map { Vector(numbers[$0], numbers[$0 + 1]) },
        isClosed: element.name == "polygon"
      )
    case "rect":
      let width = element.length("width", of: Double(raster.width))
      let height = element.length("height", of: Double(raster.height))
      return SVGPath(
        [Vector(x, y), Vector(x + width, y), Vector(x + width, y + height), Vector(x, y + height)],
        isClosed: true
      )
    case "circle":
      return SVGPath(
        circle: Vector(element.length("cx"), element.length("cy")),
        radius: element.length("r")
      )
    default:
      assertionFailure("<\(element.name)> cannot be drawn as pixels")
      return nil
    }
  }

  private mutating func paint(_ path: SVGPath, _ style: Style, _ place: Transform2D) {
    let scale = abs(place.determinant).squareRoot()
    raster.draw(
      path.mapped { Vector(place, $0) },
      fill: Self.color(style.fill, style, style.fillOpacity),
      stroke: Self.color(style.stroke, style, style.strokeOpacity),
      width: style.strokeWidth * scale,
      dashes: style.dashes.map { $0 * scale },
      hasRoundEnds: style.hasRoundEnds,
      within: clip
    )
  }

  private mutating func write(_ element: SVGElement, _ style: Style, _ place: Transform2D) {
    let scale = style.fontSize / OutlineFont.size
    let glyphs = element.text.unicodeScalars.map(OutlineFont.glyph)
    let length = glyphs.reduce(0) { $0 + $1.advance } * scale
    let share =
      switch style.anchor {
      case "middle": 0.5
      case "end": 1.0
      default: 0.0
      }
    var pen = Vector(element.length("x") - length * share, element.length("y"))
    for glyph in glyphs {
      let outline = glyph.outline.mapped { pen + Vector($0.x, -$0.y) * scale }
      // A name has a line around it, behind its letters; bold letters have a line in their own colour.
      let lines = [
        ("none", style.stroke, style.strokeWidth),
        ("none", style.isBold ? style.fill : "none", 0.05 * style.fontSize),
        (style.fill, "none", 0),
      ]
      for line in lines {
        var part = style
        (part.fill, part.stroke, part.strokeWidth) = line
        paint(outline, part, place)
      }
      pen = pen + Vector(glyph.advance * scale, 0)
    }
  }

  private static func color(_ name: String, _ style: Style, _ opacity: Double) -> Palette.Color? {
    switch name {
    case "none": return nil
    case "currentColor":
      return style.color == name ? nil : color(style.color, style, opacity)
    case "black": return Palette.Color(0, opacity)
    default:
      guard name.first == "#", let number = UInt32(name.dropFirst(), radix: 16) else {
        assertionFailure("\(name) is no colour of a drawing")
        return nil
      }
      return Palette.Color(number, opacity)
    }
  }

  /// Reads translate, rotate, scale and matrix. The last one acts first.
  private static func transform(_ text: String) -> Transform2D {
    var whole = Transform2D.identity
    for part in text.split(separator: ")") {
      let words = part.split { " ,(".contains($0) }
      let numbers = words.dropFirst().compactMap { Double($0) }
      let own: Transform2D
      switch (words.first, numbers.count) {
      case ("translate", 1...): own = .translation(numbers[0], numbers.count > 1 ? numbers[1] : 0)
      case ("rotate", 1): own = .rotation(Angle(turns: numbers[0] / 360))
      case ("scale", 1...): own = .scale(numbers[0], numbers.last ?? 1)
      case ("matrix", 6):
        own = Transform2D(
          x: SIMD2(numbers[0], numbers[1]),
          y: SIMD2(numbers[2], numbers[3]),
          translation: SIMD2(numbers[4], numbers[5])
        )
      default:
        assertionFailure("unknown transform \(part)")
        continue
      }
      whole = own.followed(by: whole)
    }
    return whole
  }
}

extension Vector {
  fileprivate init(_ transform: Transform2D, _ point: Vector) {
    let mapped = transform(SIMD2(point.x, point.y))
    self.init(mapped.x, mapped.y)
  }
}
