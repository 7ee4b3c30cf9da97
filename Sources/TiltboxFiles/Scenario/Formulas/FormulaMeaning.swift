internal import Chipmunk
internal import Motion
internal import Tiltbox

/// A function for formulas. Angles are in radians.
package struct FormulaFunction: Sendable {
  package let arity: Int
  package let apply: @Sendable ([Double]) -> Double

  package static let all: [String: FormulaFunction] = [
    "sqrt": one { $0.squareRoot() }, "abs": one { abs($0) },
    "sin": one { sine($0) }, "cos": one { cosine($0) }, "tan": one { tangent($0) },
    "asin": one { arcSine($0) }, "acos": one { arcCosine($0) },
    "atan": one { arcTangent($0, over: 1) }, "atan2": two { arcTangent($0, over: $1) },
    "exp": one { exponential($0) }, "ln": one { logarithm($0) },
    "floor": one { $0.rounded(.down) }, "ceil": one { $0.rounded(.up) },
    "round": one { $0.rounded() },
    // Without a value, whichever argument has none.
    "min": two { $1.isNaN ? $1 : min($0, $1) }, "max": two { $1.isNaN ? $1 : max($0, $1) },
  ]

  private static func one(_ apply: @escaping @Sendable (Double) -> Double) -> FormulaFunction {
    FormulaFunction(arity: 1) { apply($0[0]) }
  }

  private static func two(
    _ apply: @escaping @Sendable (Double, Double) -> Double
  ) -> FormulaFunction {
    FormulaFunction(arity: 2) { apply($0[0], $0[1]) }
  }
}

extension FormulaFunction {
  /// Throws if a name is neither a function nor one of `others`.
  package static func expect(
    _ name: String,
    at offset: Int,
    _ names: FormulaNames,
    others: [String] = []
  ) throws(FormulaError) {
    let known = all.keys + others
    guard !known.contains(name) else { return }
    throw names.unknown(name, among: known.sorted(), at: offset)
  }

  /// Returns the function with a name, which must exist; throws if its number of arguments is wrong.
  package static func named(
    _ name: String,
    count: Int,
    at offset: Int
  ) throws(FormulaError) -> FormulaFunction {
    guard let function = all[name] else { preconditionFailure("\(name) is no function") }
    guard count == function.arity else {
      let (wanted, call) = function.arity == 1 ? ("1 number", "(x)") : ("2 numbers", "(x, y)")
      let words = "\(name) takes \(wanted), not \(count); write \(name)\(call)"
      throw FormulaError(offset: offset, message: words)
    }
    return function
  }
}

/// The evaluation of a formula's parts.
package protocol FormulaMeaning {
  associatedtype Value

  func number(_ number: Double) -> Value
  func name(_ name: String, at offset: Int) throws(FormulaError) -> Value
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
package typealias FormulaText = (text: String, offset: Int)

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

/// Evaluates a formula's parts to finite numbers, any other result being an error, and parts with the time `t`, in
/// seconds, to functions of it.
package struct FormulaValues: FormulaMeaning {
  package enum Value: Sendable {
    case number(Double)
    case function(@Sendable (_ time: Double) -> Double)

    var number: Double? { if case .number(let number) = self { number } else { nil } }

    fileprivate var function: @Sendable (_ time: Double) -> Double {
      switch self {
      case .number(let number): { _ in number }
      case .function(let function): function
      }
    }
  }

  private let names: FormulaNames

  /// Prepares to evaluate formulas, which may have the time in them if the names do.
  package init(_ names: FormulaNames) { self.names = names }

  package func number(_ number: Double) -> Value { .number(number) }

  package func name(_ name: String, at offset: Int) throws(FormulaError) -> Value {
    if names.hasTime, name == FormulaNames.time { return .function { $0 } }
    return .number(try names.value(of: name, at: offset))
  }

  package func operation(
    _ sign: Character,
    _ left: Value,
    _ right: Value,
    at offset: Int
  ) throws(FormulaError) -> Value {
    let apply = Self.operation(sign)
    guard let a = left.number, let b = right.number else {
      let (left, right) = (left.function, right.function)
      return .function { apply(left($0), right($0)) }
    }
    guard sign != "/" || b != 0 || names.areGuesses else {
      let words = "\(a.shortest) is divided by 0; divide it by another number"
      throw FormulaError(offset: offset, message: words)
    }
    let what =
      switch sign {
      case "+", "-": "the sum"
      case "*", "/": "the product"
      default: "\(a < 0 ? "(\(a.shortest))" : a.shortest)^\(b.shortest)"
      }
    return .number(try finite(apply(a, b), what, offset))
  }

  /// Returns the operation of a sign, one of `+ - * / ^`.
  package static func operation(_ sign: Character) -> @Sendable (Double, Double) -> Double {
    switch sign {
    case "+": { $0 + $1 }
    case "-": { $0 - $1 }
    case "*": { $0 * $1 }
    case "/": { $0 / $1 }
    default: { power($0, $1) }
    }
  }

  package func expect(function name: String, at offset: Int) throws(FormulaError) {
    let others = names.random == nil ? [] : [FormulaNames.random]
    try FormulaFunction.expect(name, at: offset, names, others: others)
  }

  package func call(
    _ name: String,
    _ arguments: [Value],
    at offset: Int
  ) throws(FormulaError) -> Value {
    let numbers = arguments.compactMap(\.number)
    if name == FormulaNames.random { return .number(try random(numbers, offset)) }
    let function = try FormulaFunction.named(name, count: arguments.count, at: offset)
    guard numbers.count == arguments.count else {
      let parts = arguments.map(\.function)
      return .function { time in function.apply(parts.map { $0(time) }) }
    }
    let list = numbers.map(\.shortest).joined(separator: ", ")
    return .number(try finite(function.apply(numbers), "\(name)(\(list))", offset))
  }

  /// Returns the random number of an index, from 0 to 1 or between two other numbers.
  private func random(_ arguments: [Double], _ offset: Int) throws(FormulaError) -> Double {
    guard let stream = names.random, arguments.count == 1 || arguments.count == 3 else {
      let i = names.given["i"] == nil ? "1" : "i"
      let words = "random takes 1 or 3 numbers, not \(arguments.count); write random(\(i)), "
      throw FormulaError(offset: offset, message: words + "or random(\(i), from, to)")
    }
    let share = stream.unit(at: arguments[0])
    guard arguments.count == 3 else { return share }
    let (from, to) = (arguments[1], arguments[2])
    return try finite(from + (to - from) * share, "the random number", offset)
  }

  private func finite(
    _ value: Double,
    _ what: @autoclosure () -> String,
    _ offset: Int
  ) throws(FormulaError) -> Double {
    guard !value.isFinite else { return value }
    guard !names.areGuesses else { return 1 }
    let problem =
      value.isNaN
      ? "is not a real number; change its numbers" : "is too large; give smaller numbers"
    throw FormulaError(offset: offset, message: "\(what()) \(problem)")
  }
}

extension Formula where Meaning == FormulaValues {
  /// Evaluates a formula without the time to a finite number.
  package static func number(
    of text: String,
    _ names: FormulaNames
  ) throws(FormulaError) -> Double {
    guard case .number(let number) = try value(of: text, FormulaValues(names)) else {
      preconditionFailure("without the time there is no function of it")
    }
    return number
  }
}
