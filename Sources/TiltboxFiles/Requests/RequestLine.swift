internal import Chipmunk
public import Tiltbox
internal import TiltboxJSON

/// A line with a command: a request, and the mark that identifies its answer.
///
/// ```
/// {"impulse":{"body":"crate-1","by":[5000,0]},"ack":7}
/// ```
package struct RequestLine: Sendable {
  /// The request, or the reason why it cannot be understood.
  package let request: Result<Request, RequestError>
  /// The mark as JSON, a text with its quotes; nil if the sender wants no answer.
  package let ack: String?

  /// Reads a line. Complexity: O(*bytes*).
  package init(_ line: some Collection<UInt8>) {
    (request, ack) = Self.read(line, as: .command, Request.init)
  }

  /// Reads a line with the fields of a table.
  static func read<Content>(
    _ line: some Collection<UInt8>,
    as table: FieldTable,
    _ make: (Fields) -> Content?
  ) -> (Result<Content, RequestError>, ack: String?) {
    let bytes = ArraySlice(line)
    // The advice on a mistake takes longer than the rest, and viewers can send many.
    let diagnostics = Diagnostics(most: mostDiagnostics)
    var content: Content?
    var ack: String?
    do throws(Diagnostic) {
      let root = try Node(line: bytes)
      ack = root["ack"]?.scalar?.json
      let value = Value(root, at: "", as: .mapping(table), diagnostics)
      if let fields = value.fields() {
        if let ack = fields["ack"], ack.node.scalar == nil {
          ack.report("expected a text or a number, got \(ack.node)")
        }
        content = make(fields)
      }
    } catch {
      diagnostics.report(error)
      ack = salvagedAck(in: bytes)
    }
    guard let content, diagnostics.isEmpty else {
      return (.failure(RequestError(diagnostics)), ack)
    }
    return (.success(content), ack)
  }

  private static let mostDiagnostics = 8

  /// Returns the mark of a line that is not valid JSON, if it can be recognized.
  private static func salvagedAck(in bytes: ArraySlice<UInt8>) -> String? {
    guard let key = bytes.firstRange(of: "\"ack\"".utf8) else { return nil }
    let rest = bytes[key.upperBound...].drop { $0 == 0x20 }
    guard rest.first == UInt8(ascii: ":") else { return nil }
    let value = rest.dropFirst().drop { $0 == 0x20 }
    let isText = value.first == UInt8(ascii: "\"")
    let end =
      isText
      ? value.dropFirst().firstIndex(of: UInt8(ascii: "\"")).map { $0 + 1 }
      : value.firstIndex { [UInt8(ascii: ","), UInt8(ascii: "}"), 0x20].contains($0) }
    return try? Node(line: value[..<(end ?? value.endIndex)]).scalar?.json
  }
}

extension RequestError {
  /// Describes the fields that are wrong, each with its value, unit and remedy; or the byte at which the JSON is
  /// invalid.
  init(_ diagnostics: Diagnostics) {
    let lines = diagnostics.error(file: "", overrides: []).diagnostics.map { diagnostic in
      guard diagnostic.path.isEmpty, case .file(_, let column)? = diagnostic.place, column > 1
      else { return diagnostic.text }
      return "byte \(column): \(diagnostic.message)"
    }
    self.init(lines.joined(separator: "\n"))
  }
}

extension Scalar {
  /// The scalar as written in JSON; as a text if it is a bare word that JSON does not have.
  var json: String { isPlain && JSON.hasWord(text) ? text : JSON.text(text).line }
}

extension Request {
  /// Reads the one verb of a line; nil after reporting that it is missing or wrong.
  init?(_ fields: Fields) {
    // Some tables have only a part of the verbs.
    guard
      let verb = FieldTable.verbs.first(where: { fields.table[$0] != nil && fields.has($0) }),
      let value = fields[verb]
    else { return nil }
    self.init(value, verb)
  }

  /// Reads the value of a verb; nil after reporting that it is wrong.
  init?(_ value: Value, _ verb: String) {
    let request: Request? =
      switch verb {
      case "tilt": value.pair().map { .tilt(Tilt(x: $0.x, y: $0.y)) }
      case "add": value.addedBody().map { .add($0) }
      case "remove": value.text().map { .remove(id: $0) }
      case "impulse": value.impulse()
      case "tap": value.pair().map { .tap($0) }
      case "timeStep": value.number().map { .timeStep($0) }
      case "pause": value.flag().map { .pause($0) }
      case "speed": value.number(in: PlaybackSpeed.range).map { .speed($0) }
      default: value.isTrue() ? Self.flags[verb] : nil
      }
    guard let request else { return nil }
    self = request
  }

  /// The verbs whose value is always `true`.
  private static let flags: [String: Request] = [
    "step": .step, "checkpoint": .checkpoint, "reset": .reset, "quit": .quit,
  ]

