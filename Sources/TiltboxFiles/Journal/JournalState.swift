internal import Chipmunk
internal import Tiltbox
internal import TiltboxJSON

/// The content of a checkpoint in a journal: everything that the run's future depends on.
struct JournalState {
  var simulation: SimulationCheckpoint
  var isPaused: Bool
  var speed: Double
}

extension JournalState {
  /// The line without its newline and its check.
  var json: JSON {
    let counts = simulation.limitedTicks.sorted { $0.key < $1.key }
    let retired = simulation.retired.sorted { $0.key < $1.key }
    let touches = simulation.touches.map { touch in
      JSON.array([.number(touch.time), .number(touch.point.x), .number(touch.point.y)])
    }
    let handovers = simulation.handovers.map { record in
      let state = record.state
      let numbers = [
        record.time, state.position.x, state.position.y, state.angle, state.velocity.x,
        state.velocity.y, state.angularVelocity,
      ]
      return JSON.array([.whole(record.place)] + numbers.map(JSON.number))
    }
    var json: [(String, JSON)] = [
      ("state", .text(simulation.space.text)), ("digest", .text(simulation.digest.description)),
      ("tilt", JSON(Vector(simulation.tilt.x, simulation.tilt.y))),
      ("bodies", .array(simulation.descriptions.map(\.json))),
      (
        "since",
        .array([.whole(simulation.timeline.firstTick), .number(simulation.timeline.firstTime)])
      ),
      ("nextBody", .whole(simulation.nextTag)),
      ("retired", .array(retired.map { .pair($0.value, $0.key) })),
      ("limited", .array(counts.map { .pair($0.key, $0.value) })),
      ("pause", .flag(isPaused)), ("speed", .number(speed)),
    ]
    if simulation.quarantineCount > 0 {
      json.append(("quarantines", .whole(simulation.quarantineCount)))
      json.append(("quarantined", .array(simulation.quarantined.map(\.checkpointJSON))))
    }
    if !touches.isEmpty { json.append(("touches", .array(touches))) }
    if !handovers.isEmpty { json.append(("handovers", .array(handovers))) }
    return .object(json)
  }

  /// Reads a line; nil if something in it is wrong, which the diagnostics then report.
  init?(_ fields: Fields) {
    let decoder = BodyDecoder(diagnostics: fields.value.diagnostics)
    guard let digest = fields["digest"]?.text().flatMap({ Digest($0) }),
      let tilt = fields["tilt"]?.pair(), let nextTag = fields["nextBody"]?.whole(),
      let bodies = fields["bodies"]?.list()?.map({ decoder.body($0, name: "") }),
      let retired = fields["retired"]?.counts(), let limited = fields["limited"]?.counts(),
      let isPaused = fields["pause"]?.flag(), let speed = fields["speed"]?.number(),
      let since = fields["since"]?.pair(), let tick = Int(exactly: since.x),
      let space = fields["state"], let text = space.text()
    else { return nil }
    do {
      let checkpoint = try Checkpoint(text)
      simulation = SimulationCheckpoint(
        space: checkpoint,
        descriptions: bodies.compactMap(\.self),
        tilt: Tilt(x: tilt.x, y: tilt.y),
        digest: digest,
        limitedTicks: Dictionary(limited) { first, _ in first },
        quarantined: fields["quarantined"]?.quarantines() ?? [],
        quarantineCount: fields["quarantines"]?.whole() ?? 0,
        nextTag: nextTag,
        retired: Dictionary(retired.map { ($1, $0) }) { first, _ in first },
        timeline: Timeline(step: checkpoint.timeStep, from: tick, at: since.y),
        touches: fields["touches"]?.touches() ?? [],
        handovers: fields["handovers"]?.handovers() ?? []
      )
      (self.isPaused, self.speed) = (isPaused, speed)
    } catch {
      space.report(error.description)
      return nil
    }
  }
}

