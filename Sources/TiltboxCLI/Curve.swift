internal import ArgumentParser
internal import Motion

/// A timing function as it was asked for.
struct Curve {
  let name: String
  let function: TimingFunction

  /// Reads a name, four numbers or a CSS function.
  init(_ text: String) throws(ValidationError) {
    do throws(MotionError) {
      function = try TimingFunction(text)
      name = text
    } catch {
      let close = Curve.nearest(to: text).map { " Did you mean \($0)?" } ?? ""
      throw ValidationError("\(error).\(close)")
    }
  }

  /// The two control points between the ends, if it is a Bézier.
  var controls: [SIMD2<Double>]? {
    guard case .cubicBezier = function else { return nil }
    return function.controlPoints.map { Array($0[1...2]) }
  }

  /// Every named curve on a line: its name, its other names, its control points.
  static var catalogue: String {
    let width = (TimingFunction.named.map(\.name.count).max() ?? 0) + 2
    return TimingFunction.named.map { entry in
      var notes = entry.aliases.map { "also \($0)" }
      if case .cubicBezier(let bezier) = entry.function {
        let numbers = [bezier.control1.x, bezier.control1.y, bezier.control2.x, bezier.control2.y]
        notes.append("cubic-bezier(\(numbers.map(decimal).joined(separator: ", ")))")
      }
      guard !notes.isEmpty else { return entry.name + "\n" }
      let padding = String(repeating: " ", count: width - entry.name.count)
      return entry.name + padding + notes.joined(separator: "; ") + "\n"
    }.joined()
  }

  /// The name that differs from a text in the fewest letters, if that is a third of them at most.
  private static func nearest(to text: String) -> String? {
    guard text.count < 40, !text.contains("("), !text.contains(",") else { return nil }
    let names = TimingFunction.named.flatMap { [$0.name] + $0.aliases }
    let near = names.map {
      (name: $0, distance: edits(from: text.lowercased(), to: $0.lowercased()))
    }
    .min { $0.distance < $1.distance }
    return near.flatMap { $0.distance * 3 <= max(text.count, 3) ? $0.name : nil }
  }

  /// How many letters must be put in, taken out or changed (Levenshtein's distance).
  private static func edits(from a: String, to b: String) -> Int {
    let target = Array(b)
    var row = Array(0...target.count)
    for (i, letter) in a.enumerated() {
      var corner = row[0]
      row[0] = i + 1
      for j in target.indices {
        let change = corner + (letter == target[j] ? 0 : 1)
        corner = row[j + 1]
        row[j + 1] = min(change, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[target.count]
  }
}

/// The shortest decimal that reads back to the same number, without the `.0` of a whole one.
func decimal(_ number: Double) -> String {
  let text = number.description
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
