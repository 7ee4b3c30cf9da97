package import Chipmunk
package import Tiltbox
package import TiltboxJSON

/// A recording as JSON lines: a header, frames and events in the order of their ticks, a summary.
///
/// Frames and events, of which a recording has millions, are formatted straight into the output; all other lines are
/// built as values.
package enum JSONLines {
  /// Returns the header without its newline.
  package static func header(of simulation: Simulation) -> JSON {
    let scenario = simulation.scenario
    var members: [(String, JSON)] = [
      ("tiltbox", .whole(1)), ("kind", .text("header")), ("scenario", .text(scenario.name)),
      ("step", .number(scenario.world.step)),
      ("engine", .text(scenario.world.engine.rawValue)),
      ("frames", .number(scenario.run.frames)), ("gravity", .number(scenario.world.gravity)),
    ]
    if scenario.world.integrator != .chipmunk {
      members.append(("integrator", .text(scenario.world.integrator.rawValue)))
    }
    if let walls = scenario.walls {
      let size = JSON([walls.width, walls.height])
      members.append(("walls", .object([("size", size), ("radius", .number(walls.radius))])))
    }
    members += bodies(of: simulation)
    members.add("constraints", constraints(of: simulation))
    members.add("layers", scenario.layers.map(\.json))
    members.add("values", scenario.channels.map { .text($0.name) })
    return .object(members)
  }

  /// Returns the bodies with the names of a scenario file. Mass and moment are null for a body that is not dynamic; the
  /// moment of a body that cannot rotate is infinite.
  fileprivate static func bodies(of simulation: Simulation) -> [(String, JSON)] {
    let (descriptions, bodies) = (simulation.descriptions, simulation.bodies)
    let masses = bodies.map { $0.type == .dynamic ? JSON.number($0.mass) : .null }
    let moments = bodies.map { body -> JSON in
      guard body.type == .dynamic else { return .null }
      return body.moment.isInfinite ? .text("infinite") : .number(body.moment)
    }
    let centers = bodies.map(\.centerOfGravity)
    let shapes = descriptions.map { JSON.array($0.shapes.map(\.recorded)) }
    var members: [(String, JSON)] = [
      ("bodies", .array(descriptions.map { .text($0.id) })),
      ("types", .array(descriptions.map { .text($0.type.rawValue) })),
      ("masses", .array(masses)), ("moments", .array(moments)), ("shapes", .array(shapes)),
    ]
    if centers.contains(where: { $0 != .zero }) {
      members.append(("centers", .array(centers.map { JSON($0) })))
    }
    members.add("broken", simulation.brokenConstraints.map { .text($0) })
    if descriptions.contains(where: { $0.appearance != Appearance() }) {
      let looks = descriptions.map { JSON.object(Appearance.fields.json($0.appearance)) }
      members.append(("looks", .array(looks)))
    }
    return members
  }

  /// Returns the constraints with the names of a scenario file, as far as a picture needs them: their anchors, in the
  /// bodies' own coordinates, and their initial numbers.
  private static func constraints(of simulation: Simulation) -> [JSON] {
    simulation.scenario.constraints.enumerated().compactMap { index, constraint in
      guard constraint.isDrawn, simulation.constraints[index].space != nil else { return nil }
      let ends = JSON.array([.text(constraint.a), .text(constraint.b)])
      let numbers = simulation.numbers(ofConstraint: index).map { name, numbers in
        (name, numbers.count > 1 ? JSON(numbers) : .number(numbers[0]))
      }
      return .object([("id", .text(constraint.id)), (constraint.kind.name, ends)] + numbers)
    }
  }
}

extension ShapeDescription {
  fileprivate var recorded: JSON {
    let way = surface.oneWay.map { [("oneWay", JSON([$0.x, $0.y]))] } ?? []
    return .object(geometry.members + (surface.isSensor ? [("sensor", .flag(true))] : []) + way)
  }
}

extension JSONLines {
  static func frame(_ simulation: Simulation, _ text: inout TextBuffer) {
    begin(frame: simulation.tick, simulation.time, simulation.gravity, simulation.states, to: &text)
    let asleep = simulation.asleep
    if !asleep.isEmpty {
      text.append(",\"asleep\":")
      text.append(list: asleep) { $1.append($0) }
    }
    append(values: simulation.values, to: &text)
    text.append("}\n")
  }

