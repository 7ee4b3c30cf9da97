/// A colour ramp from dark blue over green to yellow, with increasing lightness, so that it works in grey and for
/// colour-blind people: nine points of Matplotlib's viridis (van der Walt and Smith, 2015; public domain).
package enum ColorRamp {
  private static let points: [(Double, Double, Double)] = [
    (68, 1, 84), (71, 44, 122), (59, 81, 139), (44, 113, 142), (33, 144, 141), (39, 173, 129),
    (92, 200, 99), (170, 220, 50), (253, 231, 37),
  ]

  package static func color(_ share: Double) -> String {
    let place = min(max(share, 0), 1) * Double(points.count - 1)
    let index = min(Int(place), points.count - 2)
    let (a, b, part) = (points[index], points[index + 1], place - Double(index))
    let parts = [a.0 + (b.0 - a.0) * part, a.1 + (b.1 - a.1) * part, a.2 + (b.2 - a.2) * part]
    return "rgb(" + parts.map { "\(Int($0.rounded()))" }.joined(separator: ",") + ")"
  }
}
