package import Tiltbox
internal import TiltboxJSON

/// A line with a command: a request, and the mark that identifies its answer.
///
/// ```
/// {"impulse":{"body":"crate-1","by":[5000,0]},"ack":7}
/// ```
package struct RequestLine: Sendable {
  /// The request, or the reason why it cannot be understood.
  package let request: Result<Request, RequestError>
  /// The mark as JSON, a text with its quotes; nil if the sender wants no answer.
  package let ack: String?

  /// Reads a line. Complexity: O(*bytes*).
  package init(_ line: some Collection<UInt8>) {
    (request, ack) = Self.read(line, as: .command, Request.init)
  }

  /// Reads a line with the fields of a table.
  static func read<Content>(
    _ line: some Collection<UInt8>,
    as table: FieldTable,
    _ make: (Fields, Diagnostics) -> Content?
  ) -> (Result<Content, RequestError>, ack: String?) {
    let bytes = ArraySlice(line)
    let diagnostics = Diagnostics()
    var content: Content?
    var ack: String?
    do throws(Diagnostic) {
      let root = try Node(line: bytes)
      ack = root["ack"]?.scalar?.json
      let value = Value(root, at: "", as: .mapping(table), diagnostics)
      if let fields = value.fields() {
        if let ack = fields["ack"], ack.node.scalar == nil { _ = ack.text() }
        content = make(fields, diagnostics)
      }
    } catch {
      diagnostics.report(error)
      ack = salvagedAck(in: bytes)
    }
    guard let content, diagnostics.isEmpty else {
      return (.failure(RequestError(diagnostics)), ack)
    }
    return (.success(content), ack)
  }

  /// Returns the mark of a line that is not valid JSON, if it can be recognized.
  private static func salvagedAck(in bytes: ArraySlice<UInt8>) -> String? {
    let key = Array("\"ack\"".utf8)
    var start = bytes.startIndex
    while let first = bytes[start...].firstIndex(of: key[0]) {
      guard bytes[first...].starts(with: key) else {
        start = first + 1
        continue
      }
      let rest = bytes[(first + key.count)...].drop { $0 == 0x20 }
      guard rest.first == UInt8(ascii: ":") else { return nil }
      let value = rest.dropFirst().drop { $0 == 0x20 }
      let isText = value.first == UInt8(ascii: "\"")
      let end =
        isText
        ? value.dropFirst().firstIndex(of: UInt8(ascii: "\"")).map { $0 + 1 }
        : value.firstIndex { [UInt8(ascii: ","), UInt8(ascii: "}"), 0x20].contains($0) }
      return try? Node(line: value[..<(end ?? value.endIndex)]).scalar?.json
    }
    return nil
  }
}

extension RequestError {
  /// Describes the fields that are wrong, each with its value, unit and remedy; or the byte at which the JSON is
  /// invalid.
  init(_ diagnostics: Diagnostics) {
    let lines = diagnostics.error(file: "", overrides: []).diagnostics.map { diagnostic in
      guard diagnostic.path.isEmpty, case .file(_, let column)? = diagnostic.place, column > 1
      else { return diagnostic.text }
      return "byte \(column): \(diagnostic.message)"
    }
    self.init(lines.joined(separator: "\n"))
  }
}

extension Scalar {
  /// The scalar as written in JSON.
  var json: String { isPlain ? text : JSON.text(text).line }
}
