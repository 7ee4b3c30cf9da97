import Chipmunk

/// The trajectory equals that of a recording, bit for bit, or it has a digest at a time or at the run's end.
enum DigestCondition: ExpectationCondition {
  case recording(String)
  case value(Digest, at: Double?)

  static let keys = ["digest"]
  static let sharedKeys = ["at"]
  static let fields = [
    Field("digest", .text)
      .means(
        "A recording in JSON lines or MCAP, relative to the scenario's folder, that the run repeats to the bit; or a digest of 16 hexadecimal digits, at a time or at the end."
      )
  ]

  /// Reads a digest, or the path of a recording that contains one.
  static func read(_ key: String, _ reader: some ConditionReader) -> Condition? {
    guard let text = reader.text(key) else { return nil }
    if let digest = Digest(text) {
      switch reader.when(else: .atEnd) {
      case .at(let time)?: return .digestValue(digest, at: time)
      case .atEnd?: return .digestValue(digest)
      default: return nil
      }
    }
    reader.report(
      "goes with a digest of 16 hexadecimal digits, and a recording is compared at its end; drop at",
      at: "at"
    )
    return .digest(ofRecording: reader.path(key, text))
  }

  var latestTime: Double? { if case .value(_, let time) = self { time } else { nil } }

  func report(at site: ExpectationSite, to found: inout DiagnosticList) {
    switch self {
    case .recording(let file):
      if file.isEmpty { found.add("\(site.path).digest", "the path is empty; name a recording") }
    case .value(_, let time):
      if let time { found.checkTime("\(site.path).at", time, site.scenario) }
    }
  }

  func evaluator(
    of ids: [String],
    in scenario: Scenario
  ) throws(Diagnostic) -> any ExpectationEvaluator {
    switch self {
    case .recording(let file):
      guard let ending = scenario.files.endings[file] else { throw .unread(file, at: "expect") }
      return DigestEvaluator(ending)
    case .value(let digest, let time):
      return DigestValueEvaluator(digest, time.map { .at($0) } ?? .atEnd, scenario.world)
    }
  }

  func words(_ subject: String) -> String {
    switch self {
    case .recording(let file): "the run is that of \(file), bit for bit"
    case .value(let digest, let time):
      "the digest is \(digest) \(time.map { "at \($0.plain) s" } ?? "at the end")"
    }
  }

  var members: [FieldContent.Member] {
    switch self {
    case .recording(let file): [.init("digest", .text(Digest(file) == nil ? file : "./\(file)"))]
    case .value(let digest, let time):
      [.init("digest", .text("\(digest)"))] + .present("at", time)
    }
  }
}

/// Compares the whole run with a recording.
struct DigestEvaluator: ExpectationEvaluator {
  let expected: Scenario.RecordedEnding
  private var got: (ticks: Int, digest: Digest)?

  init(_ expected: Scenario.RecordedEnding) { self.expected = expected }

  mutating func observe(_ simulation: Simulation) {}

  mutating func finish(_ simulation: Simulation) { got = (simulation.tick, simulation.digest) }

  var verdict: (isMet: Bool, got: String) {
    guard let got else { return (false, "no run") }
    if got.ticks != expected.ticks {
      return (false, "\(got.ticks) ticks, and the recording has \(expected.ticks)")
    }
    let isSame = got.digest == expected.digest
    return isSame
      ? (true, "")
      : (
        false,
        "digest \(got.digest), and the recording has \(expected.digest); "
          + "tiltbox diff tells where they part"
      )
  }

  var decisiveTick: Int? { nil }
  var bodies: Set<String> { [] }
}

/// Compares the digest at a tick with a known one.
struct DigestValueEvaluator: ExpectationEvaluator {
  private let expected: Digest
  private let window: TickWindow
  private let isPortable: Bool
  private var got: (tick: Int, digest: Digest)?
  private var newest = (tick: 0, ofScenario: -1)

  init(_ expected: Digest, _ when: Scenario.Expectation.When, _ world: Scenario.World) {
    self.expected = expected
    window = TickWindow(when, step: world.step)
    isPortable = world.engine == .tiltbox
  }

  mutating func observe(_ simulation: Simulation) {
    let previous = newest.ofScenario
    newest = (simulation.tick, simulation.ticksOfScenario)
    if window.contains(newest.ofScenario, after: previous) { evaluate(simulation) }
  }

  mutating func finish(_ simulation: Simulation) {
    if window.first == nil { evaluate(simulation) }
  }

  private mutating func evaluate(_ simulation: Simulation) {
    got = (simulation.tick, simulation.digest)
  }

  var verdict: (isMet: Bool, got: String) {
    guard let got else { return (false, "a run that ended before, at tick \(newest.tick)") }
    if got.digest == expected { return (true, "") }
    let why =
      isPortable
      ? "a body's state differs in at least one bit, at this tick or before"
      : "with engine: chipmunk, digests depend on the processor and the system's mathematics "
        + "library; use engine: tiltbox"
    return (false, "\(got.digest) at tick \(got.tick): \(why)")
  }

  var decisiveTick: Int? { nil }
  var bodies: Set<String> { [] }
}
