internal import Chipmunk
internal import Tiltbox

/// A summary of a run in a few lines for people: the first contacts of each pair, and the final positions.
struct TextLines: RecordingWriter {
  private var met: Set<[String]> = []
  private static let mostEvents = 30
  private static let mostBodies = 20

  mutating func write(_ part: RecordingPart, of simulation: Simulation, _ text: inout TextBuffer) {
    switch part {
    case .header: header(simulation, &text)
    case .pace(let pace):
      text.append("\(Self.column(simulation.time.decimal(4), 10)) s  ")
      text.append("from here on a step of \((pace.step * 1000).decimal(3)) ms, and ")
      text.append("\(pace.rate.decimal(3)) frames a second\n")
    case .events: events(simulation, &text)
    case .summary(let summary): self.summary(simulation, summary, &text)
    case .gap, .bodies, .frame: break
    }
  }

  private func header(_ simulation: Simulation, _ text: inout TextBuffer) {
    let scenario = simulation.scenario
    let bodies = counted(scenario.bodies.count, "body", "bodies")
    text.append("\(scenario.name.lineForTerminal): \(bodies)")
    if let walls = scenario.walls {
      text.append(" in a box of \(walls.width.decimal(3)) by \(walls.height.decimal(3))")
    }
    text.append(", a step of \((scenario.world.step * 1000).decimal(3)) ms\n")
  }

  /// Whether a summary begins with a line.
  static func begin(with line: some Collection<UInt8>) -> Bool {
    guard line.suffix(3).elementsEqual(" ms".utf8) else { return false }
    let form = /.*: \d+ bod(y|ies)( in a box of \S+ by \S+)?, a step of \S+ ms/
    return String(decoding: line, as: UTF8.self).wholeMatch(of: form) != nil
  }

  private mutating func events(_ simulation: Simulation, _ text: inout TextBuffer) {
    for event in simulation.events where event.kind == .quarantine || event.kind == .break {
      text.append("\(Self.column(simulation.time.decimal(4), 10)) s  ")
      text.append("\(event.a.lineForTerminal)\(event.kind.verb)\n")
    }
    for event in simulation.events where event.kind == .begin {
      guard met.count < Self.mostEvents, met.insert([event.a, event.b]).inserted else { continue }
      text.append("\(Self.column(simulation.time.decimal(4), 10)) s  ")
      text.append("\(event.a.lineForTerminal) meets \(event.b.lineForTerminal)\n")
      if met.count == Self.mostEvents { text.append("              …\n") }
    }
  }

  private func summary(_ simulation: Simulation, _ summary: RunSummary, _ text: inout TextBuffer) {
    // Dynamic bodies come first, static ones last.
    let all = Array(zip(simulation.descriptions, simulation.states))
    let rows = [BodyType.dynamic, .kinematic, .static].flatMap { type in
      all.filter { $0.0.type == type }
    }.prefix(Self.mostBodies)
    let names = rows.map(\.0.id.lineForTerminal)
    let width = max(4, names.map(\.count).max() ?? 4)
    let title = "body" + String(repeating: " ", count: width - 4)
    text.append(
      "\nat \(summary.time.decimal(4)) s\n  \(title)         x         y     angle     speed\n"
    )
    for (name, (_, state)) in zip(names, rows) {
      text.append("  \(name)\(String(repeating: " ", count: max(0, width - name.count)))")
      let speed = state.velocity.length
      for number in [state.position.x, state.position.y, state.angle, speed] {
        text.append(Self.column(number.decimal(3), 10))
      }
      text.append("\n")
    }
    if simulation.bodies.count > Self.mostBodies {
      text.append("  and \(simulation.bodies.count - Self.mostBodies) more\n")
    }
    pace(summary, &text)
    text.append("digest \(summary.digest)\n")
  }

  private func pace(_ summary: RunSummary, _ text: inout TextBuffer) {
    let statistics = summary.statistics
    text.append("\n\(summary.ticks) ticks")
    if let factor = statistics.realTimeFactor {
      let lateness = statistics.lateness
      text.append(" in \(statistics.elapsed.inSeconds.decimal(2)) s")
      text.append(" (\(factor.decimal(3))× real time), \(statistics.droppedTicks) dropped, ")
      text.append("late by \((lateness.percentile(0.5).inSeconds * 1000).decimal(2)) ms")
      text.append(" (99 %: \((lateness.percentile(0.99).inSeconds * 1000).decimal(2)) ms), ")
      text.append("load \(statistics.load.decimal(4))\n")
    } else {
      text.append("\n")
    }
  }

  private static func column(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(1, width - text.count)) + text
  }
}
