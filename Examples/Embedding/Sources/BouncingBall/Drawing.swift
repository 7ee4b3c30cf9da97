/// An SVG chart of the ball's height over time, with one curve for each way.
struct Drawing {
  let ways: [Way]

  private static let colors = ["#8250df", "#1f883d", "#0969da", "#bc4c00", "#cf222e"]

  var svg: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 860 420" width="860" height="420" \
    font-family="system-ui, DejaVu Sans, sans-serif" font-size="13" fill="#57606a">
    <rect width="100%" height="100%" fill="#ffffff"/>
    <text x="60" y="30" font-size="17" font-weight="600" fill="#24292f">\
    A ball that bounces, in five ways</text>
    <path d="M 60 \(y(32)) H 660 M 60 \(y(268)) H 660" stroke="#d0d7de"/>
    <text x="52" y="\(y(268) + 4)" text-anchor="end">268</text>
    <text x="52" y="\(y(32) + 4)" text-anchor="end">32</text>
    <text x="60" y="400">0 s</text>
    <text x="660" y="400" text-anchor="end">1 s</text>

    """ + ways.indices.map(curve).joined() + "</svg>\n"
  }

  private func curve(_ index: Int) -> String {
    let (way, color) = (ways[index], Self.colors[index % Self.colors.count])
    let places = way.points.map { (x: 60 + 600 * $0.time, y: y($0.height)) }
    let line = places.map { "\($0.x),\($0.y)" }.joined(separator: " ")
    // Few points are the frames of a display or timer: mark each of them.
    let dots =
      places.count > 100 ? [] : places.map { "<circle cx=\"\($0.x)\" cy=\"\($0.y)\" r=\"3\"/>" }
    // Later curves are thinner so that the earlier ones show underneath.
    let width = 5 - Double(index)
    let height = way.points.last?.height ?? 0
    let end = (height * 10).rounded() / 10
    let label = "<text x=\"690\" y=\"\(80 + 24 * index)\">\(way.name) ends at \(end)</text>"
    return
      "<polyline points=\"\(line)\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"\(width)\" stroke-opacity=\"0.7\"/>\n"
      + "<g fill=\"\(color)\">\(dots.joined())\(label)</g>\n"
  }

  private func y(_ height: Double) -> Double { 380 - height * 1.15 }
}
