internal import ArgumentParser
internal import Synchronization
internal import Tiltbox
internal import TiltboxFiles

/// The outcome of one scenario file.
struct CheckOutcome: Sendable {
  let file: String
  let results: [ExpectationResult]
  /// Warnings about likely mistakes in the file.
  let warnings: [Diagnostic]
  /// The bodies that diverged and were removed.
  let quarantined: [Event]
  /// The file with the picture of each result; nil if the expectation is met. Empty if no pictures are wanted.
  let pictures: [String?]
  /// The error that kept the run from ending, or nil.
  let error: String?
  let status: ExitCode
  /// The elapsed time, in seconds.
  let seconds: Double

  /// Reads a file and runs it.
  init(checking file: String, overrides: [String], threads: Int, pictures folder: PictureFolder?) {
    self.file = shownName(of: file)
    let start = ContinuousClock.now
    var warnings: [Diagnostic] = []
    do {
      let scenario = try ScenarioOptions.load(file, overrides: overrides) { warnings.append($0) }
        .loadingFiles()
      let check = try ScenarioCheck(scenario, threads: threads) { StopSignal.isReceived }
      pictures = try folder?.draw(check.results, of: scenario, from: file) ?? []
      results = check.results
      quarantined = check.quarantined
      error = nil
      status = check.passes ? .success : ExitStatus.expectationFailed
    } catch let problem {
      results = []
      quarantined = []
      pictures = []
      error = explained(problem)
      status = ExitStatus.of(problem)
    }
    self.warnings = warnings
    let (whole, attoseconds) = (ContinuousClock.now - start).components
    seconds = Double(whole) + Double(attoseconds) * 1e-18
  }

  /// The expectations that were not met.
  var failures: [ExpectationResult] { results.filter { !$0.isMet } }

  /// The file with a picture of a result.
  func picture(of index: Int) -> String? { pictures.isEmpty ? nil : pictures[index] }

  /// `ok    crates.yaml: 3 expectations`.
  var line: String {
    if error != nil { return "error \(file)" }
    let count = results.count == 1 ? "1 expectation" : "\(results.count) expectations"
    if failures.isEmpty, quarantined.isEmpty { return "ok    \(file): \(count)" }
    let diverged = quarantined.isEmpty ? "" : ", \(Self.bodies(quarantined.count)) diverged"
    return "FAIL  \(file): \(count), \(failures.count) not met\(diverged)"
  }

  /// Prints the details to standard error.
  func printDetails() {
    for warning in warnings { printError("\(warning)") }
    if let error { printError(error, from: file) }
    for event in quarantined { printError("\(file): \(Self.report(of: event))") }
    for (index, result) in results.enumerated() where !result.isMet {
      printError("\(file): \(result.report)")
      if let picture = picture(of: index) { printError("    drawn in \(picture)") }
    }
  }

  /// `ball diverged at tick 88 and was removed; its last state was at (3, 4) with a velocity of (0, 9)`.
  static func report(of event: Event) -> String {
    let velocity = event.state?.velocity ?? .zero
    return
      "\(event.a) diverged at tick \(event.tick) and was removed from the world; its last good state was at "
      + "(\(event.point.x), \(event.point.y)) with a velocity of (\(velocity.x), \(velocity.y)) units/s"
  }

  private static func bodies(_ count: Int) -> String { count == 1 ? "1 body" : "\(count) bodies" }

  /// Returns the last line of a check.
  static func summary(of outcomes: [CheckOutcome]) -> String {
    let expectations = outcomes.reduce(0) { $0 + $1.results.count }
    let failures = outcomes.reduce(0) { $0 + $1.failures.count }
    let errors = outcomes.count { $0.error != nil }
    let files = outcomes.count == 1 ? "1 file" : "\(outcomes.count) files"
    let noun = expectations == 1 ? "expectation" : "expectations"
    let diverged = outcomes.reduce(0) { $0 + $1.quarantined.count }
    return "\(files), \(expectations) \(noun): \(failures) not met, \(errors) in error"
      + (diverged == 0 ? "" : ", \(bodies(diverged)) diverged")
  }
}

/// Distributes files to the workers and collects the outcomes.
final class CheckQueue: Sendable {
  private let state: Mutex<(next: Int, outcomes: [CheckOutcome?])>

  init(count: Int) { state = Mutex((0, Array(repeating: nil, count: count))) }

  /// Returns the index of the next file, or nil.
  func next() -> Int? {
    state.withLock { state in
      guard state.next < state.outcomes.count, !StopSignal.isReceived else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  func finish(_ index: Int, _ outcome: CheckOutcome) {
    state.withLock { $0.outcomes[index] = outcome }
  }

  /// The outcomes, in the order of the files.
  var outcomes: [CheckOutcome] { state.withLock { $0.outcomes.compactMap(\.self) } }
}