  /// Begins the line of a frame, up to and including the bodies' states; `list` is the number of the list of bodies
  /// that viewers have.
  package static func begin(
    frame tick: Int,
    list: Int? = nil,
    _ time: Double,
    _ gravity: Vector,
    _ states: [BodyState],
    to text: inout TextBuffer
  ) {
    text.append("{\"kind\":\"frame\"")
    if let list { text.append(",\"list\":\(list)") }
    text.append(",\"tick\":")
    text.append(tick)
    text.append(",\"t\":")
    text.append(time)
    text.append(",\"gravity\":")
    append(gravity, to: &text)
    text.append(",\"bodies\":[")
    var isFirst = true
    for state in states {
      text.append(isFirst ? "[" : ",[")
      isFirst = false
      text.append(state)
      text.append("]")
    }
    text.append("]")
  }

  static func events(_ simulation: Simulation, _ text: inout TextBuffer) {
    for event in simulation.events {
      text.append("{\"kind\":\"")
      text.append(event.kind.rawValue)
      text.append("\",\"tick\":")
      text.append(event.tick)
      text.append(",\"t\":")
      text.append(simulation.time)
      switch event.kind {
      case .begin, .separate: text.append(",\"a\":")
      case .break: text.append(",\"constraint\":")
      case .quarantine: text.append(",\"body\":")
      }
      text.append(json: event.a)
      if event.kind == .begin || event.kind == .separate {
        text.append(",\"b\":")
        text.append(json: event.b)
      }
      if let state = event.state {
        text.append(",\"state\":[")
        text.append(state)
        text.append("]}\n")
        continue
      }
      if event.hasPoint {
        text.append(",\"at\":")
        append(event.point, to: &text)
      }
      text.append(",\"impulse\":")
      text.append(event.impulse)
      if event.kind == .break {
        text.append(",\"force\":")
        text.append(event.force)
      }
      text.append("}\n")
    }
  }

  /// Appends a vector as a list of its two coordinates.
  package static func append(_ vector: Vector, to text: inout TextBuffer) {
    text.append("[")
    text.append(vector)
    text.append("]")
  }

  package static func append(_ numbers: [Double], to text: inout TextBuffer) {
    text.append(list: numbers) { $1.append($0) }
  }

  /// Appends the values at a tick, in the order of their names.
  package static func append(values: [[Double]], to text: inout TextBuffer) {
    guard !values.isEmpty else { return }
    text.append(",\"values\":")
    text.append(list: values) { append($0, to: &$1) }
  }
}

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
      let events = summary.quarantined.map { event in
        JSON.object([("body", .text(event.a)), ("tick", .whole(event.tick))])
      }
      members.append(("quarantined", .array(events)))
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
    let expectations = summary.expectations.map { result in
      JSON.object([
        ("expected", .text(result.expectation.description)), ("met", .flag(result.isMet)),
        ("got", .text(result.got)),
      ])
    }
    members.add("expectations", expectations)
    if let signal = summary.stoppedBy { members.append(("stoppedBy", .text(signal))) }
    text.append(line: members)
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
    text.append(",\"tick\":\(answer.tick)")
    if answer.reason != nil, let line = answer.line { text.append(",\"line\":\(line)") }
    if let ack = answer.ack { text.append(",\"ack\":\(ack)") }
    if let reason = answer.reason {
      text.append(",\"reason\":")
      text.append(json: reason)
    }
    text.append("}\n")
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

/// Writes a recording as JSON lines: all of it, or only the line of the summary.
struct JSONLinesWriter: RecordingWriter {
  var writesOnlyEnd = false

  func write(_ part: RecordingPart, of simulation: Simulation, _ text: inout TextBuffer) {
    guard part.isEnd || !writesOnlyEnd else { return }
    func line(_ kind: String, _ members: [(String, JSON)]) {
      text.append(line: [("kind", .text(kind)), ("tick", .whole(simulation.tick))] + members)
    }
    switch part {
    case .header:
      text.append(JSONLines.header(of: simulation))
      text.append("\n")
    case .gap(let losses):
      let (frames, events, answers) = (losses.frames, losses.events, losses.answers)
      let counts = [("frames", frames), ("events", events), ("answers", answers)]
      line("gap", counts.map { ($0, .whole($1)) })
    case .bodies: line("bodies", JSONLines.bodies(of: simulation))
    case .pace(let pace):
      let numbers = [("t", simulation.time), ("step", pace.step), ("frames", pace.rate)]
      line("pace", numbers.map { ($0, .number($1)) })
    case .events: JSONLines.events(simulation, &text)
    case .frame: JSONLines.frame(simulation, &text)
    case .summary(let outcome): JSONLines.summary(outcome, &text)
    }
  }
}
