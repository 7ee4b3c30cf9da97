internal import Tiltbox
internal import TiltboxFiles

/// Reports a run to the user: warnings during the run, and its expectations at the end.
final class RunReporter: RunObserver {
  /// The results of the scenario's expectations, once the run has ended.
  private(set) var results: [ExpectationResult] = []
  /// Whether all expectations are met. A scenario with expectations also requires that no body diverges.
  private(set) var passes = true

  /// Why the expectations of the scenario are not judged; nil if they are.
  private(set) var reasonNotToJudge: String?

  /// The view, if the run is shown on a terminal; the run calls it before this observer.
  var view: RunView?
  private var monitor: ExpectationMonitor?
  private let recorder: Recorder
  private let input: LiveInput?
  private let judgedUntil: Double?
  /// The warning about the first body that the speed limit has slowed down since the last such warning.
  private var limitWarning = ""
  /// That body, and the others since then.
  private var limitedBodies: [String] = []
  private var reportedLimitedCount = 0

  /// Makes a reporter.
  ///
  /// - Parameters:
  ///   - recorder: The recorder, which the run calls before this observer.
  ///   - input: The live input, if there is one.
  ///   - monitor: The monitor that has observed the run so far, if it is a resumed one.
  ///   - end: The time that the run must reach so that its expectations are judged, in seconds.
  init(_ recorder: Recorder, input: LiveInput?, monitor: ExpectationMonitor?, until end: Double?) {
    (self.recorder, self.input, self.monitor, judgedUntil) = (recorder, input, monitor, end)
  }

  func didBegin(_ run: Run) throws {
    if monitor == nil { monitor = try ExpectationMonitor(readingFilesOf: run.simulation) }
  }

  func didStep(in run: Run) { monitor?.observe(run.simulation) }

  func didAnswer(_ message: Mailbox.Message, rejection: RequestError?, in run: Run) {
    // The recorder answers requests that came as lines.
    if let rejection, message.line == nil { printWarning(rejection.description) }
  }

  func didServe(in run: Run) {
    for warning in input?.takeWarnings() ?? [] { printWarning(warning) }
    // A crowd of bodies makes few lines: each names at least as many bodies as all before it.
    if limitedBodies.count >= reportedLimitedCount { reportLimitedBodies() }
  }

  private func reportLimitedBodies() {
    guard !limitedBodies.isEmpty else { return }
    printWarning(limitWarning + Diagnostic.likewise(Array(limitedBodies.dropFirst())))
    reportedLimitedCount += limitedBodies.count
    limitedBodies = []
  }

  func warn(_ warning: RunWarning, in run: Run) {
    let time = run.simulation.time.plain
    switch warning {
    case .adapted(let schedule, let isLonger):
      let change =
        isLonger
        ? "a step is \(schedule.step.plain) s long"
        : "there are \(schedule.rate.plain) frames a second"
      printWarning("at \(time) s the run could not keep up; from here on \(change)")
    case .load(let load):
      printWarning(
        "at \(time) s steps take \(Int((load * 100).rounded())) % of the time that they simulate; above 100 % the run "
          + "cannot keep up: take a larger world.step, fewer world.substeps or world.iterations, or fewer bodies and shapes"
      )
    case .quarantined(let event, let reason):
      printWarning("at \(time) s \(event.a) diverged and was removed from the world: \(reason)")
    case .limited(let body, let limit):
      limitedBodies.append(body)
      guard limitedBodies.count == 1 else { return }
      limitWarning =
        "at \(time) s \(body) was slowed down to its speed limit of \(limit.plain) units/s; "
        + "raise world.speedLimit, or leave it out"
    }
  }

  /// Returns the reason why the expectations are not judged. They are not if the run differs from the one that the
  /// scenario describes.
  private func reasonNotToJudge(_ run: Run) -> String? {
    let simulation = run.simulation
    guard !simulation.scenario.expectations.isEmpty else { return nil }
    if view?.hasTilted == true {
      return "the expectations are not judged, since the keys have tilted the box"
    }
    guard let end = judgedUntil, simulation.tick < simulation.timeline.tick(at: end) else {
      return nil
    }
    return
      "the expectations are not judged, since the run ended at \(simulation.time.plain) s of \(end.plain) s"
  }

  func complete(_ summary: inout RunSummary, of run: Run) {
    reasonNotToJudge = reasonNotToJudge(run)
    results = reasonNotToJudge == nil ? monitor?.finish(run.simulation) ?? [] : []
    passes = results.isEmpty || results.allSatisfy(\.isMet) && summary.quarantineCount == 0
    summary.expectations = results
    summary.stoppedBy = StopSignal.name
    summary.droppedLines = input?.droppedLineCount
  }

  func didEnd(_ summary: RunSummary?, of run: Run) {
    reportLimitedBodies()
    guard summary != nil, recorder.unreadBytes > 0 else { return }
    let bytes = counted(recorder.unreadBytes, "byte", "bytes")
    printError("tiltbox: warning: the reader left \(bytes) of the recording unread")
  }
}
