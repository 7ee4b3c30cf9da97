internal import Chipmunk
public import Tiltbox

extension Command {
  /// Reads what a command's verb is followed by; nil if it is wrong, which is noted.
  init?(_ value: Value, _ verb: String, _ findings: Findings) {
    switch verb {
    case "tilt":
      guard let tilt = value.pair() else { return nil }
      self = .tilt(Tilt(x: tilt.x, y: tilt.y))
    case "add":
      let decoder = BodyDecoder(findings: findings)
      let name = BodyNames.names(of: [value.node])[0]
      let body = decoder.body(value, name: name)
      guard value.node.mapping != nil else { return nil }
      value.report(body.problems(at: "bodies[0]"))
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
    case "timeStep":
      guard let step = value.number() else { return nil }
      self = .timeStep(step)
    default: return nil
    }
  }

  /// The verb and what follows it, as in a line of commands.
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
    case .timeStep(let step): ("timeStep", .number(step))
    }
  }

  /// The command as a line of commands has it: `{"remove":"crate-1"}`.
  public var json: String { JSON.object([member]).line }
}

extension Value {
  /// Notes what is wrong with a body that stands here, at the places where the fields stand.
  fileprivate func report(_ problems: [ScenarioProblem]) {
    guard !problems.isEmpty else { return }
    let bodies = Node(content: .sequence([node]), place: node.place)
    let entry = Node.Entry(key: "bodies", keyPlace: node.place, value: bodies)
    let places = ProblemPlaces(root: Node(content: .mapping([entry]), place: node.place))
    for problem in problems {
      let finding = places.finding(problem)
      let field = path + finding.path.dropFirst("bodies[0]".count)
      if !findings.suppresses(field) { findings.report(finding.message, at: field, finding.place) }
    }
  }

  func reportRange(of number: Double, _ quantity: Quantity) {
    do { try quantity.check(number) } catch { report(error.description) }
  }
}
