extension Theme {
  /// The style element of a drawing: the CSS classes of its forms, in the colours of the theme.
  var style: String {
    let colors =
      switch self {
      case .light: Palette.light.rules
      case .dark: Palette.dark.rules
      case .auto:
        Palette.light.rules + "@media (prefers-color-scheme: dark) {\n\(Palette.dark.rules)}\n"
      }
    let bodies = Palette.bodies.enumerated().map { index, color in color.rule("c\(index)") }
    return "<style>\n\(bodies.joined())\(colors)</style>\n"
  }
}

extension Palette {
  fileprivate var rules: String {
    func rule(_ name: String, _ property: String, _ color: Palette.Color) -> String {
      let opacity = color.opacity < 1 ? "; \(property)-opacity: \(decimal(color.opacity))" : ""
      return ".\(name) { \(property): \(color.hex)\(opacity) }\n"
    }
    return rule("inside", "fill", self[.inside])
      + [.grid, .wall, .edge, .mark].map { rule($0.rawValue, "stroke", self[$0]) }.joined()
      + self[.asleep].rule("asleep") + self[.fixed].rule("fixed")
      + rule("gravity", "fill", self[.gravity]) + rule("joint", "stroke", self[.joint])
      + rule("dot", "fill", self[.joint]) + rule("flash", "stroke", self[.flash])
      + rule("text", "fill", self[.text]) + rule("axis", "stroke", self[.text])
      + rule("page", "fill", self[.page])
      // Give a name an outline that separates it from the forms behind it.
      + ".name { fill: \(self[.text].hex); stroke: \(self[.inside].hex); stroke-width: 2.5px; "
      + "stroke-linejoin: round; paint-order: stroke }\n"
  }
}

extension Palette.Color {
  /// Returns the rule of a class with the colour as its fill and as its current colour.
  fileprivate func rule(_ name: String) -> String {
    ".\(name) { fill: \(hex); color: \(hex) }\n"
  }
}
