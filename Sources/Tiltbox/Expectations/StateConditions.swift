import Chipmunk

/// A number of the body has its target value.
struct NumberCondition: ExpectationCondition {
  let measure: Scenario.Expectation.Measure
  let target: Scenario.Expectation.Target
  let when: When

  static let sharedKeys = FieldTable.whenKeys + ["within"]
  static let fields = Scenario.Expectation.Measure.allCases.map { measure in
    Field(
      measure.rawValue,
      .either(.formula(Scenario.Expectation.number(in: measure.unit)), .mapping(.bounds)),
      "The body's \(measure.words), in \(measure.unit)."
    )
  }

  static func read(_ key: String, _ reader: some ConditionReader) -> Condition? {
    let when = reader.when(else: nil)
    guard let measure = Scenario.Expectation.Measure(rawValue: key),
      let target = reader.target(key, unit: measure.unit), let when
    else { return nil }
    return .value(measure, target, when)
  }

  var isAboutBodies: Bool { true }
  var window: When? { when }

  func report(at site: ExpectationSite, to found: inout DiagnosticList) {
    target.report(at: "\(site.path).\(measure.rawValue)", within: "\(site.path).within", to: &found)
  }

  func evaluator(of ids: [String], in scenario: Scenario) -> any ExpectationEvaluator {
    StateEvaluator(ids, when, scenario.world.step) { simulation, index in
      let value = measure.value(of: index, in: simulation)
      let got = "\(value.plain) \(measure.unit)\(target.contrast(at: simulation.time))"
      return (target.distance(to: value, at: simulation.time), got)
    }
  }

  func words(_ subject: String) -> String {
    "\(subject): \(measure.rawValue) \(target.words(measure.unit))"
  }

  var members: [FieldContent.Member] { target.members(of: measure.rawValue) }
}

/// The body has a position or a velocity.
struct VectorCondition: ExpectationCondition {
  let measure: Scenario.Expectation.VectorMeasure
  let value: Vector
  let tolerance: Double
  let when: When

  static let sharedKeys = FieldTable.whenKeys + ["within"]
  static let fields = Scenario.Expectation.VectorMeasure.allCases.map { measure in
    Field(
      measure.rawValue,
      .list(.formula(Scenario.Expectation.number(in: measure.unit)), count: 2...2),
      "The body's \(measure.rawValue), [x, y], in \(measure.unit)."
    )
  }

  static func read(_ key: String, _ reader: some ConditionReader) -> Condition? {
    let when = reader.when(else: nil)
    guard let measure = Scenario.Expectation.VectorMeasure(rawValue: key),
      let value = reader.vector(key), let tolerance = reader.tolerance(of: key, unit: measure.unit),
      let when
    else { return nil }
    return .vector(measure, value, within: tolerance, when)
  }

  var isAboutBodies: Bool { true }
  var window: When? { when }

  func report(at site: ExpectationSite, to found: inout DiagnosticList) {
    found.check("\(site.path).\(measure.rawValue)", value, .position)
    found.check("\(site.path).within", tolerance, Scenario.Expectation.tolerance)
  }

  func evaluator(of ids: [String], in scenario: Scenario) -> any ExpectationEvaluator {
    StateEvaluator(ids, when, scenario.world.step) { simulation, index in
      let got = measure.value(of: simulation.states[index])
      return ((got - value).length - tolerance, "\(got.plain) \(measure.unit)")
    }
  }

  func words(_ subject: String) -> String {
    let target = "\(value.plain) \(measure.unit), within \(tolerance.plain)"
    return "\(subject): \(measure.rawValue) \(target)"
  }

  var members: [FieldContent.Member] {
    [.init(measure.rawValue, .pair(value)), .init("within", .number(tolerance))]
  }
}

/// Numbers of a value, of a layer, or of a body's appearance have their target values.
struct TargetCondition: ExpectationCondition {
  let target: AnimationTarget
  let targets: [Scenario.Expectation.Target]
  let when: When

  static let sharedKeys = FieldTable.whenKeys + ["within"]
  static let fields = [
    Field("target", .text)
      .means(
        "A value, or what of a layer or of a body's look: value.ID, layer.ID.position, body.ID.fill, layer.ID.fill.red."
      ),
    Field(
      "value",
      .either(
        .either(
          .formula(Scenario.Expectation.number),
          .list(.formula(Scenario.Expectation.number), count: 1...1000)
        ),
        .mapping(.bounds)
      )
    )
    .of(["target"])
    .means("The target's number, or all of its numbers."),
  ]

