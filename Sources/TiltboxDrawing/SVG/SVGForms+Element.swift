internal import Chipmunk

extension SVGForms {
  /// Returns a mark as elements.
  func element(_ mark: DisplayList.Mark) -> String { mark.primitives.map(element).joined() }

  /// Returns a primitive as an element: classes for the colours of the theme, attributes for the rest.
  func element(_ primitive: Primitive) -> String {
    var classes: [String] = []
    var style = ""
    switch primitive.fill {
    case nil: break
    case .own(let color): style += paint("fill", color, opacity: primitive.fillOpacity)
    case .some(let ink):
      classes.append(Self.name(ofFill: ink))
      if primitive.fillOpacity < 1 {
        style += " fill-opacity=\"\(decimal(primitive.fillOpacity))\""
      }
    }
    switch primitive.stroke {
    case nil: break
    case .own(let color): style += paint("stroke", color)
    case .theme(let name) where name != .fixed && name != .asleep: classes.append(name.rawValue)
    case .some(let ink):
      // The class of a fill also has its colour as the current one.
      if primitive.fill != ink { classes.append(Self.name(ofFill: ink)) }
      style += " stroke=\"currentColor\""
    }
    if primitive.stroke != nil { style += " stroke-width=\"\(width(primitive.width))\"" }
    if !primitive.dashes.isEmpty {
      style += " stroke-dasharray=\"\(primitive.dashes.map { width($0) }.joined(separator: " "))\""
    }
    if primitive.opacity < 1 { style += " opacity=\"\(decimal(primitive.opacity))\"" }
    let name = classes.isEmpty ? "" : " class=\"\(classes.joined(separator: " "))\""
    switch primitive.path {
    case .circle(let center, let radius):
      return "<circle\(name) cx=\"\(number(center.x))\" cy=\"\(number(center.y))\" "
        + "r=\"\(number(view.units(pixels(radius))))\"\(style)/>\n"
    case .line(let points, let isClosed):
      let data = "M\(points.map(point).joined(separator: "L"))\(isClosed ? "Z" : "")"
      return "<path\(name) d=\"\(data)\"\(style)/>\n"
    }
  }

  private func paint(_ property: String, _ color: Palette.Color, opacity: Double = 1) -> String {
    let opacity = color.opacity * opacity
    return " \(property)=\"\(color.hex)\""
      + (opacity < 1 ? " \(property)-opacity=\"\(decimal(opacity, 3))\"" : "")
  }

  private static func name(ofFill ink: Primitive.Ink) -> String {
    switch ink {
    case .body(let number): "c\(number % Palette.bodies.count)"
    case .theme(.joint): "dot"
    case .theme(let name): name.rawValue
    case .own(let color): color.hex
    }
  }
}
