extension Double {
  /// The number in a few significant digits, as people read it: `0.05`, `1234.5`, `2.3e-13`.
  ///
  /// Complexity: O(*digits*).
  func brief(_ digits: Int = 6) -> String {
    guard isFinite else { return description }
    guard self != 0 else { return "0" }
    if self < 0 { return "−" + (-self).brief(digits) }
    var exponent = Int(logarithm(self) / logarithm(10))
    // The logarithm's rounding may be one off.
    while power(10, Double(exponent)) > self { exponent -= 1 }
    while power(10, Double(exponent + 1)) <= self { exponent += 1 }
    let scale = power(10, Double(abs(digits - 1 - exponent)))
    var mantissa = (digits - 1 >= exponent ? self * scale : self / scale).rounded()
    if mantissa >= power(10, Double(digits)) {
      mantissa /= 10
      exponent += 1
    }
    var figures = String(Int(mantissa))
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

  /// A step as people say it: `1/120`, or in seconds.
  var stepText: String {
    let rate = (1 / self).rounded()
    return abs(rate * self - 1) < 1e-9 ? "1/\(Int(rate))" : brief()
  }
}

extension String {
  /// The text with blanks to a width, on the left for numbers.
  func padded(to width: Int, right: Bool = false) -> String {
    let blanks = String(repeating: " ", count: Swift.max(0, width - count))
    return right ? blanks + self : self + blanks
  }
}

extension Double {
  /// The number with a fixed count of decimals.
  func fixed(_ decimals: Int) -> String {
    guard isFinite, abs(self) < 1e12 else { return description }
    let scale = power(10, Double(decimals))
    let digits = String(Int((abs(self) * scale).rounded()))
    let padded = String(repeating: "0", count: Swift.max(0, decimals + 1 - digits.count)) + digits
    let whole = padded.dropLast(decimals)
    let sign = self < 0 ? "−" : ""
    return decimals == 0 ? sign + padded : "\(sign)\(whole).\(padded.suffix(decimals))"
  }
}
