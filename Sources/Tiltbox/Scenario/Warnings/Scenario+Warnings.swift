import Chipmunk
import Motion

// Warnings are about valid parts of a scenario that look like mistakes.
extension Scenario {
  /// The longest step without a warning, in seconds.
  static let longestUsualStep = 0.1

  /// Returns the warnings about the scenario.
  ///
  /// - Parameters:
  ///   - unplaced: The indices of the bodies whose position was not given.
  ///   - worldFields: The fields of the world that were given.
  ///   - isExplicit: Whether the number of a field was written with its unit, or as a formula, so that it is meant.
  /// - Returns: One warning for each kind of mistake, at its first place. The scenario has no ``diagnostics()``.
  /// - Complexity: O(*shapes* · log *shapes*) for shapes of one size side by side.
  package func warnings(
    unplaced: Set<Int> = [],
    worldFields: Set<String> = [],
    isExplicit: (_ path: String) -> Bool = { _ in false }
  ) -> [Diagnostic] {
    let numbers = (gravityWarnings + stepWarnings).filter { !isExplicit($0.path) }
    return numbers + tiltWarnings(isExplicit) + worldWarnings(worldFields)
      + angleWarnings(isExplicit) + handoverWarnings
      + touchWarnings + columnWarnings + ineffectiveFieldWarnings
      + InitialPositions(self, unplaced: unplaced).warnings()
  }

  private var gravityWarnings: [Diagnostic] {
    guard world.gravity < 0 else { return [] }
    let message =
      "gravity is a size, whose direction is the tilt's; below 0 bodies fall against the tilt: write "
      + "\((-world.gravity).plain), or \"\(world.gravity.plain) units/s²\" if it is meant"
    return [.warning("world.gravity", message)]
  }

  private var stepWarnings: [Diagnostic] {
    guard world.step > Self.longestUsualStep else { return [] }
    // From 10 on, a number that was meant as a rate makes a usual step.
    let rate = world.step < 10 ? "120" : world.step.plain
    let message =
      "a step of \(world.step.plain) s is far too long for bodies to collide as they should; write 1/\(rate), or "
      + "\"\(world.step.plain) s\" if it is meant"
    return [.warning("world.step", message)]
  }

  /// The warnings about fields of the world that act only with the other engine, or with walls.
  private func worldWarnings(_ given: Set<String>) -> [Diagnostic] {
    let isTiltbox = world.engine == .tiltbox
    let needsWalls = world.speedLimit == .automatic && walls == nil
    let fields = [
      ("iterations", isTiltbox, "with engine: tiltbox; write substeps, or drop the field"),
      ("integrator", isTiltbox, "with engine: tiltbox, where a free fall is exact; drop the field"),
      ("substeps", !isTiltbox, "with engine: chipmunk; write iterations, or drop the field"),
      ("speedLimit", needsWalls, "without walls; write a number, in units/s, or drop the field"),
    ]
    return fields.filter { key, isIdle, _ in isIdle && given.contains(key) }
      .map { key, _, words in .warning("world.\(key)", "has no effect \(words)") }
  }

  /// The tilts, constant and animated, with their paths.
  private var tilts: [(path: String, numbers: [Double])] {
    var tilts: [(path: String, numbers: [Double])] = []
    if case .constant(let tilt) = tilt.source { tilts.append(("tilt.constant", [tilt.x, tilt.y])) }
    let parts = animations.enumerated().flatMap {
      $1.parts(at: "animations[\($0)]", until: .infinity)
    }
    for (path, part, _) in parts where part.target?.base == .tilt {
      let fields = part.change.fields
      for (key, numbers) in [("from", fields.ends.from), ("to", fields.ends.to)] {
        if let numbers { tilts.append(("\(path).\(key)", numbers)) }
      }
      tilts += (fields.values ?? []).enumerated().map { ("\(path).values[\($0)]", $1) }
    }
    return tilts
  }

