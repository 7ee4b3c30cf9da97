internal import ArgumentParser
internal import Motion

/// What `tiltbox curve` writes.
enum CurveFormat: String, CaseIterable, ExpressibleByArgument {
  case csv
  case json
  case svg
  case png
}

/// Curves, and the times at which their values are wanted.
struct CurveTable {
  let curves: [Curve]
  let times: [Double]

  func text(in format: CurveFormat) -> String {
    switch format {
    case .csv: csv
    case .json: json
    case .svg, .png: CurveDrawing(curves: curves).svg
    }
  }

  /// A column of times, and one for each curve.
  private var csv: String {
    let header = ["t"] + curves.map { quoted($0.name) }
    let rows = times.map { t in
      ([t] + curves.map { $0.function(t) }).map(decimal).joined(separator: ",")
    }
    return ([header.joined(separator: ",")] + rows).map { $0 + "\n" }.joined()
  }

  private func quoted(_ name: String) -> String {
    guard name.contains(where: { ",\"\n\r".contains($0) }) else { return name }
    return "\""
      + name.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }

  /// One object: the times, and each curve's name, control points if it has any, and values.
  private var json: String {
    let lines = curves.map { curve in
      let points = curve.function.controlPoints.map { points in
        "\"controlPoints\":" + array(points.map { array([$0.x, $0.y].map(decimal)) }) + ","
      }
      return "{\"name\":\(jsonString(curve.name)),\(points ?? "")"
        + "\"values\":\(array(times.map { decimal(curve.function($0)) }))}"
    }
    return "{\"t\":\(array(times.map(decimal))),\"curves\":[\n"
      + lines.joined(separator: ",\n") + "\n]}\n"
  }

  private func array(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }

  private func jsonString(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\u{0}"..<" ":
        "\\u" + String(repeating: "0", count: scalar.value < 16 ? 3 : 2)
          + String(scalar.value, radix: 16)
      default: String(scalar)
      }
    }
    return "\"" + escaped.joined() + "\""
  }
}
