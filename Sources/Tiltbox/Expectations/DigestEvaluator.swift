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