  /// The warning about a tilt of about 9.81 g, probably meant in m/s².
  private func tiltWarnings(_ isExplicit: (_ path: String) -> Bool) -> [Diagnostic] {
    for (path, numbers) in tilts where !isExplicit(path) {
      let size = numbers.reduce(0) { $0 + $1 * $1 }.squareRoot()
      guard (9.5...10.5).contains(size) else { continue }
      func list(_ words: [String]) -> String {
        words.count == 1 ? words[0] : "[\(words.joined(separator: ", "))]"
      }
      let right = list(numbers.map { ($0 / size).brief(3) })
      // A number of an animation has no unit.
      let meant = list(numbers.map { path == "tilt.constant" ? "\($0.plain) g" : "=\($0.plain)" })
      let words = "\(size.brief(4)) g looks like m/s²; write \(right), or \(meant) if it is meant"
      return [.warning(path, words)]
    }
    return []
  }

  /// The warning about angles beyond a full turn, probably meant in degrees.
  private func angleWarnings(_ isExplicit: (_ path: String) -> Bool) -> [Diagnostic] {
    // A full turn written with few digits may be slightly larger.
    let turn = 2 * Double.pi * 1.001
    let bodies = bodies.enumerated().filter { abs($1.angle) > turn }
      .map { ("bodies[\($0)].angle", $1.id, $1.angle) }
    let layers = layers.enumerated().filter { abs($1.angle) > turn }
      .map { ("layers[\($0)].angle", $1.id, $1.angle) }
    let constraints = constraints.enumerated().flatMap { index, constraint in
      constraint.kind.angles.filter { abs($0.value) > turn }
        .map { ("constraints[\(index)].\($0.key)", "\(constraint.id).\($0.key)", $0.value) }
    }
    var warnings: [(owner: String, warning: Diagnostic)] = []
    for (path, id, angle) in bodies + layers + constraints where !isExplicit(path) {
      let message =
        "angles are in radians, and \(angle.plain) is more than a turn; write "
        + "\((angle * .pi / 180).brief(9)) for \(angle.plain) degrees, or "
        + "\"\(angle.plain) rad\" if it is meant"
      warnings.append((owner: id, warning: .warning(path, message)))
    }
    return Diagnostic.merged(warnings).map { [$0] } ?? []
  }

  /// The warning about touches to which nothing reacts.
  private var touchWarnings: [Diagnostic] {
    touches.isEmpty || answersTouches ? [] : [.warning("touches", Self.noAnswer)]
  }

  /// The warning about a value whose column of a CSV recording has the name of another column.
  private var columnWarnings: [Diagnostic] {
    let known = ["tick", "t", "id"] + BodyState.numberNames
    let index = values.firstIndex { $0.numbers.count == 1 && known.contains($0.id) }
    guard let index else { return [] }
    let message = "\"\(values[index].id)\" is another column of CSV recordings; give another id"
    return [.warning("values[\(index)].id", message)]
  }

