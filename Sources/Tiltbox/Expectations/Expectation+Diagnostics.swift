package import Chipmunk

extension Scenario {
  /// Reports the problems of the expectations, such as unknown bodies and times outside the run.
  func reportExpectations(to found: inout DiagnosticList) {
    for (index, expectation) in expectations.enumerated() {
      expectation.report(at: "expect[\(index)]", self, to: &found)
    }
  }

  /// The problems of expectations that are not part of the scenario.
  func diagnostics(of expectations: [Expectation]) -> [Diagnostic] {
    var scenario = self
    scenario.expectations = expectations
    var found = DiagnosticList(of: scenario)
    scenario.reportExpectations(to: &found)
    return found.diagnostics
  }

  /// A time within a run, in seconds.
  package static let time = ParameterRange("time", "s", 0...1e9)
}

extension Scenario.Expectation {
  /// An expected number, in its own unit.
  package static let number = number(in: "")

  /// An expected number in a unit.
  package static func number(in unit: String) -> ParameterRange {
    ParameterRange("expected value", unit, -1e30...1e30)
  }

  /// The greatest allowed deviation, in the same unit.
  package static let tolerance = ParameterRange("tolerance", "", 0...1e30)
}

extension Scenario.Expectation {
  fileprivate func report(at path: String, _ scenario: Scenario, to found: inout DiagnosticList) {
    if let body { found.checkName(body, in: found.names.bodies, at: "\(path).body") }
    if body == nil, condition.isAboutBodies, !found.names.hasDynamicBody {
      found.add(
        path,
        "there is no dynamic body, so nothing is expected; add one, or name a body",
        missing: MissingName("", in: "bodies")
      )
    }
    switch condition {
    case .firstContact(let partner, let time, let tolerance):
      if body == nil { found.add("\(path).body", "a first contact is one body's; name it") }
      found.checkName(partner, in: found.names.partners, at: "\(path).firstContact")
      if partner == body {
        found.add("\(path).firstContact", "a body never meets itself; name another, or walls")
      }
      if let time { found.checkTime("\(path).at", time, scenario) }
      if let tolerance { found.check("\(path).within", tolerance, Scenario.Expectation.tolerance) }
    case .value(let measure, let target, let when):
      target.report(at: "\(path).\(measure.rawValue)", within: "\(path).within", to: &found)
      when.report(at: path, scenario, to: &found)
    case .numbers(let target, let targets, let when):
      report(target, count: targets.count, at: path, scenario, to: &found)
      for (index, target) in targets.enumerated() {
        let place = targets.count == 1 ? "\(path).value" : "\(path).value[\(index)]"
        target.report(at: place, within: "\(path).within", to: &found)
      }
      when.report(at: path, scenario, to: &found)
    case .vector(let measure, let value, let tolerance, let when):
      found.check("\(path).\(measure.rawValue)", value, .position)
      found.check("\(path).within", tolerance, Scenario.Expectation.tolerance)
      when.report(at: path, scenario, to: &found)
    case .asleep(let time):
      found.checkTime("\(path).asleepBy", time, scenario)
      if scenario.world.sleepAfter == nil {
        found.add("\(path).asleepBy", "bodies never sleep in this world; set world.sleepAfter")
      }
    case .inside(let low, let high, let when):
      found.check("\(path).inside", low, .position)
      found.check("\(path).inside", high, .position)
      if low.x > high.x || low.y > high.y {
        found.add(
          "\(path).inside",
          "the first corner is not left of and below the second; swap them"
        )
      }
      when.report(at: path, scenario, to: &found)
    case .contacts(let partner, _, let when):
      if let partner { found.checkName(partner, in: found.names.partners, at: "\(path).with") }
      when.report(at: path, scenario, to: &found)
    case .order(let changes):
      if changes.isEmpty { found.add("\(path).order", "the list is empty; name a contact") }
      for (index, change) in changes.enumerated() {
        let path = "\(path).order[\(index)].\(change.kind == .begin ? "begin" : "separate")"
        found.checkName(change.a, in: found.names.partners, at: path)
        found.checkName(change.b, in: found.names.partners, at: path)
      }
    case .breaks(let constraint, let time, let tolerance):
      report(constraint, at: "\(path).breaks", scenario, to: &found)
      if let time { found.checkTime("\(path).at", time, scenario) }
      if let tolerance { found.check("\(path).within", tolerance, Scenario.Expectation.tolerance) }
    case .holds(let constraint):
      report(constraint, at: "\(path).holds", scenario, to: &found)
    case .digest(let file):
      if file.isEmpty { found.add("\(path).digest", "the path is empty; name a recording") }
    case .digestValue(_, let time):
      if let time { found.checkTime("\(path).at", time, scenario) }
    }
  }
}

