internal import TiltboxFiles
internal import TiltboxJSON

/// A varied field and its values.
package struct Axis: Sendable {
  /// The values of a varied field.
  enum Values: Hashable, Sendable {
    /// Numbers in equal steps.
    case range(DecimalRange)
    /// A list of values, used in order.
    case list([FieldValue])
    /// Random numbers.
    case random(Distribution)
    /// Any number of an interval; a search chooses it.
    case interval(low: Double, high: Double)
  }

  let field: ScenarioTemplate.Field
  let values: Values
  /// The values as given; a list in its parsed form.
  let text: String
  /// The place where they were given, for errors: `--vary world.gravity=0:1`, `plan.yaml:4:5`.
  let origin: String

  /// The path of the field.
  var path: String { field.path }

  /// The number of values; nil if it is unlimited.
  var count: Int? {
    switch values {
    case .range(let range): range.count
    case .list(let list): list.count
    case .random, .interval: nil
    }
  }

  /// Reads `path=values`.
  ///
  /// - Throws: ``SweepError`` with the mistake, prefixed by the origin.
  package init(_ text: String, origin: String) throws(SweepError) {
    guard let equals = text.firstIndex(of: "=") else {
      throw SweepError("\(origin): expected path=values, as in world.gravity=500:1500:100")
    }
    try self.init(
      path: String(text[..<equals]),
      values: String(text[text.index(after: equals)...]),
      origin: origin
    )
  }

  /// Reads the path and the values of a field.
  init(path: String, values text: String, origin: String) throws(SweepError) {
    guard let field = ScenarioTemplate.Field(path.trimmed) else {
      throw SweepError(
        "\(origin): \"\(path)\" is no path of a field; give one as in bodies.ball.mass"
      )
    }
    guard field.path.split(separator: ".").last != "id" else {
      throw SweepError("\(origin): names stay the same in all runs; vary another field")
    }
    do throws(SweepError) {
      values = try AxisParser.values(of: text, isFile: path.hasSuffix("file"))
    } catch {
      throw SweepError(error.kind, "\(origin): \(error.description)")
    }
    (self.field, self.origin) = (field, origin)
    // Store the names that a file pattern matched, so that later runs are compared by them.
    self.text =
      if case .list(let list) = values { FieldValue.list(list).json.line } else { text.trimmed }
  }

  /// Returns the value at an index; only for ranges and lists.
  func value(at index: Int) -> FieldValue {
    switch values {
    case .range(let range): .number(range[index])
    case .list(let list): list[index]
    case .random, .interval: preconditionFailure("\(path) has no places")
    }
  }
}
