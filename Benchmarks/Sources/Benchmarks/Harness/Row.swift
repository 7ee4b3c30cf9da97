internal import Glibc

/// A row of the table.
struct Row {
  /// A limit for a ratio or another value.
  enum Target {
    case atMost(Double, String = "")
    case atLeast(Double, String = "")
  }

  static let header = """
    | what | size | way | value | ratio | target | reached |
    |---|---:|---|---:|---:|---:|---|
    """

  var what: String
  var size = ""
  var way: String
  var value: String
  /// The ratio to the reference in the same run.
  var ratio: Double?
  /// The value that the target limits, if that isn't the ratio.
  var measured: Double?
  var target: Target?

  func show() {
    let cells = [what, size, way, value, ratio.map { number($0, 4) } ?? "", targetText, verdict]
    print("| " + cells.joined(separator: " | ") + " |")
    fflush(nil)
  }

  private var targetText: String {
    switch target {
    case .atMost(let limit, let unit): "≤ \(limit)" + unit
    case .atLeast(let limit, let unit): "≥ \(limit)" + unit
    case nil: ""
    }
  }

  private var verdict: String {
    guard let target, let value = measured ?? ratio else { return "" }
    let isReached =
      switch target {
      case .atMost(let limit, _): value <= limit
      case .atLeast(let limit, _): value >= limit
      }
    return isReached ? "yes" : "**no**"
  }
}

/// Formats a number with some significant digits.
func number(_ value: Double, _ digits: Int) -> String {
  guard value != 0, value.isFinite else { return value == 0 ? "0" : "\(value)" }
  let places = max(0, digits - 1 - Int(log10(abs(value)).rounded(.down)))
  let scaled = Int((value * pow(10, Double(places))).rounded())
  guard places > 0 else { return "\(scaled)" }
  let digits = "\(abs(scaled))"
  let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
  return (scaled < 0 ? "-" : "") + padded.dropLast(places) + "." + padded.suffix(places)
}

/// Formats a time in a suitable unit.
func duration(_ seconds: Double) -> String {
  switch seconds {
  case 1...: number(seconds, 3) + " s"
  case 1e-3...: number(seconds * 1e3, 3) + " ms"
  case 1e-6...: number(seconds * 1e6, 3) + " µs"
  default: number(seconds * 1e9, 3) + " ns"
  }
}

/// Reports progress on standard error.
func note(_ text: String) {
  let bytes = Array((text + "\n").utf8)
  _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
}