extension Scenario.Expectation.Condition {
  /// Whether this is expected of every dynamic body if no body is named.
  fileprivate var isAboutBodies: Bool {
    switch self {
    case .value, .vector, .asleep, .inside, .contacts: true
    case .firstContact, .numbers, .order, .breaks, .holds, .digest, .digestValue: false
    }
  }
}

extension Scenario.Expectation {
  /// Reports a constraint that does not exist or cannot break.
  private func report(
    _ constraint: String,
    at path: String,
    _ scenario: Scenario,
    to found: inout DiagnosticList
  ) {
    if body != nil { found.add("\(path)", "a constraint is meant, and no body; drop body") }
    guard let index = found.names.constraints[constraint] else {
      let known = found.names.constraints
      return found.addUnknown(path, constraint, "constraint", among: known, in: "constraints")
    }
    guard scenario.constraints[index].breakForce == .infinity else { return }
    found.add(path, "\"\(constraint)\" cannot break; give constraints[\(index)] a breakForce")
  }

  /// Reports the problems of the target of an expectation with `count` numbers.
  private func report(
    _ target: AnimationTarget,
    count: Int,
    at path: String,
    _ scenario: Scenario,
    to found: inout DiagnosticList
  ) {
    switch target.base {
    case .value, .look, .layer:
      guard let form = scenario.form(of: target, at: "\(path).target", &found) else { return }
      if form.count != count {
        found.add("\(path).value", "\(target) is \(form.words); got \(count)")
      }
    case .tilt, .gravity, .body, .constraint, .component:
      found.add(
        "\(path).target",
        "\(target) cannot be expected; give value.ID, layer.ID.fill, body.ID.fill or another such, "
          + "and for how a body moves body: ID with x, angle or another"
      )
    }
    if body != nil { found.add("\(path).body", "the target says what is meant; drop body") }
  }
}

extension Scenario.Expectation.Target {
  fileprivate func report(at path: String, within: String, to found: inout DiagnosticList) {
    switch self {
    case .near(let value, let tolerance):
      found.check(path, value, Scenario.Expectation.number)
      found.check(within, tolerance, Scenario.Expectation.tolerance)
    case .following(_, let tolerance):
      found.check(within, tolerance, Scenario.Expectation.tolerance)
    case .between(let low, let high):
      if let low { found.check(path, low, Scenario.Expectation.number) }
      if let high { found.check(path, high, Scenario.Expectation.number) }
      if let low, let high, low > high {
        found.add(path, "the minimum \(low.plain) is above the maximum \(high.plain); swap them")
      }
    }
  }
}

extension Scenario.Expectation.When {
  fileprivate func report(at path: String, _ scenario: Scenario, to found: inout DiagnosticList) {
    switch self {
    case .at(let time): found.checkTime("\(path).at", time, scenario)
    case .atEnd: break
    case .always(let from, let to):
      Self.report(from, to, at: "\(path).always", scenario, to: &found)
    case .eventually(let from, let to):
      Self.report(from, to, at: "\(path).eventually", scenario, to: &found)
    }
  }

  private static func report(
    _ from: Double,
    _ to: Double?,
    at path: String,
    _ scenario: Scenario,
    to found: inout DiagnosticList
  ) {
    found.checkTime(path, from, scenario)
    guard let to else { return }
    found.checkTime(path, to, scenario)
    if from > to { found.add(path, "the interval ends before it begins; swap its times") }
  }
}

extension DiagnosticList {
  /// Reports a name that is none of those that an expectation may use.
  fileprivate mutating func checkName(
    _ name: String,
    in known: KnownNames,
    at path: @autoclosure () -> String
  ) {
    guard known[name] == nil else { return }
    let side = "walls." + (["floor", "ground"].contains(name) ? "bottom" : name)
    let listed = known.names.prefix(13).joined(separator: ", ")
    let near = known[side] == nil ? nearest(to: name, among: known) : side
    let choice =
      near.map { "did you mean \($0)?" }
      ?? (listed.isEmpty
        ? "the scenario has no bodies"
        : "known here: \(listed)" + (known.names.count > 13 ? ", …" : ""))
    add(
      path(),
      "nothing here is called \"\(name)\"; \(choice)",
      missing: MissingName(name, in: "bodies")
    )
  }

  fileprivate mutating func checkTime(_ path: String, _ time: Double, _ scenario: Scenario) {
    check(path, time, Scenario.time)
    guard let end = scenario.run.duration, time > end + scenario.world.step else { return }
    add(path, "the run ends at \(end.plain) s, before \(time.plain) s; lengthen run.duration")
  }
}
