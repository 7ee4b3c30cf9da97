import Chipmunk

/// An HTML page of scenes. Each shows its bodies at several times; earlier ones are fainter.
struct Page {
  private let panels: [String]

  init(_ demos: [Demo]) throws { panels = try demos.map(Self.panel) }

  var html: String {
    """
    <!doctype html>
    <meta charset="utf-8"><title>Gallery</title>
    <style>
    body { font: 14px system-ui, sans-serif; margin: 24px; background: #fff; color: #24292f }
    main { display: grid; grid-template-columns: repeat(auto-fill, 320px); gap: 20px }
    figure { margin: 0 } svg { background: #f6f8fa; border-radius: 6px }
    </style>
    <h1>Twelve scenes</h1>
    <main>
    \(panels.joined(separator: "\n"))
    </main>

    """
  }

  private static func panel(_ demo: Demo) throws -> String {
    let space = demo.space
    let ticks = Int(demo.seconds / space.timeStep)
    var drawing = SVGDrawing()
    for tick in 0..<ticks {
      if tick.isMultiple(of: ticks / 6) {
        drawing.opacity = 0.1 + 0.05 * Double(6 * tick / ticks)
        space.draw(on: &drawing, .shapes)
      }
      try demo.eachStep(space)
      try space.step()
    }
    drawing.opacity = 1
    space.draw(on: &drawing, [.shapes, .constraints])
    for line in try demo.lines(space) {
      for (from, to) in zip(line, line.dropFirst()) {
        drawing.drawSegment(from: from, to: to, radius: 1, style: .contact)
      }
    }
    let (width, height) = (Demo.size.x, Demo.size.y)
    return """
      <figure><svg viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)">
      <g transform="translate(0 \(height)) scale(1 -1)" stroke-linecap="round" stroke-linejoin="round">
      \(drawing.elements.joined(separator: "\n"))
      </g></svg><figcaption>\(demo.title)</figcaption></figure>
      """
  }
}

/// A debug drawing as SVG elements, in the space's coordinates.
struct SVGDrawing: DebugDrawing {
  var elements: [String] = []
  var opacity = 1.0

  private func paint(_ style: DebugStyle) -> String {
    let color = style.color
    let rgb = "rgb(\(color.red) \(color.green) \(color.blue))"
    let fill = style == .sensor ? opacity * 0.2 : opacity * 0.8
    return
      "fill=\"\(rgb)\" fill-opacity=\"\(fill)\" stroke=\"\(rgb)\" stroke-opacity=\"\(opacity)\""
  }

  mutating func drawPoint(_ point: Vector, style: DebugStyle) {
    elements.append("<circle cx=\"\(point.x)\" cy=\"\(point.y)\" r=\"2\" \(paint(style))/>")
  }

  mutating func drawSegment(from: Vector, to: Vector, radius: Double, style: DebugStyle) {
    elements.append(
      "<path d=\"M\(from.x) \(from.y)L\(to.x) \(to.y)\" stroke-width=\"\(max(2 * radius, 1))\" "
        + "\(paint(style))/>"
    )
  }

  mutating func drawCircle(center: Vector, radius: Double, angle: Double, style: DebugStyle) {
    let rim = center + radius * Vector.unit(angle: angle)
    elements.append(
      "<circle cx=\"\(center.x)\" cy=\"\(center.y)\" r=\"\(radius)\" \(paint(style))/>"
        + "<path d=\"M\(center.x) \(center.y)L\(rim.x) \(rim.y)\" stroke=\"#fff\" "
        + "stroke-opacity=\"\(opacity)\"/>"
    )
  }

  mutating func drawPolygon(_ corners: [Vector], radius: Double, style: DebugStyle) {
    let points = corners.map { "\($0.x),\($0.y)" }.joined(separator: " ")
    elements.append(
      "<polygon points=\"\(points)\" stroke-width=\"\(max(2 * radius, 1))\" \(paint(style))/>"
    )
  }
}