  static func read(_ key: String, _ reader: some ConditionReader) -> Condition? {
    guard let text = reader.text(key) else { return nil }
    guard reader.has("value") else {
      reader.report("names a number but not what it should be; give value", at: key)
      return nil
    }
    do {
      let target = try AnimationTarget(text)
      guard let targets = reader.targets("value"), let when = reader.when(else: nil) else {
        return nil
      }
      return .numbers(target, targets, when)
    } catch {
      reader.report(error.description, at: key)
      return nil
    }
  }

  var window: When? { when }

  func report(at site: ExpectationSite, to found: inout DiagnosticList) {
    reportTarget(at: site, to: &found)
    for (index, target) in targets.enumerated() {
      let place = targets.count == 1 ? "\(site.path).value" : "\(site.path).value[\(index)]"
      target.report(at: place, within: "\(site.path).within", to: &found)
    }
  }

  private func reportTarget(at site: ExpectationSite, to found: inout DiagnosticList) {
    switch target.base {
    case .value, .look, .layer:
      guard let form = site.scenario.form(of: target, at: "\(site.path).target", &found) else {
        return
      }
      if form.count != targets.count {
        found.add("\(site.path).value", "\(target) is \(form.words); got \(targets.count)")
      }
    case .tilt, .gravity, .body, .constraint, .component:
      found.add(
        "\(site.path).target",
        "\(target) cannot be expected; give value.ID, layer.ID.fill, body.ID.fill or another such, "
          + "and for how a body moves body: ID with x, angle or another"
      )
    }
    if site.body != nil {
      found.add("\(site.path).body", "the target says what is meant; drop body")
    }
  }

  func evaluator(of ids: [String], in scenario: Scenario) -> any ExpectationEvaluator {
    let base = target.base
    let channel = scenario.channels.firstIndex { $0.target == base }
    let fixed = scenario.numbers(of: base) ?? []
    return StateEvaluator(when, scenario.world.step) { simulation in
      var numbers = channel.map { simulation.values[$0] } ?? fixed
      if case .component(_, let index) = target {
        numbers = numbers.indices.contains(index) ? [numbers[index]] : []
      }
      let distances = zip(targets, numbers).map { $0.distance(to: $1, at: simulation.time) }
      let words = numbers.map(\.plain).joined(separator: ", ")
      let contrast = targets.count == 1 ? targets[0].contrast(at: simulation.time) : ""
      return (
        numbers.count == targets.count ? distances.max() ?? 0 : .infinity,
        (numbers.count == 1 ? words : "[\(words)]") + contrast
      )
    }
  }

  func words(_ subject: String) -> String {
    "\(target): \(targets.count == 1 ? targets[0].words("") : targets.words)"
  }

  var members: [FieldContent.Member] {
    let parts = targets.map { $0.members(of: "value") }
    let value =
      targets.count == 1
      ? parts[0]
      : [.init("value", .list(parts.map { $0[0].content }))] + (parts.first?.dropFirst() ?? [])
    return [.init("target", .text("\(target)"))] + value
  }
}

/// The body sleeps at a time, in seconds.
struct SleepCondition: ExpectationCondition {
  let time: Double

  static let fields = [
    Field("asleepBy", .formula(Scenario.time))
      .means("A time at which the body sleeps, in seconds.")
  ]

  static func read(_ key: String, _ reader: some ConditionReader) -> Condition? {
    reader.number(key).map { .asleep(by: $0) }
  }

  var isAboutBodies: Bool { true }
  var latestTime: Double? { time }

  func report(at site: ExpectationSite, to found: inout DiagnosticList) {
    found.checkTime("\(site.path).asleepBy", time, site.scenario)
    if site.scenario.world.sleepAfter == nil {
      found.add("\(site.path).asleepBy", "bodies never sleep in this world; set world.sleepAfter")
    }
  }

  func evaluator(of ids: [String], in scenario: Scenario) -> any ExpectationEvaluator {
    StateEvaluator(ids, .at(time), scenario.world.step) { simulation, index in
      let sleeps = simulation.bodies[index].isSleeping
      return sleeps ? (0, "asleep") : (1, "awake")
    }
  }

  func words(_ subject: String) -> String { "\(subject) sleeps at \(time.plain) s" }

  var members: [FieldContent.Member] { [.init("asleepBy", .number(time))] }
}

/// The body's position is in a rectangle, given by two corners, in units.
struct InsideCondition: ExpectationCondition {
  let low: Vector
  let high: Vector
  let when: When

  static let sharedKeys = FieldTable.whenKeys
  static let fields = [
    Field(
      "inside",
      .list(.list(.formula(Scenario.Expectation.number(in: "units")), count: 2...2), count: 2...2)
    )
    .means("A rectangle that the body's position never leaves: two corners, in units.")
  ]

