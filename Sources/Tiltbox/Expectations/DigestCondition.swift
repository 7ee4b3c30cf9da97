import Chipmunk

/// The trajectory equals that of a recording, bit for bit, or it has a digest at a time or at the run's end.
enum DigestCondition: ExpectationCondition {
  case recording(String)
  case value(Digest, at: Double?)

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
    if site.body != nil { found.add("\(site.path).body", "a digest covers all bodies; drop body") }
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
    let (expected, ticks, when): (Digest, Int?, When)
    switch self {
    case .recording(let file):
      guard let ending = scenario.files.endings[file] else { throw .unread(file, at: "expect") }
      (expected, ticks, when) = (ending.digest, ending.ticks, .atEnd)
    case .value(let digest, let time):
      (expected, ticks, when) = (digest, nil, time.map { .at($0) } ?? .atEnd)
    }
    let window = TickWindow(when, step: scenario.world.step)
    let isPortable = scenario.world.engine == .tiltbox
    return DigestEvaluator(expected: expected, ticks: ticks, isPortable: isPortable, window: window)
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

/// Compares the digest at a tick with a known one, or that of the whole run with a recording's.
struct DigestEvaluator: ExpectationEvaluator {
  let expected: Digest
  /// The last tick of the recording, if it is one.
  let ticks: Int?
  let isPortable: Bool
  private(set) var window: TickWindow
  private(set) var got: (tick: Int, digest: Digest)?

  mutating func observe(_ simulation: Simulation) {
    if window.isDue(at: simulation) { got = (simulation.tick, simulation.digest) }
  }

  mutating func finish(_ simulation: Simulation) {
    if window.isAtEnd { got = (simulation.tick, simulation.digest) }
  }

  var verdict: (isMet: Bool, got: String) {
    guard let got else { return (false, "a run that ended before, at tick \(window.newest.tick)") }
    if let ticks, got.tick != ticks {
      return (false, "\(got.tick) ticks, and the recording has \(ticks)")
    }
    if got.digest == expected { return (true, "") }
    if ticks != nil {
      let words = "digest \(got.digest), and the recording has \(expected); "
      return (false, words + "tiltbox diff tells where they part")
    }
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
