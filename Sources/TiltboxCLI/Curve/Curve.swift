internal import ArgumentParser
internal import Motion
internal import Tiltbox

/// A timing function with the name that the user gave.
struct Curve {
  let name: String
  let function: TimingFunction

  /// Parses a name, four numbers or a CSS function.
  init(_ text: String) throws(ValidationError) {
    do throws(MotionError) {
      function = try TimingFunction(text)
      name = text
    } catch {
      let close = TimingFunction.nearestName(to: text).map { " Did you mean \($0)?" } ?? ""
      throw ValidationError("\(error).\(close)")
    }
  }

  /// The two inner control points of a cubic Bézier; nil for other functions.
  var controls: [SIMD2<Double>]? {
    guard case .cubicBezier = function else { return nil }
    return function.controlPoints.map { Array($0[1...2]) }
  }

  /// A list of all named curves, one per line: name, aliases, control points.
  static var catalogue: String {
    let rows = TimingFunction.named.map { entry in
      var notes = entry.aliases.map { "also \($0)" }
      if case .cubicBezier(let bezier) = entry.function {
        let numbers = [bezier.control1.x, bezier.control1.y, bezier.control2.x, bezier.control2.y]
        notes.append("cubic-bezier(\(numbers.map(\.shortest).joined(separator: ", ")))")
      }
      return [entry.name, notes.joined(separator: "; ")]
    }
    return TextTable.lines(rows).map { $0 + "\n" }.joined()
  }
}