  static func read(_ key: String, _ reader: some ConditionReader) -> Condition? {
    guard let corners = reader.vectors(key), corners.count == 2,
      let when = reader.when(else: .always())
    else { return nil }
    return .inside(from: corners[0], to: corners[1], when)
  }

  var isAboutBodies: Bool { true }
  var window: When? { when }

  func report(at site: ExpectationSite, to found: inout DiagnosticList) {
    found.check("\(site.path).inside", low, .position)
    found.check("\(site.path).inside", high, .position)
    if low.x > high.x || low.y > high.y {
      found.add(
        "\(site.path).inside",
        "the first corner is not left of and below the second; swap them"
      )
    }
  }

  func evaluator(of ids: [String], in scenario: Scenario) -> any ExpectationEvaluator {
    StateEvaluator(ids, when, scenario.world.step) { simulation, index in
      let place = simulation.states[index].position
      let outside = max(low.x - place.x, place.x - high.x, low.y - place.y, place.y - high.y)
      return (outside, place.plain)
    }
  }

  func words(_ subject: String) -> String { "\(subject) between \(low.plain) and \(high.plain)" }

  var members: [FieldContent.Member] { [.init("inside", .list([.pair(low), .pair(high)]))] }
}

/// Watches a quantity of one body, of several bodies, or of none.
struct StateEvaluator: ExpectationEvaluator {
  /// A value at a tick: its distance from the allowed ones, where 0 or less is right and NaN is wrong, and its words.
  typealias Reading = (distance: Double, got: String)

  private let ids: [String]
  private var window: TickWindow
  /// Reads every body; the id is empty for a quantity without a body.
  private let read: (_ simulation: Simulation) -> [(body: String, reading: Reading)]

  /// The worst reading at the first wrong tick if all must be right, or the best reading if one must be.
  private var decisive: (tick: Int, time: Double, body: String, reading: Reading)?
  private var wasLooked = false
  private var isDecided = false

  init(
    _ ids: [String],
    _ when: Scenario.Expectation.When,
    _ step: Double,
    read: @escaping (_ simulation: Simulation, _ index: Int) -> Reading
  ) {
    self.ids = ids
    window = TickWindow(when, step: step)
    self.read = { simulation in
      ids.map { id in
        let reading = simulation.place(of: id).map { read(simulation, $0) }
        return (id, reading ?? (.infinity, "no such body any more"))
      }
    }
  }

  /// Watches a quantity that belongs to no body.
  init(
    _ when: Scenario.Expectation.When,
    _ step: Double,
    read: @escaping (_ simulation: Simulation) -> Reading
  ) {
    ids = []
    window = TickWindow(when, step: step)
    self.read = { [("", read($0))] }
  }

  mutating func observe(_ simulation: Simulation) {
    if window.isDue(at: simulation), !isDecided { evaluate(simulation) }
  }

  mutating func finish(_ simulation: Simulation) {
    if window.isAtEnd { evaluate(simulation) }
  }

  /// The worst of all readings counts.
  private mutating func evaluate(_ simulation: Simulation) {
    wasLooked = true
    var worst: (body: String, reading: Reading)?
    for candidate in read(simulation)
    where worst.map({ !(candidate.reading.distance <= $0.reading.distance) }) ?? true {
      worst = candidate
    }
    guard let worst else { return }
    let isRight = worst.reading.distance <= 0
    let isDecisive =
      switch window.need {
      case .all: decisive == nil || !isRight || window.first == window.last
      case .one:
        decisive.map { worst.reading.distance < $0.reading.distance || $0.reading.distance.isNaN }
          ?? true
      }
    if isDecisive { decisive = (simulation.tick, simulation.time, worst.body, worst.reading) }
    isDecided = isRight == (window.need == .one)
  }

  var decisiveTick: Int? { decisive?.tick ?? window.newest.tick }
  var bodies: Set<String> { decisive.map { [$0.body] } ?? Set(ids) }

  var verdict: (isMet: Bool, got: String) {
    guard wasLooked else { return (false, window.earlyEnd) }
    guard let decisive else { return (true, "no bodies that it is about") }
    let isMet = decisive.reading.distance <= 0
    let subject = ids.count > 1 ? "\(decisive.body): " : ""
    if isMet, !window.isOver { return (false, window.earlyEnd) }
    if isMet, window.need == .all, window.first != window.last || ids.count > 1 {
      return (true, "")
    }
    return (isMet, "\(subject)\(decisive.reading.got) at \(decisive.time.plain) s")
  }
}

extension Simulation {
  /// The index of a body in ``bodies``, or nil if it is gone. Complexity: O(*bodies*).
  package func place(of id: String) -> Int? { descriptions.firstIndex { $0.id == id } }
}
