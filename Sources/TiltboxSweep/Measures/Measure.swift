internal import Tiltbox
package import TiltboxFiles

/// A number or a truth value that each run yields: a formula over quantities of the run.
package struct Measure: Sendable {
  let name: String
  /// The formula as written.
  let text: String
  /// The place where it was given, for errors.
  let origin: String
  /// Whether it is a truth value, which is summarized as a share of the runs.
  var isYesNo: Bool { term.isYesNo }
  /// Whether it requires the scenario's expectations to be observed.
  let usesExpectations: Bool

  /// The latest time written as a number, in seconds; 0 if there is none.
  let latestTime: Double

  let term: Term
  let trackers: [Tracker]
  /// The quantities of the scenario that the formula refers to.
  let names: [String]
  /// The bodies that it refers to.
  let bodies: [String]

  /// Reads `name=formula`; a formula without a name is its own name.
  ///
  /// - Throws: ``SweepError`` with the mistake, prefixed by the origin.
  package init(_ text: String, of scenario: ScenarioTemplate, origin: String) throws(SweepError) {
    let parts = Relation.nameAndFormula(text)
    try self.init(name: parts.name, formula: parts.formula, of: scenario, origin: origin)
  }

  /// Reads a formula; for a search, an equation of two formulas, measured by the distance between them.
  package init(
    name: String,
    formula text: String,
    of source: ScenarioTemplate,
    origin: String,
    isEquation: Bool = false
  ) throws(SweepError) {
    guard !name.isEmpty, !text.trimmed.isEmpty else {
      throw SweepError("\(origin): expected name=formula, as in fall=firstContact(ball, walls)")
    }
    let scenario = source.scenario
    let list = TrackerList(scenario)
    let meaning = RunMeaning(names: FormulaNames(scenario, nil), list: list)
    do throws(FormulaError) {
      if isEquation, !text.contains("=") {
        let words = "expected two formulas with = between, as in x(ball) = 100"
        throw FormulaError(offset: text.count, message: words)
      }
      if let comparison = Relation(text, isEquation: isEquation) {
        term = comparison.term(
          try meaning.term(of: comparison.left, at: 0),
          try meaning.term(of: comparison.right, at: comparison.rightOffset)
        )
      } else {
        term = try meaning.term(of: text, at: 0)
      }
    } catch {
      let words = Self.advice(on: text) ?? error.message
      throw SweepError("\(origin): at character \(error.offset + 1): \(words)")
    }
    (self.name, self.text, self.origin) = (name, text.trimmed, origin)
    trackers = list.trackers
    (names, bodies) = (list.names, list.bodies)
    usesExpectations = list.usesExpectations
    latestTime = list.latestTime
  }

  /// Returns the advice on a comparison in parentheses, and on `ball.y` for `y(ball)`.
  private static func advice(on text: String) -> String? {
    let left = Relation(text, isEquation: false)?.left ?? ""
    if left.count(where: { $0 == "(" }) > left.count(where: { $0 == ")" }) {
      return "a comparison is no number; write it outside, as in max(y(ball)) < 50"
    }
    guard let dot = text.lastIndex(of: "."), !text.contains(where: "()".contains) else {
      return nil
    }
    let (body, number) = (text[..<dot], String(text[text.index(after: dot)...]))
    guard Scenario.Expectation.Measure(rawValue: number) != nil else { return nil }
    return "this is no formula; write \(number)(\(body))"
  }
}

/// A comparison of two formulas by `<`, `<=`, `>` or `>=`, or an equation with `=`.
struct Relation {
  let left: String
  let right: String
  let rightOffset: Int
  private let sign: String

  /// Splits a text; nil if it is not a comparison.
  init?(_ text: String, isEquation: Bool) {
    let signs = isEquation ? "=" : "<>"
    guard let start = text.firstIndex(where: signs.contains) else { return nil }
    var end = text.index(after: start)
    if !isEquation, end < text.endIndex, text[end] == "=" { end = text.index(after: end) }
    sign = String(text[start..<end])
    left = String(text[..<start])
    right = String(text[end...])
    rightOffset = text.distance(from: text.startIndex, to: end)
  }

