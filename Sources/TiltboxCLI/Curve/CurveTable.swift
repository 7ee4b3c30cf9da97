internal import ArgumentParser
internal import Motion
internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxJSON

/// The output formats of `tiltbox curve`.
enum CurveFormat: String, CaseIterable, ExpressibleByArgument {
  case csv
  case json
  case svg
  case png
  case yaml
  case css
  case swift

  /// Whether the format is for animations, which only a fit makes.
  var isCode: Bool { [.yaml, .css, .swift].contains(self) }
}

/// A table of the values of curves at given times.
struct CurveTable {
  let curves: [Curve]
  let times: [Double]

  func text(in format: CurveFormat) -> String {
    switch format {
    case .csv: csv
    case .json: json
    case .svg, .png: CurveDrawing(curves: curves).svg
    case .yaml, .css, .swift: preconditionFailure("curves are no code")
    }
  }

  /// A column of times, then a column for each curve.
  private var csv: String {
    let header = ["t"] + curves.map { quoted($0.name) }
    let rows = times.map { t in
      ([t] + curves.map { $0.function(t) }).map(\.shortest).joined(separator: ",")
    }
    return ([header.joined(separator: ",")] + rows).map { $0 + "\n" }.joined()
  }

  private func quoted(_ name: String) -> String {
    var text = TextBuffer()
    text.append(csv: name)
    return text.text
  }

  /// A JSON object: the times; for each curve its name, its control points if it has any, and its values.
  private var json: String {
    let lines = curves.map { curve in
      let points = curve.function.controlPoints.map { points in
        [("controlPoints", JSON.array(points.map { JSON([$0.x, $0.y]) }))]
      }
      return JSON.object(
        [("name", .text(curve.name))] + (points ?? [])
          + [("values", JSON(times.map { curve.function($0) }))]
      ).line
    }
    return "{\"t\":\(JSON(times).line),\"curves\":[\n" + lines.joined(separator: ",\n") + "\n]}\n"
  }
}
