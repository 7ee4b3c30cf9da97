package import Tiltbox

/// A line with a command for one of several boxes, or for all of them.
///
/// ```
/// {"box":3,"impulse":{"body":"ball","by":[40,0]}}
/// ```
package struct EnvironmentLine: Sendable {
  /// The number of the box, from 0; nil for all.
  package let box: Int?
  /// The request.
  package let request: Request

  /// Reads a line.
  ///
  /// - Throws: ``RequestError`` with the problem.
  /// - Complexity: O(*bytes*).
  package init(_ line: some Collection<UInt8>) throws(RequestError) {
    let (result, _) = RequestLine.read(line, as: .boxLine) { fields, diagnostics in
      Request(fields, diagnostics).map { (box: fields["box"]?.whole(), request: $0) }
    }
    (box, request) = try result.get()
  }
}