  /// The warnings about fields without an effect, one for each reason.
  private var ineffectiveFieldWarnings: [Diagnostic] {
    // An animation at the end of a group begins, one at the end of the run does not.
    let end = (run.duration ?? .infinity).nextDown
    let parts = animations.enumerated().flatMap { $1.parts(at: "animations[\($0)]", until: end) }
    // These fill modes, and an offset, show an animation before it begins.
    let shown: [MediaTiming.FillMode] = [.backwards, .both]
    let begins = parts.filter { !shown.contains($0.part.play.fill) && $0.part.play.offset == nil }
      .map { ("\($0).begin", $1.play.begin, $2) }
    let times =
      begins + handovers.enumerated().map { ("handovers[\($0)].at", $1.time ?? 0, end) }
      + touches.enumerated().map { ("touches[\($0)].at", $1.time, end) }
    func isInGroup(_ path: String) -> Bool { path.contains(".group[") }
    let late = times.filter { $1 > 0 && $1 > $2 }.map { path, time, end in
      let whole = isInGroup(path) ? "group" : "run"
      let words = "\(time.plain) s is not before the end of the \(whole) at \(end.plain) s"
      return (path, path, "\(words); give an earlier time, or a longer duration")
    }
    func given(_ index: Int, _ fields: [(key: String, isGiven: Bool)], _ words: String)
      -> [(owner: String, path: String, words: String)]
    {
      fields.filter(\.isGiven).map { key, _ in
        ("\(bodies[index].id).\(key)", "bodies[\(index)].\(key)", "has no effect on \(words)")
      }
    }
    // Indices, since copying each body takes long in a large scenario.
    let idle = bodies.indices.filter { bodies[$0].type != .dynamic }.flatMap { index in
      let body = bodies[index]
      let fields = [
        ("gravityScale", body.gravityScale != 1), ("damping", body.damping != 1),
        ("angularDamping", body.angularDamping != 1),
      ]
      return given(index, fields, "a \(body.type) body; drop it, or make the body dynamic")
    }
    let held = Set(handovers.map(\.body))
    let still = bodies.indices.filter { held.contains(bodies[$0].id) }.flatMap { index in
      let body = bodies[index]
      let fields = [
        ("velocity", body.velocity != .zero), ("angularVelocity", body.angularVelocity != 0),
      ]
      return given(index, fields, "a body that handovers hold at first; drop it")
    }
    let targets = Set(parts.compactMap { $0.part.target?.base })
    func isUnseen(_ look: Appearance, _ line: AnimationTarget) -> Bool {
      look.stroke == nil && (look.lineWidth != 1 || targets.contains(line))
    }
    let lines =
      bodies.indices.filter {
        isUnseen(bodies[$0].appearance, .look(body: bodies[$0].id, .lineWidth))
      }
      .map { (bodies[$0].id, "bodies[\($0)]") }
      + layers.enumerated().filter { isUnseen($1.appearance, .layer($1.id, .look(.lineWidth))) }
      .map { ($1.id, "layers[\($0)]") }
    let unseen = lines.map { id, path in
      (id, "\(path).lineWidth", "has no effect without a stroke; give one, or drop it")
    }
    let smooth = bodies.indices.flatMap { index in
      let (id, shapes) = (bodies[index].id, bodies[index].shapes)
      return shapes.enumerated()
        .filter { $1.surface.velocity != .zero && $1.surface.friction == 0 }
        .map { place, _ in
          let path = "bodies[\(index)].shapes[\(place)].surfaceVelocity"
          return (id, path, "has no effect without friction; give friction: 0.5, or drop it")
        }
    }
    let (inGroups, ofRun) = (late.filter { isInGroup($0.1) }, late.filter { !isInGroup($0.1) })
    return [ofRun, inGroups, idle, still, unseen, smooth].compactMap { fields in
      Diagnostic.merged(fields.map { (owner: $0, warning: .warning($1, $2)) })
    }
  }

  /// Whether a layer or a handover reacts to touches.
  var answersTouches: Bool {
    layers.contains { $0.following != nil } || handovers.contains(where: \.isTap)
  }

  /// What a scenario lacks in which nothing reacts to touches.
  static let noAnswer = "nothing answers a touch; give a layer follows, or a handover tap: true"

  /// The warning about a handover that must happen after another one of its body, and has an earlier time.
  private var handoverWarnings: [Diagnostic] {
    var latest: [String: Double] = [:]
    for (index, handover) in handovers.enumerated() {
      guard let time = handover.time else { continue }
      if let before = latest[handover.body], time < before {
        let message =
          "at \(time.plain) s, but the handovers of \"\(handover.body)\" happen in the order of the file, "
          + "and one above waits until \(before.plain) s; put them in the order of their times"
        return [.warning("handovers[\(index)].at", message)]
      }
      latest[handover.body] = time
    }
    return []
  }
}

extension Diagnostic {
  /// Makes a warning about a field of a scenario.
  static func warning(_ path: String, _ message: String) -> Diagnostic {
    Diagnostic(severity: .warning, path: path, message)
  }

  /// Merges warnings of one kind into the first of them, which then names the owners of the others; nil for none.
  static func merged(_ warnings: [(owner: String, warning: Diagnostic)]) -> Diagnostic? {
    guard var merged = warnings.first?.warning else { return nil }
    merged.message += likewise(warnings.dropFirst().map { $0.owner })
    return merged
  }

