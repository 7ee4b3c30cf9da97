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
      root.changeElements(of: list, at: list) { element, path in
        files.expand(&element, at: path)
        element.changeElements(of: "shapes", at: "\(path).shapes") { files.expand(&$0, at: $1) }
      }
    }
  }

  private func expand(_ element: inout Node, at path: String) {
    guard case .mapping(var entries) = element.content,
      let index = entries.firstIndex(where: { $0.key == Self.key }),
      let file = entries[index].value["file"], let name = file.scalar?.text, !name.isEmpty
    else { return }
    let path = "\(path).\(Self.key).file"
    do throws(Diagnostic) {
      let line = try points(of: name, Diagnostic(place: file.place, path: path, ""))
      let list = FieldValue.list(line.points.map { .list([.number($0.x), .number($0.y)]) })
      entries[index].value = list.node(at: file.place)
      if line.isClosed, element["closed"] == nil {
        let flag = FieldValue.flag(true).node(at: file.place)
        entries.append(Node.Entry(key: "closed", keyPlace: file.place, value: flag))
      }
      element.content = .mapping(entries)
    } catch {
      diagnostics.report(error)
      diagnostics.suppressPart("\(path.dropLast(5))")
    }
  }

  private func points(
    of name: String,
    _ spot: Diagnostic
  ) throws(Diagnostic) -> (points: [Vector], isClosed: Bool) {
    let isAbsolute = name.hasPrefix("/")
    if case .override? = spot.place { return try read(name, spot) }
    return try read(isAbsolute ? name : folder + name, spot)
  }

  private func read(
    _ path: String,
    _ spot: Diagnostic
  ) throws(Diagnostic) -> (points: [Vector], isClosed: Bool) {
    func problem(_ words: String) -> Diagnostic {
      Diagnostic(place: spot.place, path: spot.path, words)
    }
    let text: String
    do throws(FileError) {
      text = String(decoding: try readFile(path, atMost: Self.mostBytes), as: UTF8.self)
    } catch {
      diagnostics.fileErrors.append(error)
      throw problem("\(error)")
    }
    let points: [Vector]
    switch text.first(where: { !$0.isWhitespace }) {
    case "<", "M", "m": points = try Self.points(ofSVG: text) { problem("\(path): \($0)") }
    default: points = try Self.points(ofRows: text) { problem("\(path):\($0)") }
    }
    let isClosed = points.count > 3 && points.first == points.last
    return (isClosed ? points.dropLast() : points, isClosed)
  }

  /// Returns the points of rows of two numbers; the first row may be a header.
  private static func points(
    ofRows text: String,
    _ problem: (String) -> Diagnostic
  ) throws(Diagnostic) -> [Vector] {
    var points: [Vector] = []
    let rows = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (number, row) in rows.enumerated() {
      let row = row.trimmed
      if row.isEmpty || row.hasPrefix("#") { continue }
      let fields = row.split { ",;\t ".contains($0) }.map { Scalar.decimal(String($0)) }
      if fields.count >= 2, let x = fields[0], let y = fields[1], x.isFinite, y.isFinite {
        points.append(Vector(x, y))
      } else if !points.isEmpty || number > 0 {
        throw problem(
          "\(number + 1): expected two numbers x and y, in units; got \(row.prefix(40))"
        )
      }
    }
    guard points.count > 1 else {
      throw problem(" the file has \(points.count) points; give two or more")
    }
    return points
  }

  /// Returns the points of path data, whose y points up, or of the first path of an SVG document, whose y points down from
  /// the upper edge of its view box.
  private static func points(
    ofSVG text: String,
    _ problem: (String) -> Diagnostic
  ) throws(Diagnostic) -> [Vector] {
    var (data, top) = (text, nil as Double?)
    if text.trimmed.hasPrefix("<") {
      guard let path = text.firstMatch(of: /<path[^>]*?\sd\s*=\s*["']([^"']*)["']/) else {
        throw problem("the document has no path; draw the terrain as one path")
      }
      guard let box = text.firstMatch(of: /<svg[^>]*?\sviewBox\s*=\s*["']([^"']*)["']/),
        case let numbers = box.1.split(whereSeparator: { " ,".contains($0) }).compactMap({
          Double($0)
        }), numbers.count == 4
      else {
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

extension Node {
  /// Changes each element of a list in a mapping.
  fileprivate mutating func changeElements(
    of key: String,
    at path: String,
    _ change: (_ element: inout Node, _ path: String) -> Void
  ) {
    guard case .mapping(var entries) = content,
      let index = entries.firstIndex(where: { $0.key == key }),
      case .sequence(var nodes) = entries[index].value.content
    else { return }
    // Most elements have none of these.
    for number in nodes.indices where nodes[number].mapping?.contains(where: \.mayHaveFile) == true
    {
      change(&nodes[number], "\(path)[\(number)]")
    }
    entries[index].value.content = .sequence(nodes)
    content = .mapping(entries)
  }
}

extension Node.Entry {
  fileprivate var mayHaveFile: Bool { key == ChainFiles.key || key == "shapes" }
}
