internal import Chipmunk
internal import Tiltbox
internal import TiltboxFiles

/// A function of a run in a formula: a quantity of a body, its contacts, its sleep, or the result of an expectation.
struct RunReading {
  let term: Term

  /// The functions with names of bodies as arguments.
  static let names =
    Scenario.Expectation.Measure.allCases.map(\.rawValue) + [
      "firstContact", "contacts", "asleep", "expect",
    ]

  init(
    _ name: String,
    _ texts: [FormulaText],
    at offset: Int,
    in list: TrackerList,
    time: (FormulaText) throws(FormulaError) -> Term
  ) throws(FormulaError) {
    func expect(_ count: ClosedRange<Int>, _ example: String) throws(FormulaError) {
      guard !count.contains(texts.count) else { return }
      throw FormulaError(offset: offset, message: "\(name) is written as in \(example)")
    }
    switch name {
    case "firstContact":
      try expect(2...2, "firstContact(ball, walls)")
      let body = try list.body(texts[0])
      let partner = try list.partner(texts[1])
      term = list.tracked(.firstContact(ContactPair(body.id, partner)))
    case "contacts":
      try expect(1...2, "contacts(ball), or contacts(ball, walls)")
      let body = try list.body(texts[0])
      let partner = texts.count == 2 ? try list.partner(texts[1]) : nil
      term = list.tracked(.contacts(ContactPair(body.id, partner)))
    case "asleep":
      try expect(1...1, "asleep(ball)")
      term = list.tracked(.asleep(try list.body(texts[0]).index))
    case "expect":
      try expect(0...1, "expect, or expect(1) for the first")
      term = try list.expectation(texts.first, at: offset)
    default:
      guard let measure = Scenario.Expectation.Measure(rawValue: name) else {
        preconditionFailure("\(name) is no reading")
      }
      try expect(1...2, "\(name)(ball), or \(name)(ball, 1.5) for a time in seconds")
      let value = Self.value(of: measure, try list.body(texts[0]).index)
      let now = Term(value)
      term = texts.count == 1 ? now : list.tracked(.at(value), try time(texts[1]))
    }
  }

  private static func value(
    of measure: Scenario.Expectation.Measure,
    _ body: Int
  ) -> @Sendable (RunProbe) -> Double {
    guard let reading = measure.reading else {
      return { measure.value(of: body, in: $0.simulation) }
    }
    return { reading($0.simulation.states[body]) }
  }
}
