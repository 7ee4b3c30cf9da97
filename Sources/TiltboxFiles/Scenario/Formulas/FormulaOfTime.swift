internal import Motion

/// Evaluates a formula's parts to functions of the time `t`, in seconds; parts without it are finite numbers.
package struct FormulaOfTime: FormulaMeaning {
  package enum Value: Sendable {
    case number(Double)
    case function(@Sendable (_ time: Double) -> Double)

    fileprivate var function: @Sendable (_ time: Double) -> Double {
      switch self {
      case .number(let number): { _ in number }
      case .function(let function): function
      }
    }
  }

  private let numbers: FormulaNumbers

  package init(_ names: FormulaNames) {
    var names = names
    names.hasTime = true
    numbers = FormulaNumbers(names)
  }

  package func number(_ number: Double) -> Value { .number(number) }

  package func name(_ name: String, at offset: Int) throws(FormulaError) -> Value {
    if name == FormulaNames.time { return .function { $0 } }
    return .number(try numbers.name(name, at: offset))
  }

  package func negative(_ value: Value) -> Value {
    switch value {
    case .number(let number): .number(-number)
    case .function(let function): .function { -function($0) }
    }
  }

  package func operation(
    _ sign: Character,
    _ left: Value,
    _ right: Value,
    at offset: Int
  ) throws(FormulaError) -> Value {
    if case .number(let a) = left, case .number(let b) = right {
      return .number(try numbers.operation(sign, a, b, at: offset))
    }
    let (left, right) = (left.function, right.function)
    switch sign {
    case "+": return .function { left($0) + right($0) }
    case "-": return .function { left($0) - right($0) }
    case "*": return .function { left($0) * right($0) }
    case "/": return .function { left($0) / right($0) }
    default: return .function { power(left($0), right($0)) }
    }
  }

  package func expect(function name: String, at offset: Int) throws(FormulaError) {
    try numbers.expect(function: name, at: offset)
  }

  package func call(
    _ name: String,
    _ arguments: [Value],
    at offset: Int
  ) throws(FormulaError) -> Value {
    let known = arguments.compactMap { value -> Double? in
      if case .number(let number) = value { number } else { nil }
    }
    if known.count == arguments.count {
      return .number(try numbers.call(name, known, at: offset))
    }
    let function = try FormulaFunction.named(name, count: arguments.count, at: offset)
    let parts = arguments.map(\.function)
    return .function { time in function.apply(parts.map { $0(time) }) }
  }
}
