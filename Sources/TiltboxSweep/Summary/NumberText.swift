#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

extension Double {
  /// The number in six significant digits, as people read it: `0.05`, `1234.5`, `2.3e-13`.
  package var brief: String { brief(6) }

  func brief(_ digits: Int) -> String {
    guard isFinite, self != 0 else { return isFinite ? "0" : description }
    // What is left of a decimal after rounding to a power of ten that is exact has few digits.
    let places = digits - 1 - Int(log10(abs(self)).rounded(.down))
    let scale = pow(10, Double(abs(places)))
    let rounded =
      places >= 0 ? (self * scale).rounded() / scale : (self / scale).rounded() * scale
    let text = rounded.isFinite ? rounded.description : description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// The share as percents: `92.4 %`.
  var percent: String { "\((self * 1000).rounded() / 10 + 0) %" }
}
