internal import Chipmunk

// Numbers as people read them.
extension Double {
  /// The number rounded to six decimals, below 0.1 to six digits, and without a trailing `.0`.
  package var plain: String {
    guard isFinite else { return description }
    var (scale, size) = (1e6, abs(self))
    while size > 0, size < 0.1, scale < 1e300 { (scale, size) = (scale * 10, size * 10) }
    let text = (size < 1e9 ? (self * scale).rounded() / scale + 0 : self).description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// The number in a few significant digits, at most 15: `0.05`, `1234.57`, `2.3e-13`.
  package func brief(_ digits: Int = 6) -> String {
    guard isFinite, self != 0 else { return isFinite ? "0" : description }
    if self < 0 { return "-" + (-self).brief(digits) }
    var (number, exponent) = (self, 0)
    while number >= 10 { (number, exponent) = (number / 10, exponent + 1) }
    while number < 1 { (number, exponent) = (number * 10, exponent - 1) }
    for _ in 1..<digits { number *= 10 }
    var figures = String(Int(number.rounded()))
    if figures.count > digits { exponent += 1 }
    while figures.count > 1, figures.last == "0" { figures.removeLast() }
    if exponent < -4 || exponent >= digits + 3 {
      let fraction = figures.dropFirst()
      return "\(figures.prefix(1))\(fraction.isEmpty ? "" : "." + fraction)e\(exponent)"
    }
    if exponent < 0 { return "0." + String(repeating: "0", count: -exponent - 1) + figures }
    if figures.count <= exponent + 1 {
      return figures + String(repeating: "0", count: exponent + 1 - figures.count)
    }
    return "\(figures.prefix(exponent + 1)).\(figures.dropFirst(exponent + 1))"
  }

  /// The number with so many decimals, at most 6: `0.50`.
  package func fixed(_ decimals: Int) -> String {
    guard abs(self) < 1e12 else { return description }
    let scale = (0..<decimals).reduce(1) { scale, _ in scale * 10 }
    let scaled = Int((self * Double(scale)).rounded())
    let fraction = "\(abs(scaled) % scale + scale)".dropFirst()
    let whole = (scaled < 0 ? "-" : "") + "\(abs(scaled) / scale)"
    return decimals > 0 ? "\(whole).\(fraction)" : whole
  }
}

extension Vector {
  var plain: String { "(\(x.plain), \(y.plain))" }
}
