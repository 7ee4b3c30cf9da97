internal import Chipmunk
internal import Tiltbox

extension Trajectory {
  /// The maximum number of panels in a row, and the number of ghosts between two panels.
  private static let (columns, ghosts) = (5, 6)
  private static let (gap, caption) = (14.0, 22.0)

  /// Draws several frames side by side as SVG, each with ghosts of the motion since the previous one.
  ///
  /// - Parameters:
  ///   - times: The simulated times of the frames, in seconds, in any order.
  ///   - options: The drawing options; the width is that of a panel.
  /// - Returns: The text of the file.
  /// - Throws: ``DrawingError`` if there are no times, for a time outside the trajectory, or for a width outside its
  ///   range; the errors of `TrajectoryRenderer`.
  public func strip(
    at times: [Double],
    _ options: DrawingOptions = DrawingOptions(width: 200)
  ) throws -> String {
    guard !times.isEmpty else { throw DrawingError("no time to draw is given; give one at least") }
    let width = try options.checkedWidth()
    let indices = try times.sorted().map { try index(at: $0) }
    let renderer = TrajectoryRenderer(self)
    let displayLists = try indices.map { try renderer.displayList(ofFrame: $0) }
    let bounds = displayLists.map(\.bounds).reduce(nil) { $0?.union($1) ?? $1 }
    let view = View(bounds ?? displayLists[0].bounds, width: width, margin: 4)
    let forms = SVGForms(view, detail: displayLists[0].detail(at: view.scale))
    let rows = (displayLists.count + Self.columns - 1) / Self.columns
    let columns = (displayLists.count + rows - 1) / rows
    let cell = view.size + Vector(Self.gap, Self.caption + Self.gap / 2)
    var document = SVGDocument(
      size: Vector(cell.x * Double(columns) - Self.gap, cell.y * Double(rows)),
      title:
        "\(scenario.name), \(displayLists.map { "\(decimal($0.time, 4)) s" }.joined(separator: ", "))",
      theme: options.theme
    )
    // Clip each panel: a ring at the edge must not cover the text beside it.
    let size = "width=\"\(decimal(view.size.x))\" height=\"\(decimal(view.size.y))\""
    document.content = "<clipPath id=\"panel\"><rect \(size)/></clipPath>\n"
    for (place, displayList) in displayLists.enumerated() {
      let corner = Vector(Double(place % columns) * cell.x, Double(place / columns) * cell.y)
      let earlier = place > 0 ? indices[place - 1] : indices[place]
      let ghosts = try ghosts(from: earlier, to: indices[place], renderer, forms)
      let names = displayList.labels(frames[indices[place]].bodies, view)
      document.content +=
        Markup.moved(
          corner.x,
          corner.y,
          "<g clip-path=\"url(#panel)\">\n\(forms.picture(displayList, ghosts: ghosts))</g>\n"
            + names
            + Markup.text(
              "\(decimal(displayList.time, 4)) s",
              view.size.x / 2,
              view.size.y + 15,
              anchor: .middle
            )
        )
    }
    return document.text
  }

  /// Draws the moving bodies at moments between two frames, sorted by depth; earlier ones are fainter.
  private func ghosts(
    from first: Int,
    to last: Int,
    _ renderer: TrajectoryRenderer,
    _ forms: SVGForms
  ) throws -> [(depth: Double, svg: String)] {
    func index(_ ghost: Int) -> Int { first + (last - first) * ghost / Self.ghosts }
    // With few frames between the panels, several ghosts would be one.
    let distinct = (0..<Self.ghosts).filter { index($0) < index($0 + 1) }
    return try distinct.flatMap { ghost -> [(depth: Double, svg: String)] in
      let displayList = try renderer.displayList(ofFrame: index(ghost))
      let moving = displayList.marks.filter { $0.style == .awake }
      let start = "<g opacity=\"\(decimal(0.08 + 0.2 * Double(ghost) / Double(Self.ghosts)))\">\n"
      return Dictionary(grouping: moving, by: \.depth).map { depth, marks in
        (depth, start + marks.map(forms.element).joined() + "</g>\n")
      }
    }
    .sorted { $0.depth < $1.depth }
  }
}
