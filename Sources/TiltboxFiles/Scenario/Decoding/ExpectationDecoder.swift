internal import Chipmunk
internal import Tiltbox

/// Decodes expectations from the tree, after the scenario that they refer to.
struct ExpectationDecoder {
  private let scenario: Scenario
  /// The names of `let`.
  private let names: [String: Double]
  private let bodies: KnownNames
  private let diagnostics: Diagnostics
  /// The folder of the scenario file.
  private let folder: String

  init(scenario: Scenario, names: [String: Double], diagnostics: Diagnostics, folder: String) {
    (self.scenario, self.names) = (scenario, names)
    (self.diagnostics, self.folder) = (diagnostics, folder)
    bodies = KnownNames(scenario.bodies.map(\.id))
  }

  /// Decodes an expectation. If it cannot be read, returns a placeholder and suppresses reports about the whole.
  func expectation(_ value: Value) -> Scenario.Expectation {
    let unread = Scenario.Expectation.Condition.order([])
    guard let fields = value.fields() else {
      diagnostics.suppressPart(value.path)
      return Scenario.Expectation(nil, unread)
    }
    let id = fields["body"]?.text()
    var body = id.flatMap { bodies[$0] }.map { scenario.bodies[$0] }
    if body == nil, fields.has("body") { body = .placeholder }
    var names = FormulaNames(scenario, body)
    names.add(given: self.names)
    names.areGuesses = id.map { diagnostics.isUnreliable("numbers.\($0)") } ?? false
    let reader = ExpectationReader(fields: fields, names: names)
    let condition = condition(reader)
    reader.readRest()
    if names.areGuesses { reader.suppressFormulas() }
    guard let condition else {
      reader.reportRanges()
      diagnostics.suppress(value.path)
      diagnostics.suppress(fields.path("order"))
      return Scenario.Expectation(id, unread)
    }
    return Scenario.Expectation(id, condition)
  }

  private func condition(_ reader: ExpectationReader) -> Scenario.Expectation.Condition? {
    let fields = reader.fields
    if let partner = fields["firstContact"] {
      guard let partner = partner.text() else { return nil }
      return .firstContact(
        with: partner,
        at: reader.number("at"),
        within: reader.within()
      )
    }
    if let constraint = fields["breaks"] {
      return constraint.text().map {
        .breaks($0, at: reader.number("at"), within: reader.within())
      }
    }
    if let constraint = fields["holds"] { return constraint.text().map { .holds($0) } }
    if let count = fields["contacts"] {
      guard let range = reader.count(count), let when = reader.when(else: .atEnd) else {
        return nil
      }
      return .contacts(with: fields["with"]?.text(), range, when)
    }
    if let time = fields["asleepBy"] {
      return time.formula(reader.names).map { .asleep(by: $0) }
    }
    if let corners = fields["inside"]?.list() {
      let points = corners.map { reader.vector($0) }
      guard points.count == 2, let from = points[0], let to = points[1],
        let when = reader.when(else: .always())
      else { return nil }
      return .inside(from: from, to: to, when)
    }
    if let target = fields["target"] { return numbers(of: target, reader) }
    if let changes = fields["order"]?.list() {
      let decoded = changes.map(change)
      return decoded.contains(nil) ? nil : .order(decoded.compactMap(\.self))
    }
    if let digest = fields["digest"] { return self.digest(digest, reader) }
    return vector(reader) ?? measure(reader)
  }

  /// Reads a digest, or the path of a recording that contains one.
  private func digest(
    _ value: Value,
    _ reader: ExpectationReader
  ) -> Scenario.Expectation.Condition? {
    guard let text = value.text() else { return nil }
    if let digest = Digest(text) {
      switch reader.when(else: .atEnd) {
      case .at(let time)?: return .digestValue(digest, at: time)
      case .atEnd?: return .digestValue(digest)
      default: return nil
      }
    }
    reader.fields["at"]?.report(
      "goes with a digest of 16 hexadecimal digits, and a recording is compared at its end; drop at"
    )
    return .digest(ofRecording: value.node.place.resolved(text, in: folder))
  }

  private func numbers(
    of target: Value,
    _ reader: ExpectationReader
  ) -> Scenario.Expectation.Condition? {
    guard let text = target.text() else { return nil }
    guard let value = reader.fields["value"] else {
      if !reader.fields.has("value") {
        target.report("names a number but not what it should be; give value")
      }
      return nil
    }
    do {
      let target = try AnimationTarget(text)
      guard let targets = reader.targets(value), let when = reader.when(else: nil) else {
        return nil
      }
      return .numbers(target, targets, when)
    } catch {
      target.report(error.description)
      return nil
    }
  }

  private func vector(_ reader: ExpectationReader) -> Scenario.Expectation.Condition? {
    for measure in Scenario.Expectation.VectorMeasure.allCases {
      guard let value = reader.fields[measure.rawValue] else { continue }
      guard let target = reader.vector(value),
        let tolerance = reader.tolerance(of: value, unit: measure.unit),
        let when = reader.when(else: nil)
      else { return nil }
      return .vector(measure, target, within: tolerance, when)
    }
    return nil
  }

  private func measure(_ reader: ExpectationReader) -> Scenario.Expectation.Condition? {
    for measure in Scenario.Expectation.Measure.allCases {
      guard let value = reader.fields[measure.rawValue] else { continue }
      guard let target = reader.target(value, unit: measure.unit),
        let when = reader.when(else: nil)
      else { return nil }
      return .value(measure, target, when)
    }
    return nil
  }

  private func change(_ value: Value) -> Scenario.Expectation.ContactChange? {
    guard let fields = value.fields() else { return nil }
    for (key, kind) in [("begin", Event.Kind.begin), ("separate", .separate)] {
      guard let names = fields[key]?.list()?.map({ $0.text() }), names.count == 2,
        let a = names[0], let b = names[1]
      else { continue }
      return Scenario.Expectation.ContactChange(kind, a, b)
    }
    return nil
  }
}

extension BodyDescription {
  /// A body for one that is unknown, so that formulas with a body's names can be checked.
  fileprivate static var placeholder: BodyDescription {
    var body = BodyDescription(id: "")
    body.position = Vector(10, 10)
    body.shapes = [ShapeDescription(.circle(radius: 1))]
    body.mass = 1
    return body
  }
}