extension FieldTable {
  static let journalState = FieldTable(
    "journal state",
    "All that a run's future depends on.",
    [
      Field("state", .text, "The state of the space, as the physics library's owner writes it."),
      Field("digest", .text, "The fingerprint of the trajectory."),
      Field("tilt", .pair(Scenario.tilt, of: "x, y"), "The tilt that was given last, in g."),
      Field("bodies", .list(.mapping(.body), count: 0...Int.max), "The bodies as described."),
      Field("since", .pair(since, of: "tick, time"), "From where on its step holds."),
      Field("nextBody", .whole(0...Int.max), "The number that the next body gets."),
      Field("retired", counts, "Bodies that were removed since the step, and their numbers."),
      Field("limited", counts, "For how many ticks the speed limit has acted on which body."),
      Field("quarantines", .whole(0...Int.max), "How many bodies have diverged."),
      Field(
        "quarantined",
        .list(.list(.text, count: 8...8), count: 0...Simulation.mostQuarantined),
        "The first of them: id, tick, and the six numbers of the last good state."
      ),
      Field("pause", .flag, "Whether time stands still."),
      Field("speed", .number(PlaybackSpeed.range), "Simulated seconds in a real one."),
      Field("touches", touches, "The touches that layers still move by: time, x, y of each."),
      Field("handovers", handovers, "Handovers: place, time, x, y, angle, vx, vy, w of each."),
      Field("check", .text, "The fingerprint of this line and all others that are no states."),
    ],
    required: [
      "state", "digest", "tilt", "bodies", "since", "nextBody", "retired", "limited", "pause",
      "speed",
      "check",
    ]
  )

  private static let since = ParameterRange("start of a step", "", 0...1e15)
  private static let touches = FieldType.list(.numbers(count: 3...3), count: 0...Int.max)
  private static let handovers = FieldType.list(.numbers(count: 8...8), count: 0...Int.max)
  private static let counts = FieldType.list(.list(.text, count: 2...2), count: 0...Int.max)
}

extension JSON {
  fileprivate static func pair(_ id: String, _ number: Int) -> JSON {
    .array([.text(id), .whole(number)])
  }
}

extension Event {
  /// The id of a body that diverged, the tick, and its last valid state.
  fileprivate var checkpointJSON: JSON {
    let state = state ?? BodyState()
    let numbers = [
      state.position.x, state.position.y, state.angle, state.velocity.x, state.velocity.y,
      state.angularVelocity,
    ]
    return .array([.text(a), .whole(tick)] + numbers.map { .number($0) })
  }
}

extension Value {
  /// Reads the bodies that diverged; nil if the list is damaged, which the diagnostics then report.
  fileprivate func quarantines() -> [Event]? {
    list()?.compactMap { value in
      guard let row = value.list(), let id = row[0].text(), let tick = row[1].node.scalar?.whole
      else { return nil }
      let numbers = row.dropFirst(2).compactMap { $0.node.scalar?.number }
      guard numbers.count == 6 else {
        value.report("is no id with a tick and six numbers")
        return nil
      }
      let state = BodyState(
        position: Vector(numbers[0], numbers[1]),
        angle: numbers[2],
        velocity: Vector(numbers[3], numbers[4]),
        angularVelocity: numbers[5]
      )
      return Event(quarantineOf: id, tick: tick, state: state)
    }
  }

  /// Reads a list of handovers, each with a place, a time and a state.
  fileprivate func handovers() -> [HandoverRecord] {
    (node.sequence ?? []).compactMap { row in
      let n = row.sequence?.compactMap { $0.scalar?.number } ?? []
      guard n.count == 8, let place = Int(exactly: n[0]) else { return nil }
      let state = BodyState(
        position: Vector(n[2], n[3]),
        angle: n[4],
        velocity: Vector(n[5], n[6]),
        angularVelocity: n[7]
      )
      return HandoverRecord(place: place, time: n[1], state: state)
    }
  }

  /// Reads a list of touches, each with a time and a point.
  fileprivate func touches() -> [TouchDescription] {
    (node.sequence ?? []).compactMap { row in
      let numbers = row.sequence?.compactMap { $0.scalar?.number } ?? []
      guard numbers.count == 3 else { return nil }
      return TouchDescription(time: numbers[0], point: Vector(numbers[1], numbers[2]))
    }
  }

  /// Reads a list of pairs of an id and a number; nil if the value is not such a list.
  fileprivate func counts() -> [(String, Int)]? {
    guard let pairs = list()?.map({ $0.list() }) else { return nil }
    var counts: [(String, Int)] = []
    for pair in pairs {
      guard let pair, let id = pair[0].text(), let number = pair[1].node.scalar?.whole else {
        report("is no list of ids with a number each")
        return nil
      }
      counts.append((id, number))
    }
    return counts
  }
}
