internal import Chipmunk
internal import TiltboxFiles

/// A field that differs from run to run, and what it is set to.
struct Axis: Sendable {
  /// What a field is set to.
  enum Values: Hashable, Sendable {
    /// Numbers at equal steps.
    case range(DecimalRange)
    /// These, one after the other.
    case list([FieldValue])
    /// Numbers drawn at random.
    case random(Distribution)
    /// Any number between two, for a search to choose.
    case interval(low: Double, high: Double)
  }

  let field: ScenarioTemplate.Field
  let values: Values
  /// The values as they were given; those of a list as they were read.
  let text: String
  /// Where they were given, for errors: `--vary world.gravity=0:1`, `plan.yaml:4:5`.
  let origin: String

  /// The path of the field.
  var path: String { field.path }

  /// How many values there are; nil for as many as one likes.
  var count: Int? {
    switch values {
    case .range(let range): range.count
    case .list(let list): list.count
    case .random, .interval: nil
    }
  }

  /// Reads `path=values`.
  ///
  /// - Throws: what is wrong, after the origin.
  init(_ text: String, origin: String) throws(SweepError) {
    guard let equals = text.firstIndex(of: "=") else {
      throw SweepError("\(origin): expected path=values, as in world.gravity=500:1500:100")
    }
    try self.init(
      path: String(text[..<equals]),
      values: String(text[text.index(after: equals)...]),
      origin: origin
    )
  }

  /// Reads what a field is set to.
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
    // Names that a pattern stood for are what later runs are compared by.
    self.text =
      if case .list(let list) = values { FieldValue.list(list).json.line } else { text.trimmed }
  }

  /// The value at a place, of values that have places.
  func value(at index: Int) -> FieldValue {
    switch values {
    case .range(let range): .number(range[index])
    case .list(let list): list[index]
    case .random, .interval: preconditionFailure("\(path) has no places")
    }
  }
}