  /// The verb and its value, as in a line.
  var member: (String, JSON) {
    switch self {
    case .tilt(let tilt): ("tilt", JSON(Vector(tilt.x, tilt.y)))
    case .add(let body): ("add", body.id.isEmpty ? body.json.without("id") : body.json)
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
    let locator = DiagnosticLocator(root: Node(content: .mapping([entry]), place: node.place))
    for diagnostic in found {
      var diagnostic = locator.placed(diagnostic)
      diagnostic.path = path + diagnostic.path.dropFirst("bodies[0]".count)
      if !diagnostics.suppresses(diagnostic.path) { diagnostics.report(diagnostic) }
    }
  }

  /// Returns the number if it is in a range; reports any other value.
  fileprivate func number(in range: ParameterRange) -> Double? {
    guard let number = number() else { return nil }
    if range.contains(number) { return number }
    report("is \(number.shortest); give \(range.rule)")
    return nil
  }

  /// Decodes a body to add, without an id if none is given: the simulation knows which names are free.
  fileprivate func addedBody() -> BodyDescription? {
    let name = BodyNames.names(of: [node])[0]
    var body = BodyDecoder(diagnostics: diagnostics).body(self, name: name)
    guard node.mapping != nil else { return nil }
    report(body.diagnostics(at: "bodies[0]"))
    if node["id"]?.scalar?.isNull != false { body.id = "" }
    return body
  }

  fileprivate func impulse() -> Request? {
    guard let fields = fields(), let id = fields["body"]?.text(), let by = fields["by"]?.pair()
    else { return nil }
    let point = fields["at"]?.pair()
    return fields.has("at") && point == nil ? nil : .impulse(id: id, by: by, at: point)
  }
}

// The fields of a line with a command, and of a line of a journal.
extension FieldTable {
  /// The keys that name a command; each line has one of them.
  static let verbs = commandFields.map(\.key) + ["quit"]

  static let command = FieldTable(
    "command",
    "Something that changes a run from outside.",
    commandFields + [quit, ack],
    alternatives: .exactlyOne(verbs)
  )

  /// The keys for the requests that only a viewer of a live run can make.
  static let viewerVerbs = ["step", "reset", "scene", "drag", "release", "lock", "seen"]

  static let viewerLine = FieldTable(
    "viewer's line",
    "Something that a viewer of a live run asks for.",
    commandFields + [
      Field("step", .flag), Field("reset", .flag), Field("scene", .text),
      Field("drag", .mapping(.drag)), Field("release", .flag), Field("lock", .flag),
      // The newest tick that the viewer has drawn.
      Field("seen", .whole(0...(1 << 53))), quit, ack,
    ],
    alternatives: .atMostOne(verbs + viewerVerbs)
  )

  /// The requests to an environment, whose list of bodies is fixed.
  private static let environmentVerbs = ["tilt", "impulse", "tap"]

  static let environmentLine = FieldTable(
    "environment line",
    "Something that changes one of several environments, by its number from 0 on, or all of them.",
    commandFields.filter { environmentVerbs.contains($0.key) } + [
      Field("environment", .whole(0...Int(UInt32.max)))
    ],
    alternatives: .exactlyOne(environmentVerbs)
  )

  static let drag = FieldTable(
    "drag",
    "A spring between a point of a body, in its own coordinates, and a point of the world.",
    [Field("body", .text), Field("at", point), Field("to", point)],
    required: ["body", "at", "to"]
  )

  static let journalLine = FieldTable(
    "journal line",
    "Something that has changed a run, and the tick from which on it acts.",
    commandFields + [
      Field("timeStep", .number(.timeStep)), Field("tick", .whole(0...Int.max)),
      // The fingerprints of the trajectory so far, and at the end of the run.
      Field("digest", .text), Field("end", .text), check,
    ],
    required: ["tick"],
    alternatives: .exactlyOne(verbs.filter { $0 != "quit" } + ["timeStep", "digest", "end"])
  )

  static let journalHeader = FieldTable(
    "journal header",
    "What a run was made from: the versions of the format and of what wrote it, and the scenario.",
    [
      Field("tiltbox", .whole(1...1)), Field("kind", .choice(["journal"])),
      Field("version", .text), Field("chipmunk", .text), Field("scenario", .mapping(.scenario)),
      check,
    ],
    required: ["tiltbox", "kind", "scenario"]
  )

  private static let point = FieldType.pair(.position, of: "x, y")
  private static let quit = Field("quit", .flag)
  /// A text or a number that comes back in the answer.
  private static let ack = Field("ack", .text)
  /// The fingerprint of all bytes of the journal before the comma.
  static let check = Field("check", .text)

  private static let commandFields = [
    Field("tilt", .pair(Scenario.tilt, of: "x, y")), Field("add", .mapping(.body)),
    Field("remove", .text), Field("impulse", .mapping(.impulse)), Field("tap", point),
    Field("pause", .flag), Field("speed", .number(PlaybackSpeed.range)),
    Field("checkpoint", .flag),
  ]

  static let impulse = FieldTable(
    "impulse",
    "A push of a dynamic body at a point of the world, or at its centre of gravity.",
    [Field("body", .text), Field("by", .pair(.impulse, of: "x, y")), Field("at", point)],
    required: ["body", "by"]
  )
}

/// A line with a command for one of several environments, or for all of them.
///
/// ```
/// {"environment":3,"impulse":{"body":"ball","by":[40,0]}}
/// ```
package struct EnvironmentLine: Sendable {
  /// The number of the environment, from 0; nil for all.
  package let environment: Int?
  /// The request.
  package let request: Request

  /// Reads a line.
  ///
  /// - Throws: ``RequestError`` with the problem.
  /// - Complexity: O(*bytes*).
  package init(_ line: some Collection<UInt8>) throws(RequestError) {
    let (result, _) = RequestLine.read(line, as: .environmentLine) { fields in
      Request(fields).map { (environment: fields["environment"]?.whole(), request: $0) }
    }
    (environment, request) = try result.get()
  }
}
