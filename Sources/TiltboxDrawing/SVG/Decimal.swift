/// A number with some decimals at most, without an exponent and without zeros at its end.
package func decimal(_ value: Double, _ places: Int = 2) -> String {
  guard value.isFinite else { return "0" }
  let scale = powers[places]
  let scaled = (value * scale).rounded()
  guard abs(scaled) < 9e15 else { return "\(Int(max(-9e17, min(9e17, value))))" }
  let whole = Int(abs(scaled))
  var (digits, fraction) = ("\(whole / Int(scale))", whole % Int(scale))
  if fraction > 0 {
    var places = places
    while fraction.isMultiple(of: 10) { (fraction, places) = (fraction / 10, places - 1) }
    let text = "\(fraction)"
    digits += "." + String(repeating: "0", count: places - text.utf8.count) + text
  }
  return scaled < 0 ? "-" + digits : digits
}

private let powers: [Double] = [1, 10, 100, 1e3, 1e4, 1e5, 1e6]
