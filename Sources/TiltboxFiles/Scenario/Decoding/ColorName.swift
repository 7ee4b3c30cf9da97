internal import Tiltbox

/// Converts web colours for advice in messages: `red`, `#f00`, `rgb(255, 0, 0)`.
enum ColorName {
  /// Returns red, green and blue from 0 to 1; nil for other text.
  static func components(of text: String) -> [Double]? {
    if text.hasPrefix("rgb("), text.hasSuffix(")") {
      let parts = text.dropFirst(4).dropLast().split(separator: ",").map { Double($0.trimmed) }
      guard let channels = parts.complete(), channels.count == 3 else { return nil }
      return channels.contains { $0 > 1 } ? channels.map { $0 / 255 } : channels
    }
    let digits = text.hasPrefix("#") ? String(text.dropFirst()) : names[text.lowercased()] ?? ""
    guard digits.allSatisfy(\.isHexDigit), digits.count == 3 || digits.count == 6 else {
      return nil
    }
    let width = digits.count / 3
    return (0..<3).compactMap { part in
      let channel = digits.dropFirst(part * width).prefix(width)
      return Int(channel, radix: 16).map { Double($0) / (width == 1 ? 15 : 255) }
    }
  }

  /// Returns the components as they stand in a file: `[1, 0, 0]`.
  static func list(of text: String) -> String? {
    components(of: text).map { "[\($0.map { $0.brief(3) }.joined(separator: ", "))]" }
  }

  private static let names = [
    "black": "000", "white": "fff", "red": "f00", "green": "008000", "blue": "00f",
    "yellow": "ff0", "orange": "ffa500", "purple": "800080", "cyan": "0ff", "magenta": "f0f",
    "gray": "808080", "grey": "808080", "pink": "ffc0cb", "brown": "a52a2a",
  ]
}
