internal import Motion
internal import Tiltbox
internal import TiltboxFiles

/// A part of a measure: a number that can be evaluated at any tick; NaN if it has no value (yet).
struct Term: Sendable {
  let isYesNo: Bool
  /// The number, if it was written as one.
  let constant: Double?
  let value: @Sendable (RunProbe) -> Double

  init(
    isYesNo: Bool = false,
    constant: Double? = nil,
    _ value: @escaping @Sendable (RunProbe) -> Double
  ) {
    (self.isYesNo, self.constant) = (isYesNo, constant)
    self.value = value
  }
}

/// Evaluates the parts of a formula to terms over a run.
struct RunMeaning: FormulaMeaning {
  private let names: FormulaNames
  private let list: TrackerList

  init(_ scenario: Scenario, _ list: TrackerList) {
    names = FormulaNames(scenario, nil)
    self.list = list
  }

  func number(_ number: Double) -> Term { Term(constant: number) { _ in number } }

  func name(_ name: String, at offset: Int) throws(FormulaError) -> Term {
    if name == "expect" { return try call(name, texts: [], at: offset) }
    if readsText(name) {
      throw FormulaError(
        offset: offset,
        message: "\(name) is a body's; name one in parentheses, as in \(name)(ball)"
      )
    }
    _ = try names.value(of: name, at: offset)
    let slot = list.slot(of: name)
    return Term { $0.name(slot) }
  }

  func negative(_ term: Term) -> Term {
    let value = term.value
    return Term { -value($0) }
  }

  func operation(
    _ sign: Character,
    _ left: Term,
    _ right: Term,
    at offset: Int
  ) throws(FormulaError) -> Term {
    let (a, b) = (left.value, right.value)
    switch sign {
    case "+": return Term { a($0) + b($0) }
    case "-": return Term { a($0) - b($0) }
    case "*": return Term { a($0) * b($0) }
    case "/": return Term { a($0) / b($0) }
    default: return Term { power(a($0), b($0)) }
    }
  }

  func expect(function name: String, at offset: Int) throws(FormulaError) {
    let others = ["mean"] + RunReading.names
    try FormulaFunction.expect(name, at: offset, names, others: others)
  }

  func call(_ name: String, _ arguments: [Term], at offset: Int) throws(FormulaError) -> Term {
    if let kind = Tracker.Extreme(rawValue: name), arguments.count == 1 || arguments.count == 3 {
      let window = arguments.dropFirst()
      return list.tracked(.over(kind, arguments[0].value), window.first, window.last)
    }
    if name == "mean" {
      throw FormulaError(
        offset: offset,
        message: "mean takes a quantity, or with it two times: mean(y(ball), 1, 2)"
      )
    }
    let function = try FormulaFunction.named(name, count: arguments.count, at: offset)
    let values = arguments.map(\.value)
    let apply = function.apply
    return Term { run in apply(values.map { $0(run) }) }
  }

  func readsText(_ name: String) -> Bool { RunReading.names.contains(name) }

  func call(_ name: String, texts: [FormulaText], at offset: Int) throws(FormulaError) -> Term {
    let times = self
    return try RunReading(name, texts, at: offset, in: list) {
      (text: FormulaText) throws(FormulaError) -> Term in
      do throws(FormulaError) {
        return try Formula.value(of: text.text, times)
      } catch {
        throw FormulaError(offset: text.offset + error.offset, message: error.message)
      }
    }.term
  }
}
