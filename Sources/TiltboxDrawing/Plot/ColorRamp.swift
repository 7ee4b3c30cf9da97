/// A colour ramp from dark blue over green to yellow, with increasing lightness, so that it works in grey and for
/// colour-blind people: nine points of Matplotlib's viridis (van der Walt and Smith, 2015; public domain).
package enum ColorRamp {
  private static let points: [(Double, Double, Double)] = [
    (68, 1, 84), (71, 44, 122), (59, 81, 139), (44, 113, 142), (33, 144, 141), (39, 173, 129),
    (92, 200, 99), (170, 220, 50), (253, 231, 37),
  ]

  /// Returns the colour of a share from 0 to 1.
  package static func color(_ share: Double) -> String {
    let place = min(max(share, 0), 1) * Double(points.count - 1)
    let index = min(Int(place), points.count - 2)
    let (a, b, part) = (points[index], points[index + 1], place - Double(index))
    let parts = [a.0 + (b.0 - a.0) * part, a.1 + (b.1 - a.1) * part, a.2 + (b.2 - a.2) * part]
    return Palette.Color(parts.map { $0 / 255 }).hex
  }

  /// Returns one of many colours of lines: hues a golden angle apart, so that neighbours differ. They are legible on
  /// light and dark backgrounds.
  package static func hue(_ index: Int) -> String {
    // HSL to RGB as CSS Color 4 defines it, with a saturation of 62 % and a lightness of 45 %.
    let hue = (Double(index) * 137.508 + 210).truncatingRemainder(dividingBy: 360)
    let parts = [0.0, 8, 4].map { number in
      let k = (number + hue / 30).truncatingRemainder(dividingBy: 12)
      return 0.45 - 0.62 * 0.45 * max(-1, min(k - 3, 9 - k, 1))
    }
    return Palette.Color(parts).hex
  }
}
