internal import Chipmunk
package import Tiltbox
internal import TiltboxJSON

/// The content of a checkpoint in a journal: everything that the run's future depends on.
struct JournalState {
  var simulation: SimulationCheckpoint
  var isPaused = false
  var speed = 1.0
}

extension JournalState {
  /// The line without its newline and its check.
  var json: JSON {
    var members = [("state", JSON.text(simulation.space.text))] + Self.fields.json(self)
    members.append(("bodies", .array(progress.descriptions.map(\.json))))
    return .object(members)
  }

  /// Reads a line; nil if something in it is wrong, which the diagnostics then report.
  init?(_ fields: Fields) {
    guard let state = fields["state"], let text = state.text(),
      let bodies = fields["bodies"]?.list()
    else { return nil }
    do {
      simulation = SimulationCheckpoint(of: try Checkpoint(text))
    } catch {
      state.report(error.description)
      return nil
    }
    fields.read(Self.fields, into: &self)
    let decoder = BodyDecoder(diagnostics: fields.value.diagnostics)
    progress.descriptions = bodies.map { decoder.body($0, name: "") }
  }
}

// The fields, apart from those whose values other types read and write.
extension JournalState {
  private static let fields = Schema(
    .journalState,
    standard: JournalState(simulation: SimulationCheckpoint(of: Checkpoint())),
    properties
  )

  fileprivate static let properties: [Property<JournalState>] = [
    Property("digest", \.progress.digest, .text).always,
    // The tilt that was given last, in g.
    Property("tilt", \.progress.tilt, .pair(Scenario.tilt, of: "x, y")).always,
    // From where on its step holds.
    Property("since", \.since, .pair(start, of: "tick, time")).always,
    // The number that the next body gets.
    Property("nextBody", \.progress.nextTag, .whole(0...Int.max)).always,
    // Bodies that were removed since the step, and their numbers.
    Property("retired", \.retired, counts).always,
    // For how many ticks the speed limit has acted on which body.
    Property("limited", \.limited, counts).always,
    Property("pause", \.isPaused, .flag).always,
    Property("speed", \.speed, .number(PlaybackSpeed.range)).always,
    // How many bodies have diverged, and the first of them: id, tick, and the six numbers of the last good state.
    Property("quarantines", \.progress.quarantineCount, .whole(0...Int.max)),
    Property(
      "quarantined",
      \.progress.quarantined,
      .list(.list(.text, count: 8...8), count: 0...Simulation.mostQuarantined)
    ),
    // The touches that layers still move by: time, x, y of each.
    Property("touches", \.progress.touches, .list(.numbers(count: 3...3), count: 0...Int.max)),
    // Place, time, x, y, angle, vx, vy, w of each.
    Property("handovers", \.progress.handovers, handovers),
  ]

  private static let start = ParameterRange("start of a step", "", 0...1e15)
  private static let counts = FieldType.list(.list(.text, count: 2...2), count: 0...Int.max)
  private static let handovers = FieldType.list(.numbers(count: 8...8), count: 0...Int.max)

  private var progress: SimulationProgress {
    get { simulation.progress }
    set { simulation.progress = newValue }
  }

  /// An id and its number.
  fileprivate struct Count {
    let id: String
    let number: Int
  }

  private var since: Vector {
    get { Vector(Double(progress.timeline.firstTick), progress.timeline.firstTime) }
    set {
      let (step, tick) = (simulation.space.timeStep, Int(ticks: newValue.x))
      progress.timeline = Timeline(step: step, from: tick, at: newValue.y)
    }
  }

  private var retired: [Count] {
    get { progress.retired.sorted { $0.key < $1.key }.map { Count(id: $1, number: $0) } }
    set { progress.retired = Dictionary(newValue.map { ($0.number, $0.id) }) { id, _ in id } }
  }

  private var limited: [Count] {
    get { progress.limitedTicks.sorted { $0.key < $1.key }.map { Count(id: $0, number: $1) } }
    set { progress.limitedTicks = Dictionary(newValue.map { ($0.id, $0.number) }) { n, _ in n } }
  }
}

extension FieldTable {
  static let journalState = FieldTable(
    "journal state",
    "All that a run's future depends on: the space as a checkpoint's text, bodies as described.",
    [
      Field("state", .text), Field("bodies", .list(.mapping(.body), count: 0...Int.max)), check,
    ] + JournalState.properties.map(\.field),
    required: ["state", "bodies", "check"]
      + JournalState.properties.map(\.field).filter(\.isAlwaysWritten).map(\.key)
  )
}

extension Digest: FieldConvertible {
  package init?(_ content: FieldContent) {
    guard case .text(let text) = content else { return nil }
    self.init(text)
  }
  package var content: FieldContent? { .text(description) }
}

extension Tilt: FieldConvertible {
  package init?(_ content: FieldContent) {
    guard case .pair(let pair) = content else { return nil }
    self.init(x: pair.x, y: pair.y)
  }
  package var content: FieldContent? { .pair(Vector(x, y)) }
}

extension JournalState.Count: FieldConvertible {
  init?(_ content: FieldContent) {
    guard let words = [String](content), words.count == 2, let number = Int(words[1]) else {
      return nil
    }
    self.init(id: words[0], number: number)
  }
  var content: FieldContent? { .list([.text(id), .whole(number)]) }
}

extension TouchDescription: FieldConvertible {
  package init?(_ content: FieldContent) {
    guard let numbers = [Double](content), numbers.count == 3 else { return nil }
    self.init(time: numbers[0], point: Vector(numbers[1], numbers[2]))
  }
  package var content: FieldContent? { [time, point.x, point.y].content }
}

extension HandoverRecord: FieldConvertible {
  package init?(_ content: FieldContent) {
    guard let numbers = [Double](content), let place = numbers.first.flatMap(Int.init(exactly:)),
      let state = BodyState(numbers: numbers.dropFirst(2))
    else { return nil }
    self.init(place: place, time: numbers[1], state: state)
  }
  package var content: FieldContent? { ([Double(place), time] + state.numbers).content }
}

/// A body that diverged: its id, the tick, and its last valid state.
extension Event: FieldConvertible {
  package init?(_ content: FieldContent) {
    guard let words = [String](content), words.count == 8, let tick = Int(words[1]),
      let state = BodyState(numbers: words.dropFirst(2).compactMap(Double.init)[...])
    else { return nil }
    self.init(quarantineOf: words[0], tick: tick, state: state)
  }
  package var content: FieldContent? {
    let numbers = (state ?? BodyState()).numbers.map(FieldContent.number)
    return .list([.text(a), .whole(tick)] + numbers)
  }
}
