internal import Chipmunk
internal import Tiltbox

extension Trajectory {
  private static let margin = (left: 74.0, right: 16.0, top: 34.0, bottom: 44.0)

  /// Plots numbers against time as SVG: a panel for each unit, overlaid with the scenario's expectations.
  ///
  /// - Parameters:
  ///   - names: The numbers, each a body's id, a dot and a measure, such as `ball.y`; `*` is every body.
  ///   - options: The drawing options.
  /// - Returns: The text of the file.
  /// - Throws: ``DrawingError`` for an unknown name, or a width below 120 or above 16384.
  ///
  /// Complexity: O(*frames* · *names*).
  public func plot(
    _ names: [String],
    _ options: DrawingOptions = DrawingOptions(width: 720)
  ) throws -> String {
    let width = try options.checkedWidth(from: 120)
    let all = try series(names)
    var units: [String] = []
    for one in all where !units.contains(one.unit) { units.append(one.unit) }
    let height = units.count == 1 ? 300.0 : 190.0
    let x = PlotAxis(
      [frames[0].time, max(end, frames[0].time + step)],
      from: Self.margin.left,
      to: width - Self.margin.right,
      parts: max(2, Int(width / 90))
    )
    var panels = ""
    for (row, unit) in units.enumerated() {
      let chosen = all.enumerated().filter { $0.element.unit == unit }
      let panel = SeriesPanel(
        chosen.map { ($0.element, "c\($0.offset % Palette.bodies.count)") },
        theory(of: chosen.map(\.element)),
        x: x,
        top: Self.margin.top + Double(row) * (height + Self.margin.top),
        height: height,
        isLast: row == units.count - 1
      )
      panels += panel.svg
    }
    return SVGDocument(
      plotOf: Vector(width, Double(units.count) * (height + Self.margin.top) + Self.margin.bottom),
      title: "\(scenario.name): \(all.map(\.name).joined(separator: ", "))",
      theme: options.theme,
      content: panels
    ).text
  }

  private func theory(of series: [Series]) -> [Theory] {
    var theory: [Theory] = []
    let run = frames[0].time...max(end, frames[0].time)
    for one in series {
      guard let measure = one.measure else { continue }
      for expectation in scenario.expectations {
        let said = Theory(
          expectation,
          of: one.body,
          measure,
          run: run,
          isCut: isCut,
          step: step
        )
        if let said, !theory.contains(said) { theory.append(said) }
      }
    }
    return theory
  }
}
