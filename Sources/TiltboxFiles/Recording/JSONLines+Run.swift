package import Tiltbox
internal import TiltboxJSON

// Lines about the run itself: its timing and its end.
extension JSONLines {
  /// Writes the summary. Without a clock it does not depend on the machine's speed: equal runs have equal lines.
  package static func summary(_ summary: RunSummary, _ text: inout TextBuffer) {
    let (statistics, losses) = (summary.statistics, summary.losses)
    var members: [(String, JSON)] = [
      ("kind", .text("summary")), ("ticks", .whole(summary.ticks)), ("t", .number(summary.time)),
      ("digest", .text(summary.digest.description)),
      ("frames", .whole(statistics.frames - losses.frames)),
      ("skipped", .whole(statistics.skippedFrames + losses.frames)),
      ("dropped", .whole(statistics.droppedTicks)),
      ("limited", .object(summary.limited.map { ($0.id, .whole($0.ticks)) })),
    ]
    if summary.quarantineCount > 0 {
      members.append(("quarantines", .whole(summary.quarantineCount)))
      members.append(("quarantined", .array(summary.quarantined.map(quarantine))))
    }
    if let factor = statistics.realTimeFactor {
      members += [
        ("realTimeFactor", .number(factor)), ("load", .number(statistics.load)),
        ("peakLoad", .number(statistics.peakLoad)), ("lateness", lateness(statistics.lateness)),
      ]
    }
    if losses.events + losses.answers > 0 {
      let lost = [("events", JSON.whole(losses.events)), ("answers", .whole(losses.answers))]
      members.append(("lost", .object(lost)))
    }
    if let lines = summary.droppedLines { members.append(("droppedLines", .whole(lines))) }
    members.add("expectations", summary.expectations.map(expectation))
    if let signal = summary.stoppedBy { members.append(("stoppedBy", .text(signal))) }
    text.append(line: members)
  }

  private static func quarantine(_ event: Event) -> JSON {
    .object([("body", .text(event.a)), ("tick", .whole(event.tick))])
  }

  private static func expectation(_ result: ExpectationResult) -> JSON {
    .object([
      ("expected", .text(result.expectation.description)), ("met", .flag(result.isMet)),
      ("got", .text(result.got)),
    ])
  }

  /// Returns the percentiles of the lateness, in seconds.
  private static func lateness(_ lateness: LatenessHistogram) -> JSON {
    .object([
      ("p50", .number(lateness.percentile(0.50).inSeconds)),
      ("p99", .number(lateness.percentile(0.99).inSeconds)),
      ("max", .number(lateness.max.inSeconds)),
    ])
  }

  /// Writes an answer. Its `ack` is that of the request: a number, or a text in quotes.
  package static func answer(_ answer: Answer, _ text: inout TextBuffer) {
    text.append(answer.reason == nil ? "{\"kind\":\"ack\"" : "{\"kind\":\"error\"")
    text.append(",\"tick\":")
    text.append(answer.tick)
    if answer.reason != nil, let line = answer.line {
      text.append(",\"line\":")
      text.append(line)
    }
    if let ack = answer.ack {
      text.append(",\"ack\":")
      text.append(ack)
    }
    if let reason = answer.reason {
      text.append(",\"reason\":")
      text.append(json: reason)
    }
    text.append("}\n")
  }

  /// Writes the losses since the previous frame.
  static func gap(_ losses: Losses, tick: Int, _ text: inout TextBuffer) {
    text.append(line: [
      ("kind", .text("gap")), ("tick", .whole(tick)), ("frames", .whole(losses.frames)),
      ("events", .whole(losses.events)), ("answers", .whole(losses.answers)),
    ])
  }

  /// Writes the step and the frame rate that are valid from here on.
  static func pace(_ pace: FrameSchedule, _ simulation: Simulation, _ text: inout TextBuffer) {
    text.append(line: [
      ("kind", .text("pace")), ("tick", .whole(simulation.tick)), ("t", .number(simulation.time)),
      ("step", .number(pace.step)), ("frames", .number(pace.rate)),
    ])
  }

  static func status(_ second: SecondStatistics, time: Double, _ text: inout TextBuffer) {
    text.append(line: [
      ("kind", .text("status")), ("tick", .whole(second.tick)), ("t", .number(time)),
      ("elapsed", .number(second.elapsed.inSeconds)),
      ("realTimeFactor", .number(second.realTimeFactor)), ("load", .number(second.load)),
      ("dropped", .whole(second.droppedTicks)), ("skipped", .whole(second.skippedFrames)),
      ("lateness", lateness(second.lateness)),
    ])
  }
}
