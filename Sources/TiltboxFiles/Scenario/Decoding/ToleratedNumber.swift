internal import Tiltbox

/// A number and its tolerance in one text, such as `40 ± 2`, `40 +- 2` or `40 +/- 2`.
struct ToleratedNumber {
  let number: String
  let tolerance: String

  /// Splits a text at the sign; nil if there is none between two parts.
  init?(_ text: String) {
    guard let sign = ["±", "+/-", "+-"].lazy.compactMap({ text.firstRange(of: $0) }).first else {
      return nil
    }
    let parts = [text[..<sign.lowerBound], text[sign.upperBound...]]
      .map { $0.split(separator: " ").joined(separator: " ") }
    guard !parts.contains("") else { return nil }
    (number, tolerance) = (parts[0], parts[1])
  }

  /// Returns the advice for a field of an expectation, by its path.
  func advice(at path: String) -> String {
    let key = path.split(separator: ".").last ?? ""
    let name = String(key.prefix(while: \.isLetter))
    if name == "at" { return "for a first contact write at: \(number), within: \(tolerance)" }
    let compared = (FieldTable.expectation["within"]?.owners ?? []) + ["value"]
    guard compared.contains(name) else { return "write \(number), without a tolerance" }
    return name == key
      ? "write \(name): \(number), within: \(tolerance)"
      : "write \(number) here, and within: \(tolerance) beside \(name)"
  }
}
