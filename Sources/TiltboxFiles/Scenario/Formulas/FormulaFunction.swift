internal import Motion

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
    "min": two { min($0, $1) }, "max": two { max($0, $1) },
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
      let numbers = function.arity == 1 ? "(x)" : "(x, y)"
      throw FormulaError(
        offset: offset,
        message:
          "\(name) takes \(function.arity) number\(function.arity == 1 ? "" : "s"), not \(count); "
          + "write \(name)\(numbers)"
      )
    }
    return function
  }
}
