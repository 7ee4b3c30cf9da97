/// An invalid number or text, and the remedy.
///
/// Initialisers throw this error and no other. An existing value can be evaluated at any time without an error.
public struct MotionError: Error, Hashable, Sendable {
  /// The parameter, named as in the initialiser, with its index: `keyTimes[3]`.
  package let parameter: String
  /// How the value relates to the parameter: "is", or "has".
  package let verb: String
  /// The invalid value.
  package let value: String
  /// The remedy.
  package let remedy: String
  /// Its place in a text, in bytes of UTF-8 from the start; `nil` if it is not from a text.
  package let offset: Int?

  /// Makes an error from its three parts, and the place in the text if there is one.
  package init(_ parameter: String, is value: String, remedy: String, offset: Int? = nil) {
    (self.parameter, verb, self.value) = (parameter, "is", value)
    (self.remedy, self.offset) = (remedy, offset)
  }

  /// Makes an error about parts of the parameter.
  init(_ parameter: String, has value: String, remedy: String, offset: Int? = nil) {
    (self.parameter, verb, self.value) = (parameter, "has", value)
    (self.remedy, self.offset) = (remedy, offset)
  }
}

extension MotionError: CustomStringConvertible {
  /// One sentence: `duration is -1; give a finite duration of 0 s or more`.
  public var description: String {
    let place = offset.map { " at offset \($0)" } ?? ""
    return "\(parameter)\(place) \(verb) \(value); \(remedy)"
  }
}

/// Throws if the value does not meet the condition.
func require(
  _ condition: Bool,
  _ parameter: @autoclosure () -> String,
  is value: @autoclosure () -> Any,
  _ remedy: @autoclosure () -> String
) throws(MotionError) {
  guard condition else { throw MotionError(parameter(), is: number(value()), remedy: remedy()) }
}

/// Throws if the parameter does not have parts that meet the condition.
func require(
  _ condition: Bool,
  _ parameter: @autoclosure () -> String,
  has value: @autoclosure () -> String,
  _ remedy: @autoclosure () -> String
) throws(MotionError) {
  guard condition else { throw MotionError(parameter(), has: value(), remedy: remedy()) }
}

/// Throws if the number is not in the range; a NaN is in none.
func require<Number: Comparable>(
  _ value: Number,
  in range: ClosedRange<Number>,
  _ parameter: @autoclosure () -> String,
  _ remedy: @autoclosure () -> String
) throws(MotionError) {
  try require(range.contains(value), parameter(), is: value, remedy())
}

extension ClosedRange<Double> {
  /// The finite numbers above 0.
  static var positive: Self { .leastNonzeroMagnitude ... .greatestFiniteMagnitude }
  /// The finite numbers of 0 or more.
  static var nonnegative: Self { 0 ... .greatestFiniteMagnitude }
}

/// Throws if the number is infinite or not a number.
func requireFinite(_ value: Double, _ parameter: @autoclosure () -> String) throws(MotionError) {
  try require(value.isFinite, parameter(), is: value, "give a finite number")
}

/// Throws if the number is not finite and 0 or more.
func requireDuration(_ value: Double, _ parameter: @autoclosure () -> String) throws(MotionError) {
  try require(value, in: .nonnegative, parameter(), "give a finite time of 0 s or more")
}