  /// `; the same goes for crate-2, crate-3 and 7 more`.
  package static func likewise(_ owners: [String]) -> String {
    guard let last = owners.last else { return "" }
    let count = owners.count
    let words =
      count > 4
      ? owners[..<3].joined(separator: ", ") + " and \(count - 3) more"
      : (count > 1 ? owners.dropLast().joined(separator: ", ") + " and " : "") + last
    return "; the same goes for \(words)"
  }
}

/// The pairs of bodies that constraints join directly.
struct JoinedBodies {
  /// The index of the first constraint between two bodies, and whether they collide: one constraint can prevent it.
  typealias Joints = (first: Int, collide: Bool)

  /// The joints by the range of the two bodies' indices.
  private var joints: [ClosedRange<Int>: Joints] = [:]

  init(_ scenario: Scenario) {
    guard !scenario.constraints.isEmpty else { return }
    let indices = Dictionary(scenario.bodies.enumerated().map { ($1.id, $0) }) { first, _ in first }
    for (index, constraint) in scenario.constraints.enumerated() {
      guard let a = indices[constraint.a], let b = indices[constraint.b] else { continue }
      let pair = min(a, b)...max(a, b)
      joints[pair, default: (index, true)].collide =
        constraint.collidesBodies && joints[pair]?.collide != false
    }
  }

  /// The constraints between two bodies; nil if there are none.
  func joints(between a: Int, _ b: Int) -> Joints? { joints[min(a, b)...max(a, b)] }
}

/// The pairs of shapes of different bodies, at least one of them dynamic, whose boxes overlap.
///
/// The plane is divided into rows about twice as high as a shape, and each row is swept from left to right. Shapes side
/// by side take O(*n* · log *n*). In heaps so dense that the search would take long, it ends early.
struct OverlappingPairs {
  /// A shape in a row.
  private struct Entry {
    let row: Int
    let left: Double
    let shape: Int
  }

  private let shapes: [StartingShape]
  private let height: Double
  private var entries: [Entry] = []
  private var (first, second) = (0, 0)
  /// The number of comparisons left.
  private var budget: Int

  init(_ shapes: [StartingShape]) {
    self.shapes = shapes
    budget = 1_000_000 + 50 * shapes.count
    let heights = shapes.reduce(0) { $0 + $1.box.high.y - $1.box.low.y }
    height = max(2 * heights / Double(max(shapes.count, 1)), 1e-6)
    entries.reserveCapacity(3 * shapes.count)
    for (index, shape) in shapes.enumerated() {
      for row in row(of: shape.box.low.y)...row(of: shape.box.high.y) {
        entries.append(Entry(row: row, left: shape.box.low.x, shape: index))
      }
    }
    entries.sort { ($0.row, $0.left, $0.shape) < ($1.row, $1.left, $1.shape) }
  }

  private func row(of y: Double) -> Int { Int((y / height).rounded(.down)) }

  /// The indices of the next two shapes; nil at the end.
  mutating func next() -> (Int, Int)? {
    while first < entries.count, budget > 0 {
      let entry = entries[first]
      let right = shapes[entry.shape].box.high.x
      second = max(second, first) + 1
      while second < entries.count, budget > 0 {
        let other = entries[second]
        if other.row != entry.row || other.left >= right { break }
        budget -= 1
        if meet(entry.shape, other.shape, in: entry.row) { return (entry.shape, other.shape) }
        second += 1
      }
      (first, second) = (first + 1, 0)
    }
    return nil
  }

  /// Whether two shapes overlap in height, and this is their first common row.
  private func meet(_ index: Int, _ other: Int, in row: Int) -> Bool {
    let low = max(shapes[index].box.low.y, shapes[other].box.low.y)
    return low < min(shapes[index].box.high.y, shapes[other].box.high.y)
      && self.row(of: low) == row && shapes[index].body != shapes[other].body
      && (shapes[index].type == .dynamic || shapes[other].type == .dynamic)
  }
}
