internal import Chipmunk
public import Tiltbox
internal import TiltboxJSON

extension Request {
  /// Reads the one verb of a line; nil if it is missing or wrong, which `diagnostics` then reports.
  init?(_ fields: Fields, _ diagnostics: Diagnostics) {
    // Some tables have only a part of the verbs.
    guard
      let verb = FieldTable.verbs.first(where: { fields.table[$0] != nil && fields.has($0) }),
      let value = fields[verb]
    else { return nil }
    self.init(value, verb, diagnostics)
  }

  /// Reads the value of a verb; nil if it is wrong, which `diagnostics` then reports.
  init?(_ value: Value, _ verb: String, _ diagnostics: Diagnostics) {
    switch verb {
    case "tilt":
      guard let tilt = value.pair() else { return nil }
      self = .tilt(Tilt(x: tilt.x, y: tilt.y))
    case "add":
      let decoder = BodyDecoder(diagnostics: diagnostics)
      let name = BodyNames.names(of: [value.node])[0]
      let body = decoder.body(value, name: name)
      guard value.node.mapping != nil else { return nil }
      value.report(body.diagnostics(at: "bodies[0]"))
      self = .add(body)
    case "remove":
      guard let id = value.text() else { return nil }
      self = .remove(id: id)
    case "impulse":
      guard let fields = value.fields(), let id = fields["body"]?.text(),
        let impulse = fields["by"]?.pair()
      else { return nil }
      let point = fields["at"]?.pair()
      if fields.has("at"), point == nil { return nil }
      self = .impulse(id: id, by: impulse, at: point)
    case "tap":
      guard let point = value.pair() else { return nil }
      self = .tap(point)
    case "timeStep":
      guard let step = value.number() else { return nil }
      self = .timeStep(step)
    case "pause":
      guard let pauses = value.flag() else { return nil }
      self = .pause(pauses)
    case "speed":
      guard let speed = value.number() else { return nil }
      guard PlaybackSpeed.range.contains(speed) else {
        value.reportRange(of: speed, PlaybackSpeed.range)
        return nil
      }
      self = .speed(speed)
    default:
      guard let request = Self.flags[verb], value.isTrue() else { return nil }
      self = request
    }
  }

  /// The verbs whose value is always `true`.
  private static let flags: [String: Request] = [
    "step": .step, "checkpoint": .checkpoint, "reset": .reset, "quit": .quit,
  ]

  /// The verb and its value, as in a line.
  var member: (String, JSON) {
    switch self {
    case .tilt(let tilt): ("tilt", JSON(Vector(tilt.x, tilt.y)))
    case .add(let body): ("add", body.json)
    case .remove(let id): ("remove", .text(id))
    case .impulse(let id, let impulse, let point):
      (
        "impulse",
        .object(
          [("body", .text(id)), ("by", JSON(impulse))] + (point.map { [("at", JSON($0))] } ?? [])
        )
      )
    case .tap(let point): ("tap", JSON(point))
    case .timeStep(let step): ("timeStep", .number(step))
    case .pause(let pauses): ("pause", .flag(pauses))
    case .speed(let speed): ("speed", .number(speed))
    case .step: ("step", .flag(true))
    case .checkpoint: ("checkpoint", .flag(true))
    case .reset: ("reset", .flag(true))
    case .quit: ("quit", .flag(true))
    }
  }

  /// The request as a line of JSON: `{"remove":"crate-1"}`.
  public var json: String { JSON.object([member]).line }
}

extension Value {
  /// Whether the value is the flag `true`; reports anything else as a problem.
  func isTrue() -> Bool {
    guard let flag = flag() else { return false }
    if !flag { report("is false; give true, or drop it") }
    return flag
  }

  /// Reports the problems of a body that this value describes, at the places of its fields.
  fileprivate func report(_ found: [Diagnostic]) {
    guard !found.isEmpty else { return }
    let bodies = Node(content: .sequence([node]), place: node.place)
    let entry = Node.Entry(key: "bodies", keyPlace: node.place, value: bodies)
    let places = DiagnosticPlaces(root: Node(content: .mapping([entry]), place: node.place))
    for diagnostic in found {
      var diagnostic = places.placed(diagnostic)
      diagnostic.path = path + diagnostic.path.dropFirst("bodies[0]".count)
      if !diagnostics.suppresses(diagnostic.path) { diagnostics.report(diagnostic) }
    }
  }

  func reportRange(of number: Double, _ quantity: ParameterRange) {
    do { try quantity.check(number) } catch { report(error.description) }
  }
}
