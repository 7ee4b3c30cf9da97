internal import Motion
internal import Tiltbox

/// The evaluation of a formula's parts.
package protocol FormulaMeaning {
  associatedtype Value

  func number(_ number: Double) -> Value
  func name(_ name: String, at offset: Int) throws(FormulaError) -> Value
  func negative(_ value: Value) -> Value
  /// Evaluates one of `+ - * / ^`.
  func operation(
    _ sign: Character,
    _ left: Value,
    _ right: Value,
    at offset: Int
  ) throws(FormulaError) -> Value
  /// Throws if the function does not exist.
  func expect(function name: String, at offset: Int) throws(FormulaError)
  func call(_ name: String, _ arguments: [Value], at offset: Int) throws(FormulaError) -> Value

  /// Whether a function takes its arguments as text, such as the names of bodies.
  func readsText(_ name: String) -> Bool
  func call(_ name: String, texts: [FormulaText], at offset: Int) throws(FormulaError) -> Value
}

/// An unevaluated argument, and its position in the formula.
package struct FormulaText: Hashable, Sendable {
  package let text: String
  package let offset: Int
}

extension FormulaMeaning {
  package func readsText(_ name: String) -> Bool { false }

  package func call(
    _ name: String,
    texts: [FormulaText],
    at offset: Int
  ) throws(FormulaError) -> Value {
    preconditionFailure("no function of this meaning reads text")
  }
}

/// Evaluates a formula's parts to finite numbers: any other result is an error.
package struct FormulaNumbers: FormulaMeaning {
  private let names: FormulaNames

  package init(_ names: FormulaNames) { self.names = names }

  package func number(_ number: Double) -> Double { number }

  package func name(_ name: String, at offset: Int) throws(FormulaError) -> Double {
    try names.value(of: name, at: offset)
  }

  package func negative(_ value: Double) -> Double { -value }

  package func operation(
    _ sign: Character,
    _ left: Double,
    _ right: Double,
    at offset: Int
  ) throws(FormulaError) -> Double {
    switch sign {
    case "+": return try finite(left + right, "the sum", offset)
    case "-": return try finite(left - right, "the sum", offset)
    case "*": return try finite(left * right, "the product", offset)
    case "/":
      guard right != 0 || names.areGuesses else {
        throw FormulaError(
          offset: offset,
          message: "\(left.shortest) is divided by 0; divide it by another number"
        )
      }
      return try finite(left / right, "the product", offset)
    default: return try finite(power(left, right), "\(left.shortest)^\(right.shortest)", offset)
    }
  }

  package func expect(function name: String, at offset: Int) throws(FormulaError) {
    let others = names.random == nil ? [] : [FormulaNames.random]
    try FormulaFunction.expect(name, at: offset, names, others: others)
  }

  package func call(
    _ name: String,
    _ arguments: [Double],
    at offset: Int
  ) throws(FormulaError) -> Double {
    if name == FormulaNames.random { return try random(arguments, offset) }
    let function = try FormulaFunction.named(name, count: arguments.count, at: offset)
    let list = arguments.map(\.shortest).joined(separator: ", ")
    return try finite(function.apply(arguments), "\(name)(\(list))", offset)
  }

  /// Returns the random number of an index, from 0 to 1 or between two other numbers.
  private func random(_ arguments: [Double], _ offset: Int) throws(FormulaError) -> Double {
    guard let stream = names.random, arguments.count == 1 || arguments.count == 3 else {
      let words = "random takes 1 or 3 numbers, not \(arguments.count); write random(i), "
      throw FormulaError(offset: offset, message: words + "or random(i, from, to)")
    }
    let share = stream.unit(at: arguments[0])
    guard arguments.count == 3 else { return share }
    let (from, to) = (arguments[1], arguments[2])
    return try finite(from + (to - from) * share, "the random number", offset)
  }

  private func finite(
    _ value: Double,
    _ what: String,
    _ offset: Int
  ) throws(FormulaError) -> Double {
    guard !value.isFinite else { return value }
    guard !names.areGuesses else { return 1 }
    let kind =
      value.isNaN
      ? "is not a real number; change its numbers" : "is too large; give smaller numbers"
    throw FormulaError(offset: offset, message: "\(what) \(kind)")
  }
}
