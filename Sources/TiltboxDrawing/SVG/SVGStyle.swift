/// The CSS classes of a drawing's forms, in the colours of a theme.
struct SVGStyle {
  let theme: Theme

  var element: String {
    let colors =
      switch theme {
      case .light: rules(.light)
      case .dark: rules(.dark)
      case .auto: rules(.light) + "@media (prefers-color-scheme: dark) {\n\(rules(.dark))}\n"
      }
    let bodies = Palette.bodies.enumerated().map { index, color in
      ".c\(index) { fill: \(color.hex); color: \(color.hex) }\n"
    }
    return "<style>\n\(bodies.joined())\(colors)</style>\n"
  }

  private func rules(_ palette: Palette) -> String {
    func rule(_ name: String, _ property: String, _ color: Palette.Color) -> String {
      let opacity = color.opacity < 1 ? "; \(property)-opacity: \(decimal(color.opacity))" : ""
      return ".\(name) { \(property): \(color.hex)\(opacity) }\n"
    }
    return rule("inside", "fill", palette[.inside]) + rule("grid", "stroke", palette[.grid])
      + rule("wall", "stroke", palette[.wall]) + rule("edge", "stroke", palette[.edge])
      + rule("mark", "stroke", palette[.mark])
      + ".asleep { fill: \(palette[.asleep].hex); color: \(palette[.asleep].hex) }\n"
      + ".fixed { fill: \(palette[.fixed].hex); color: \(palette[.fixed].hex) }\n"
      + rule("gravity", "fill", palette[.gravity]) + rule("joint", "stroke", palette[.joint])
      + rule("dot", "fill", palette[.joint]) + rule("flash", "stroke", palette[.flash])
      + rule("text", "fill", palette[.text]) + rule("axis", "stroke", palette[.text])
      + rule("page", "fill", palette[.page])
      // Give a name an outline that separates it from the forms behind it.
      + ".name { fill: \(palette[.text].hex); stroke: \(palette[.inside].hex); stroke-width: 2.5px; "
      + "stroke-linejoin: round; paint-order: stroke }\n"
  }
}
