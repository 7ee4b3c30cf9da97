package import Chipmunk
package import Tiltbox

/// A recording as JSON lines: a header, frames and events in the order of their ticks, a summary.
package enum JSONLines {
  package static func header(_ simulation: Simulation, _ text: inout TextBuffer) {
    let scenario = simulation.scenario
    text.append("{\"tiltbox\":1,\"kind\":\"header\",\"scenario\":")
    text.append(json: scenario.name)
    text.append(",\"step\":")
    text.append(scenario.world.step)
    text.append(",\"broadphase\":")
    text.append(json: scenario.world.broadphase.rawValue)
    text.append(",\"frames\":")
    text.append(scenario.run.frames)
    text.append(",\"gravity\":")
    text.append(scenario.world.gravity)
    if let walls = scenario.walls {
      text.append(",\"walls\":{\"size\":")
      append([walls.width, walls.height], to: &text)
      text.append(",\"radius\":")
      text.append(walls.radius)
      text.append("}")
    }
    appendBodies(of: simulation, to: &text)
    appendConstraints(of: simulation, to: &text)
    appendLayers(of: simulation, to: &text)
    appendValueNames(of: simulation, to: &text)
    text.append("}\n")
  }

  /// What the rows of frames are from here on.
  static func bodies(_ simulation: Simulation, _ text: inout TextBuffer) {
    text.append("{\"kind\":\"bodies\",\"tick\":")
    text.append(simulation.tick)
    appendBodies(of: simulation, to: &text)
    text.append("}\n")
  }

  private static func appendBodies(of simulation: Simulation, to text: inout TextBuffer) {
    text.append(",\"bodies\":")
    text.append(list: simulation.descriptions) { $1.append(json: $0.id) }
    text.append(",\"types\":")
    text.append(list: simulation.descriptions) { $1.append(json: $0.type.rawValue) }
    appendMasses(of: simulation, to: &text)
    text.append(",\"shapes\":")
    text.append(list: simulation.descriptions) { body, text in
      text.append(list: body.shapes) { append($0, to: &$1) }
    }
    appendLooks(of: simulation.descriptions, to: &text)
  }

  /// What an energy is computed from: null for a body that has none, `infinite` for one that never turns.
  private static func appendMasses(of simulation: Simulation, to text: inout TextBuffer) {
    text.append(",\"masses\":")
    text.append(list: simulation.bodies) { $1.append($0.type == .dynamic ? $0.mass : .nan) }
    text.append(",\"moments\":")
    text.append(list: simulation.bodies) { body, text in
      if body.type == .dynamic, body.moment.isInfinite {
        text.append("\"infinite\"")
      } else {
        text.append(body.type == .dynamic ? body.moment : .nan)
      }
    }
  }

  /// A shape in the words of a scenario file.
  private static func append(_ shape: ShapeDescription, to text: inout TextBuffer) {
    var (radius, center) = (0.0, Vector.zero)
    text.append("{")
    switch shape.geometry {
    case .circle(let circleRadius, let circleCenter):
      text.append("\"circle\":")
      text.append(circleRadius)
      center = circleCenter
    case .segment(let from, let to, let segmentRadius):
      text.append("\"segment\":")
      append([from, to], to: &text)
      radius = segmentRadius
    case .box(let width, let height, let boxRadius, let boxCenter):
      text.append("\"box\":")
      append([width, height], to: &text)
      (radius, center) = (boxRadius, boxCenter)
    case .polygon(let vertices, let polygonRadius):
      text.append("\"polygon\":")
      append(vertices, to: &text)
      radius = polygonRadius
    }
    if radius != 0 {
      text.append(",\"radius\":")
      text.append(radius)
    }
    if center != .zero {
      text.append(",\"center\":")
      append(center, to: &text)
    }
    if shape.surface.isSensor { text.append(",\"sensor\":true") }
    text.append("}")
  }

  private static func append(_ points: [Vector], to text: inout TextBuffer) {
    text.append(list: points) { append($0, to: &$1) }
  }

  static func frame(_ simulation: Simulation, _ text: inout TextBuffer) {
    begin(
      frame: simulation.tick,
      simulation.time,
      simulation.gravity,
      simulation.states,
      to: &text
    )
    appendSleepers(of: simulation, to: &text)
    append(values: simulation.values, to: &text)
    text.append("}\n")
  }

  /// The line of a frame up to the bodies' states; `list` is the number of the list of bodies that viewers know.
  package static func begin(
    frame tick: Int,
    list: Int? = nil,
    _ time: Double,
    _ gravity: Vector,
    _ states: [BodyState],
    to text: inout TextBuffer
  ) {
    text.append("{\"kind\":\"frame\"")
    if let list {
      text.append(",\"list\":")
      text.append(list)
    }
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

  /// The places of the bodies that sleep, if any do.
  private static func appendSleepers(of simulation: Simulation, to text: inout TextBuffer) {
    guard simulation.scenario.world.sleepAfter != nil else { return }
    let asleep = simulation.bodies.indices.lazy.filter { simulation.bodies[$0].isSleeping }
    guard !asleep.isEmpty else { return }
    text.append(",\"asleep\":")
    text.append(list: asleep) { $1.append($0) }
  }

  static func events(_ simulation: Simulation, _ text: inout TextBuffer) {
    for event in simulation.events {
      if let state = event.state {
        append(quarantine: event, state, simulation.time, &text)
        continue
      }
      text.append("{\"kind\":\"")
      text.append(event.kind.rawValue)
      text.append("\",\"tick\":")
      text.append(event.tick)
      text.append(",\"t\":")
      text.append(simulation.time)
      text.append(",\"a\":")
      text.append(json: event.a)
      text.append(",\"b\":")
      text.append(json: event.b)
      text.append(",\"at\":")
      append(event.point, to: &text)
      text.append(",\"impulse\":")
      text.append(event.impulse)
      text.append("}\n")
    }
  }

  private static func append(
    quarantine event: Event,
    _ state: BodyState,
    _ time: Double,
    _ text: inout TextBuffer
  ) {
    text.append("{\"kind\":\"quarantine\",\"tick\":")
    text.append(event.tick)
    text.append(",\"t\":")
    text.append(time)
    text.append(",\"body\":")
    text.append(json: event.a)
    text.append(",\"state\":[")
    text.append(state)
    text.append("]}\n")
  }

  /// A vector as its two coordinates.
  package static func append(_ vector: Vector, to text: inout TextBuffer) {
    text.append("[")
    text.append(vector)
    text.append("]")
  }

  package static func append(_ numbers: [Double], to text: inout TextBuffer) {
    text.append(list: numbers) { $1.append($0) }
  }
}

extension Simulation {
  /// The first line of a recording, without its end.
  package var recordingHeader: String {
    var text = TextBuffer()
    JSONLines.header(self, &text)
    return String(decoding: text.bytes.dropLast(), as: UTF8.self)
  }
}

extension JSONLines {
  /// Without a clock nothing in it depends on the machine's speed: equal runs have equal lines.
  package static func summary(_ summary: RunSummary, _ text: inout TextBuffer) {
    let statistics = summary.statistics
    text.append("{\"kind\":\"summary\",\"ticks\":")
    text.append(summary.ticks)
    text.append(",\"t\":")
    text.append(summary.time)
    text.append(",\"digest\":\"")
    text.append(summary.digest.description)
    text.append("\",\"frames\":")
    text.append(statistics.frames - summary.losses.frames)
    text.append(",\"skipped\":")
    text.append(statistics.skippedFrames + summary.losses.frames)
    text.append(",\"dropped\":")
    text.append(statistics.droppedTicks)
    text.append(",\"limited\":{")
    for (index, body) in summary.limited.enumerated() {
      if index > 0 { text.append(",") }
      text.append(json: body.id)
      text.append(":")
      text.append(body.ticks)
    }
    text.append("}")
    if summary.quarantineCount > 0 { append(quarantinesOf: summary, &text) }
    if let factor = statistics.realTimeFactor {
      text.append(",\"realTimeFactor\":")
      text.append(factor)
      text.append(",\"load\":")
      text.append(statistics.load)
      text.append(",\"peakLoad\":")
      text.append(statistics.peakLoad)
      text.append(",\"lateness\":")
      appendLateness(statistics.lateness, &text)
    }
    if summary.losses.events + summary.losses.answers > 0 {
      text.append(",\"lost\":{\"events\":")
      text.append(summary.losses.events)
      text.append(",\"answers\":")
      text.append(summary.losses.answers)
      text.append("}")
    }
    if let lines = summary.droppedLines {
      text.append(",\"droppedLines\":")
      text.append(lines)
    }
    if !summary.expectations.isEmpty { append(summary.expectations, to: &text) }
    if let signal = summary.stoppedBy {
      text.append(",\"stoppedBy\":")
      text.append(json: signal)
    }
    text.append("}\n")
  }

  private static func append(quarantinesOf summary: RunSummary, _ text: inout TextBuffer) {
    text.append(",\"quarantines\":")
    text.append(summary.quarantineCount)
    text.append(",\"quarantined\":")
    text.append(list: summary.quarantined) { event, text in
      text.append("{\"body\":")
      text.append(json: event.a)
      text.append(",\"tick\":")
      text.append(event.tick)
      text.append("}")
    }
  }

  private static func append(_ results: [ExpectationResult], to text: inout TextBuffer) {
    text.append(",\"expectations\":")
    text.append(list: results) { result, text in
      text.append("{\"expected\":")
      text.append(json: result.expectation.description)
      text.append(result.isMet ? ",\"met\":true,\"got\":" : ",\"met\":false,\"got\":")
      text.append(json: result.got)
      text.append("}")
    }
  }

  /// In seconds.
  fileprivate static func appendLateness(_ lateness: LatenessHistogram, _ text: inout TextBuffer) {
    text.append("{\"p50\":")
    text.append(lateness.percentile(0.50).inSeconds)
    text.append(",\"p99\":")
    text.append(lateness.percentile(0.99).inSeconds)
    text.append(",\"max\":")
    text.append(lateness.max.inSeconds)
    text.append("}")
  }
}

extension JSONLines {
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
}

extension JSONLines {
  /// What is missing since the frame before.
  static func gap(_ losses: Losses, tick: Int, _ text: inout TextBuffer) {
    text.append("{\"kind\":\"gap\",\"tick\":")
    text.append(tick)
    text.append(",\"frames\":")
    text.append(losses.frames)
    text.append(",\"events\":")
    text.append(losses.events)
    text.append(",\"answers\":")
    text.append(losses.answers)
    text.append("}\n")
  }
}

extension JSONLines {
  /// What step and what frames there are from here on.
  static func pace(_ pace: FrameSchedule, _ simulation: Simulation, _ text: inout TextBuffer) {
    text.append("{\"kind\":\"pace\",\"tick\":")
    text.append(simulation.tick)
    text.append(",\"t\":")
    text.append(simulation.time)
    text.append(",\"step\":")
    text.append(pace.step)
    text.append(",\"frames\":")
    text.append(pace.rate)
    text.append("}\n")
  }

  static func status(_ second: SecondStatistics, time: Double, _ text: inout TextBuffer) {
    text.append("{\"kind\":\"status\",\"tick\":")
    text.append(second.tick)
    text.append(",\"t\":")
    text.append(time)
    text.append(",\"elapsed\":")
    text.append(second.elapsed.inSeconds)
    text.append(",\"realTimeFactor\":")
    text.append(second.realTimeFactor)
    text.append(",\"load\":")
    text.append(second.load)
    text.append(",\"dropped\":")
    text.append(second.droppedTicks)
    text.append(",\"skipped\":")
    text.append(second.skippedFrames)
    text.append(",\"lateness\":")
    appendLateness(second.lateness, &text)
    text.append("}\n")
  }
}
