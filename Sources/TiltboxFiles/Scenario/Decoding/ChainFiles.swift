internal import Chipmunk
internal import Motion
internal import Tiltbox

/// Replaces the files of chains in a scenario's tree by their points, before decoding.
struct ChainFiles {
  static let key = "chain"
  /// The greatest size of a file, in bytes.
  private static let mostBytes = 16 << 20

  private let folder: String
  private let diagnostics: Diagnostics

  /// Reads the files of all chains of bodies, of their shapes and of layers.
  ///
  /// - Parameters:
  ///   - root: The tree of a scenario file.
  ///   - folder: The folder of the scenario file, with its last slash; empty for the current one.
  ///   - diagnostics: Receives what is wrong with a file.
  static func expand(_ root: inout Node, folder: String, _ diagnostics: Diagnostics) {
    let files = ChainFiles(folder: folder, diagnostics: diagnostics)
    for list in ["bodies", "layers"] {
      root[list]?.changeElements { element, index in
        let path = "\(list)[\(index)]"
        files.expand(&element, at: path)
        element["shapes"]?.changeElements { files.expand(&$0, at: "\(path).shapes[\($1)]") }
      }
    }
  }

  private func expand(_ element: inout Node, at path: String) {
    guard let file = element[Self.key]?["file"], let name = file.scalar?.text, !name.isEmpty
    else { return }
    do throws(Diagnostic) {
      var points = try points(ofFile: file.place.resolved(name, in: folder))
      if points.count > 3, points.first == points.last {
        points.removeLast()
        element["closed"] = element["closed"] ?? FieldValue.flag(true).node(at: file.place)
      }
      let list = FieldValue.list(points.map { .list([.number($0.x), .number($0.y)]) })
      element[Self.key] = list.node(at: file.place)
    } catch {
      diagnostics.report(error.message, at: "\(path).\(Self.key).file", file.place)
      diagnostics.suppressPart("\(path).\(Self.key)")
    }
  }

  private func points(ofFile path: String) throws(Diagnostic) -> [Vector] {
    let text: String
    do throws(FileError) {
      text = String(decoding: try readFile(path, atMost: Self.mostBytes), as: UTF8.self)
    } catch {
      diagnostics.fileErrors.append(error)
      throw Diagnostic("\(error)")
    }
    return switch text.first(where: { !$0.isWhitespace }) {
    case "<", "M", "m": try Self.points(ofSVG: text, path)
    default: try Self.points(ofRows: text, path)
    }
  }

  /// Returns the points of rows of two numbers; the first row may be a header.
  private static func points(ofRows text: String, _ path: String) throws(Diagnostic) -> [Vector] {
    var points: [Vector] = []
    let rows = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (number, row) in rows.enumerated() {
      let row = row.trimmed
      if row.isEmpty || row.hasPrefix("#") { continue }
      let fields = row.split { ",;\t ".contains($0) }.map { Scalar.decimal(String($0)) }
      if fields.count >= 2, let x = fields[0], let y = fields[1], x.isFinite, y.isFinite {
        points.append(Vector(x, y))
      } else if !points.isEmpty || number > 0 {
        let words = "expected two numbers x and y, in units; got \(row.prefix(40))"
        throw Diagnostic("\(path):\(number + 1): \(words)")
      }
    }
    guard points.count > 1 else {
      throw Diagnostic("\(path): the file has \(points.count) points; give two or more")
    }
    return points
  }

  /// Returns the points of path data, whose y points up, or of the first path of an SVG document, whose y points down from
  /// the upper edge of its view box.
  private static func points(ofSVG text: String, _ path: String) throws(Diagnostic) -> [Vector] {
    func problem(_ words: String) -> Diagnostic { Diagnostic("\(path): \(words)") }
    var (data, top) = (text, nil as Double?)
    if text.trimmed.hasPrefix("<") {
      guard let path = text.firstMatch(of: /<path[^>]*?\sd\s*=\s*["']([^"']*)["']/) else {
        throw problem("the document has no path; draw the terrain as one path")
      }
      let box = text.firstMatch(of: /<svg[^>]*?\sviewBox\s*=\s*["']([^"']*)["']/)?.1 ?? ""
      let numbers = box.split { " ,".contains($0) }.compactMap { Double($0) }
      guard numbers.count == 4 else {
        throw problem("the svg element has no viewBox, so its height is not known; add one")
      }
      (data, top) = (String(path.1), numbers[1] + numbers[3])
    }
    let lines: [[SIMD2<Double>]]
    do { lines = try Path(svg: data).polylines() } catch { throw problem("\(error)") }
    guard lines.count == 1 else {
      throw problem("the path has \(lines.count) lines; a chain is one, so draw it without a gap")
    }
    return lines[0].map { Vector($0.x, top.map { [y = $0.y] in $0 - y } ?? $0.y) }
  }
}
