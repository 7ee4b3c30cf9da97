internal import Chipmunk

extension Raster {
  /// Draws what stands still: the walls, and the ground between them.
  init(groundOf picture: Picture, _ view: View, _ palette: Palette, height: Int) {
    self.init(width: Int(view.size.x), height: height, palette.page)
    drawGround(picture, view, palette)
  }

  /// Draws the rest of a picture over its ground, as SVG has it, as far as pixels can.
  mutating func draw(_ picture: Picture, _ view: View, _ palette: Palette) {
    drawGravity(picture, view, palette)
    for mark in picture.marks {
      let isWall = picture.walls != nil && mark.style == .static && mark.body == nil
      if !isWall { draw(mark, view, palette) }
    }
    for flash in picture.flashes {
      let done = min(flash.age / Stage.flashTime, 1)
      var color = palette.flash
      color.opacity = (1 - done) * (1 - done) * (0.35 + 0.65 * flash.strength)
      let radius = 3 + (8 + 18 * flash.strength) * done.squareRoot()
      let ring = Picture.Form.circle(view.pixel(flash.point), radius: radius, angle: 0)
      stroke(ring, color, width: 2.5 * (1 - done) + 0.5)
    }
  }

  private mutating func drawGround(_ picture: Picture, _ view: View, _ palette: Palette) {
    guard let (size, radius) = picture.walls else { return }
    let (low, high) = (view.pixel(Vector(0, size.y)), view.pixel(Vector(size.x, 0)))
    let box = Picture.Form.polygon(
      [low, Vector(high.x, low.y), high, Vector(low.x, high.y)],
      radius: 0
    )
    fill(box, palette.inside)
    let spacing = niceStep(max(size.x, size.y) / 10)
    for x in stride(from: spacing, to: size.x * 0.9999, by: spacing) {
      let column = view.pixel(Vector(x, 0)).x
      line(Vector(column, low.y), Vector(column, high.y), palette.grid, width: 1)
    }
    for y in stride(from: spacing, to: size.y * 0.9999, by: spacing) {
      let row = view.pixel(Vector(0, y)).y
      line(Vector(low.x, row), Vector(high.x, row), palette.grid, width: 1)
    }
    let thickness = max(2 * radius * view.scale, 4)
    let out = thickness / 2 - radius * view.scale
    let corners = [
      low + Vector(-out, -out), Vector(high.x + out, low.y - out), high + Vector(out, out),
      Vector(low.x - out, high.y + out),
    ]
    for (a, b) in zip(corners, corners.dropFirst() + [corners[0]]) {
      line(a, b, palette.wall, width: thickness)
    }
  }

  private mutating func line(_ a: Vector, _ b: Vector, _ color: Palette.Color, width: Double) {
    fill(.segment(a, b, radius: width / 2), color)
  }

  private mutating func drawGravity(_ picture: Picture, _ view: View, _ palette: Palette) {
    let strength = min(picture.gravity.length / max(picture.standardGravity, 1e-300), 1.6)
    guard strength > 1e-3 else { return }
    let size = view.bounds.size
    let full = min(size.x, size.y) * 0.3 * view.scale * strength
    let way = Vector(picture.gravity.x, -picture.gravity.y) * (1 / picture.gravity.length)
    let side = Vector(-way.y, way.x)
    let center = view.pixel(picture.bounds.center)
    func point(_ along: Double, _ across: Double) -> Vector {
      center + way * (along * full) + side * (across * full)
    }
    let shaft = [point(-0.5, -0.045), point(0.28, -0.045), point(0.28, 0.045), point(-0.5, 0.045)]
    let head = [point(0.28, -0.136), point(0.5, 0), point(0.28, 0.136)]
    fill(.polygon(shaft, radius: 0), palette.gravity)
    fill(.polygon(head, radius: 0), palette.gravity)
  }

  private mutating func draw(_ mark: Picture.Mark, _ view: View, _ palette: Palette) {
    var color = palette.fill(mark)
    let form = mark.form.placed(view)
    if mark.style == .sensor {
      stroke(form, color, width: 1.5)
      color.opacity = 0.18
      return fill(form, color)
    }
    switch form {
    case .point: fill(form, color, grown: 3.2)
    case .segment(_, _, let radius):
      let least = mark.style == .constraint ? 0.875 : 1
      fill(form, color, grown: max(0, least - radius))
    case .circle(let center, let radius, _):
      fill(form, color)
      stroke(form, palette.edge, width: 1.25)
      guard case .circle(_, _, let angle) = mark.form else { return }
      let rim = center + Vector(Vector.direction(angle).x, -Vector.direction(angle).y) * radius
      line(center, rim, palette.mark, width: 1.25)
    case .polygon(let corners, let radius):
      fill(form, color)
      guard radius == 0 else { return }
      stroke(form, palette.edge, width: 1.25)
      if let inner = inset(of: corners) {
        stroke(.polygon(inner, radius: 0), palette.mark, width: 1.25)
      }
    }
  }
}

extension Picture.Form {
  /// The form in pixels; corners go the same way about as they are seen.
  fileprivate func placed(_ view: View) -> Picture.Form {
    switch self {
    case .point(let point): .point(view.pixel(point))
    case .segment(let a, let b, let radius):
      .segment(view.pixel(a), view.pixel(b), radius: radius * view.scale)
    case .circle(let center, let radius, let angle):
      .circle(view.pixel(center), radius: radius * view.scale, angle: angle)
    case .polygon(let corners, let radius):
      .polygon(corners.reversed().map(view.pixel), radius: radius * view.scale)
    }
  }
}
