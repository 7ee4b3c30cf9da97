internal import Tiltbox

extension Double {
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
    let sign = self < 0 ? "-" : ""
    return decimals == 0 ? sign + padded : "\(sign)\(whole).\(padded.suffix(decimals))"
  }
}