  func term(_ left: Term, _ right: Term) -> Term {
    let (a, b) = (left.value, right.value)
    if sign == "=" { return Term { abs(a($0) - b($0)) } }
    let isTrue: @Sendable (Double, Double) -> Bool =
      switch sign {
      case "<": { $0 < $1 }
      case "<=": { $0 <= $1 }
      case ">": { $0 > $1 }
      default: { $0 >= $1 }
      }
    return Term(isYesNo: true) { run in
      let (x, y) = (a(run), b(run))
      return x.isNaN || y.isNaN ? .nan : isTrue(x, y) ? 1 : 0
    }
  }

  /// Splits `name=formula`; the equals sign of a comparison does not count.
  static func nameAndFormula(_ text: String) -> (name: String, formula: String) {
    guard let equals = text.firstIndex(of: "="),
      text[..<equals].allSatisfy({ !"<>(".contains($0) })
    else { return (text.trimmed, text) }
    return (text[..<equals].trimmed, String(text[text.index(after: equals)...]))
  }
}

/// A part of a measure: a number that can be evaluated at any tick; NaN if it has no value (yet).
struct Term: Sendable {
  var isYesNo = false
  /// The number, if it was written as one.
  var constant: Double?
  /// Whether it depends on the scenario alone, not on the run.
  var isFixed = false
  let value: @Sendable (RunProbe) -> Double
}

/// Evaluates the parts of a formula to terms over a run.
struct RunMeaning: FormulaMeaning {
  let names: FormulaNames
  let list: TrackerList

  /// Evaluates a formula that begins at an offset of the text.
  func term(of text: String, at offset: Int) throws(FormulaError) -> Term {
    do throws(FormulaError) {
      return try Formula.value(of: text, self)
    } catch {
      throw FormulaError(offset: offset + error.offset, message: error.message)
    }
  }

  func number(_ number: Double) -> Term { Term(constant: number, isFixed: true) { _ in number } }

  func name(_ name: String, at offset: Int) throws(FormulaError) -> Term {
    if name == "expect" { return try call(name, texts: [], at: offset) }
    if readsText(name) {
      let words = "\(name) is a body's; name one in parentheses, as in \(name)(ball)"
      throw FormulaError(offset: offset, message: words)
    }
    _ = try names.value(of: name, at: offset)
    let slot = list.slot(of: name)
    return Term(isFixed: true) { $0.name(slot) }
  }

  func operation(_ sign: Character, _ left: Term, _ right: Term, at offset: Int) -> Term {
    let (a, b, apply) = (left.value, right.value, FormulaValues.operation(sign))
    if let a = left.constant, let b = right.constant { return number(apply(a, b)) }
    return Term(isFixed: left.isFixed && right.isFixed) { apply(a($0), b($0)) }
  }

  func expect(function name: String, at offset: Int) throws(FormulaError) {
    try FormulaFunction.expect(name, at: offset, names, others: ["mean"] + Self.readings)
  }

  func call(_ name: String, _ arguments: [Term], at offset: Int) throws(FormulaError) -> Term {
    if let kind = Tracker.Extreme(rawValue: name), arguments.count == 1 || arguments.count == 3 {
      let window = arguments.dropFirst()
      guard window.allSatisfy(\.isFixed) else {
        let words = "the last two of three arguments are times, in s, which no body determines; "
        let remedy = "for the \(name) of three numbers write \(name)(a, \(name)(b, c))"
        throw FormulaError(offset: offset, message: words + remedy)
      }
      for time in window { try checkTime(time, at: offset) }
      if let from = window.first?.constant, let to = window.last?.constant, from > to {
        let words = "\(name) begins at \(from.plain) s, after its end at \(to.plain) s; swap them"
        throw FormulaError(offset: offset, message: words)
      }
      return list.tracked(.over(kind, arguments[0].value), window.first, window.last)
    }
    if name == "mean" {
      let words = "mean takes a quantity, or with it two times: mean(y(ball), 1, 2)"
      throw FormulaError(offset: offset, message: words)
    }
    let function = try FormulaFunction.named(name, count: arguments.count, at: offset)
    let values = arguments.map(\.value)
    let apply = function.apply
    return Term(isFixed: arguments.allSatisfy(\.isFixed)) { run in apply(values.map { $0(run) }) }
  }

  /// Throws for a time before the run.
  func checkTime(_ term: Term, at offset: Int) throws(FormulaError) {
    guard let time = term.constant, time < 0 else { return }
    let words = "the run begins at 0 s, after \(time.plain) s; give a later time"
    throw FormulaError(offset: offset, message: words)
  }

  func readsText(_ name: String) -> Bool { Self.readings.contains(name) }
}
