internal import Tiltbox
internal import TiltboxFiles

/// Collects the trackers and names that a measure's formula needs, while the formula is parsed.
final class TrackerList {
  private(set) var trackers: [Tracker] = []
  private(set) var names: [String] = []
  private(set) var usesExpectations = false
  /// The latest time written as a number at which a tracker begins, in seconds; 0 if there is none.
  private(set) var latestTime = 0.0
  private let scenario: Scenario

  init(_ scenario: Scenario) { self.scenario = scenario }

  /// The index of a named quantity in the list of quantities that a run looks up once.
  func slot(of name: String) -> Int {
    if let slot = names.firstIndex(of: name) { return slot }
    names.append(name)
    return names.count - 1
  }

  /// Returns a term whose value is tracked from tick to tick.
  func tracked(
    _ kind: Tracker.Kind,
    _ from: Term? = nil,
    _ to: Term? = nil
  ) -> Term {
    latestTime = max(latestTime, from?.constant ?? 0)
    trackers.append(Tracker(kind, from: from?.value, to: to?.value))
    let index = trackers.count - 1
    return Term { $0.value(ofTracker: index) }
  }

  func body(_ text: FormulaText) throws(FormulaError) -> (id: String, index: Int) {
    let ids = scenario.bodies.map(\.id)
    guard let index = ids.firstIndex(of: text.text) else {
      throw unknown(text, "no body is called", among: ids)
    }
    return (text.text, index)
  }

  func partner(_ text: FormulaText) throws(FormulaError) -> String {
    let walls = ["walls", "walls.bottom", "walls.right", "walls.top", "walls.left"]
    let known = scenario.bodies.map(\.id) + (scenario.walls == nil ? [] : walls)
    guard known.contains(text.text) else { throw unknown(text, "nothing is called", among: known) }
    return text.text
  }

  /// Returns whether the expectations are met: all of them, or the one with a number, counted from 1.
  func expectation(_ text: FormulaText?, at offset: Int) throws(FormulaError) -> Term {
    let count = scenario.expectations.count
    usesExpectations = true
    guard count > 0 else {
      throw FormulaError(offset: offset, message: "the scenario expects nothing; give it expect")
    }
    guard let text else {
      return Term(isYesNo: true) { run in
        run.expectations.isEmpty ? .nan : run.expectations.allSatisfy(\.self) ? 1 : 0
      }
    }
    guard let number = Int(text.text), (1...count).contains(number) else {
      throw FormulaError(
        offset: text.offset,
        message:
          "the scenario has no expectation \(text.text); they are numbered from 1 to \(count)"
      )
    }
    return Term(isYesNo: true) { run in
      run.expectations.count < number ? .nan : run.expectations[number - 1] ? 1 : 0
    }
  }

  private func unknown(_ text: FormulaText, _ words: String, among known: [String]) -> FormulaError
  {
    let near = Suggestion.nearest(to: text.text, among: known)
    let advice = near.map { "did you mean \($0)?" } ?? "known here: \(Suggestion.list(of: known))"
    return FormulaError(offset: text.offset, message: "\(words) \"\(text.text)\"; \(advice)")
  }
}
