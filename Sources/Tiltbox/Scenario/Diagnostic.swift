import Chipmunk
package import Motion

/// Something wrong with an input, such as a scenario or a recording: where it is, what it is, and the remedy.
public struct Diagnostic: Error, Hashable, Sendable {
  /// The consequence of what is wrong.
  public enum Severity: Hashable, Sendable {
    /// The input cannot be used, or a part of it is lost.
    case error
    /// The input can be used, but is probably not as intended.
    case warning
  }

  /// The place of a value in an input. Places in the file come before overrides.
  public enum SourceLocation: Hashable, Comparable, Sendable {
    /// A line and a column of the file, both counted from 1; columns count Unicode scalars.
    case file(line: Int, column: Int)
    /// An override, by its number in the list of overrides, counted from 0.
    case override(Int)
  }

  /// Whether the input can be used.
  public var severity: Severity
  /// The file, as named by the caller; for a place in an override, the override as written: `world.gravity=500`; for a
  /// recording, the file with the line or the byte. Nil for a scenario that is not from a file.
  public var source: String?
  /// The place in the source, if it is known.
  public var place: SourceLocation?
  /// The path of the field, such as `bodies[2].mass`, whose body may be repeated in the file; empty if the diagnostic
  /// concerns no single field. A shape's is `bodies[2].shapes[0].geometry`, `.radius`, `.center` or `.friction`.
  public var path: String
  /// The problem, with the value and its unit, and the remedy.
  public var message: String

  /// Makes a diagnostic.
  public init(
    severity: Severity = .error,
    source: String? = nil,
    place: SourceLocation? = nil,
    path: String = "",
    _ message: String
  ) {
    (self.severity, self.source, self.place) = (severity, source, place)
    (self.path, self.message) = (path, message)
  }
}

extension Diagnostic: CustomStringConvertible {
  /// `file:line:column: path: message`, or `--set path=value: path: message`, without the parts that are not known; a
  /// warning has `warning: ` before the path.
  public var description: String {
    [origin, severity == .warning ? "warning" : nil, text].compactMap(\.self)
      .joined(separator: ": ")
  }

  /// `file:line:column`, or `--set path=value`.
  package var origin: String? {
    let source = source?.escapedName
    guard let source, let place else { return source }
    return switch place {
    case .file(let line, let column): "\(source):\(line):\(column)"
    case .override: "--set \(source)"
    }
  }

  /// The path, if there is one, and the message.
  package var text: String { path.isEmpty ? message : "\(path): \(message)" }
}

extension Diagnostic.SourceLocation {
  /// The beginning of a file.
  package static let start = Self.file(line: 1, column: 1)
}

/// The diagnostics of a scenario found so far.
package struct DiagnosticList {
  package var diagnostics: [Diagnostic] = []
  /// The names that the scenario lacks, by the index of the diagnostic that says so.
  package private(set) var missing: [Int: MissingName] = [:]
  /// Whether there are so many that the rest of a list is not looked at.
  var isFull: Bool { diagnostics.count >= Scenario.mostDiagnostics }
  /// The names of the scenario.
  var names: ScenarioNames
  /// Suggests similar names.
  private var suggester = Suggester()

  init(of scenario: Scenario? = nil) { names = ScenarioNames(scenario) }

  mutating func add(_ path: String, _ message: String, missing: MissingName? = nil) {
    if let missing { self.missing[diagnostics.count] = missing }
    diagnostics.append(Diagnostic(path: path, message))
  }

  mutating func attempt(
    _ path: @autoclosure () -> String,
    _ work: () throws(PhysicsError) -> Void
  ) {
    do { try work() } catch { add(path(), error.description) }
  }

  mutating func check(_ path: @autoclosure () -> String, _ value: Double, _ range: ParameterRange) {
    do { try range.check(value) } catch { add(path(), error.description) }
  }

  mutating func check(_ path: @autoclosure () -> String, _ value: Vector, _ range: ParameterRange) {
    check(path(), range.contains(value.x) ? value.y : value.x, range)
  }

  /// Checks every number of a value against its range. This is the only such check before the C library is called. In a
  /// world with `engine: chipmunk`, also reports the given fields that have no effect there.
  ///
  /// If ranges depend on it, the value's alternative of the table decides.
  mutating func check<Root>(
    _ root: Root,
    _ schema: Schema<Root>,
    at path: @autoclosure () -> String,
    in engine: Engine = .tiltbox,
    beside alternative: String? = nil,
    except: @autoclosure () -> Set<String> = []
  ) {
    for property in schema.suspects(in: root) {
      let field = property.field
      guard let content = property.content(root), !except().contains(field.key),
        let range = field.range(beside: alternative)
      else { continue }
      switch content {
      case .number(let number):
        check("\(path()).\(field.key)", field.hasFreeSign ? abs(number) : number, range)
      case .whole(let number): check("\(path()).\(field.key)", Double(number), range)
      case .pair(let pair): check("\(path()).\(field.key)", pair, range)
      default: break
      }
    }
    guard engine == .chipmunk else { return }
    let words = "has no effect with engine: chipmunk; write engine: tiltbox, or drop it"
    for member in schema.members(of: root) where Self.fieldsOfTiltbox.contains(member.key) {
      add("\(path()).\(member.key)", words)
    }
  }

  /// The fields of bodies and surfaces that have an effect with `engine: tiltbox` alone.
  private static let fieldsOfTiltbox: Set = [
    "gravityScale", "damping", "angularDamping", "oneWay", "rollingResistance",
  ]

  /// Returns the index of a body; reports an id that no body has.
  @discardableResult
  mutating func body(_ id: String, at path: String, orElse others: [String] = []) -> Int? {
    index(id, "body", among: names.bodies, orElse: others, in: "bodies", at: path)
  }

  mutating func constraint(_ id: String, at path: String) -> Int? {
    index(id, "constraint", among: names.constraints, in: "constraints", at: path)
  }

  mutating func layer(_ id: String, at path: String) -> Int? {
    index(id, "layer", among: names.layers, in: "layers", at: path)
  }

  mutating func value(_ id: String, at path: String) -> Int? {
    index(id, "value", among: names.values, in: "values", at: path)
  }

  private mutating func index(
    _ id: String,
    _ what: String,
    among known: KnownNames,
    orElse others: [String] = [],
    in list: String,
    at path: String
  ) -> Int? {
    if let index = known[id] { return index }
    let words = suggester.unknown(id, what, among: known.names, orElse: others)
    add(path, words, missing: MissingName(id, in: list))
    return nil
  }

  /// Returns the nearest of some names, the last of equally near ones.
  mutating func nearest(to name: String, among known: KnownNames) -> String? {
    suggester.nearest(to: name, among: known.names.reversed())
  }

  /// Reports an id that is empty, or that would break the lines of a recording.
  mutating func checkName(_ id: String, at path: @autoclosure () -> String) {
    if id.isEmpty { add("\(path()).id", "the id is empty; give a name") }
    if id.unicodeScalars.contains(where: { $0.value < 32 || 0x7F...0x9F ~= $0.value }) {
      add("\(path()).id", "the id has a control character, such as a line end; drop it")
    }
  }

  /// Reports each name in a list that an earlier element has already.
  mutating func checkNames(_ names: [String], of list: String) {
    guard Set(names).count < names.count else { return }
    var first: [String: Int] = [:]
    for (index, name) in names.enumerated() {
      if let other = first[name] {
        add("\(list)[\(index)].id", "\"\(name)\" names \(list)[\(other)] already; give another id")
      } else {
        first[name] = index
      }
    }
  }
}

/// A name that no element of one of the scenario's lists has.
package struct MissingName: Hashable, Sendable {
  /// The list: `bodies`, `constraints`, `values`, `layers` or `handovers`, whose names are those of their bodies.
  package let list: String
  package let name: String

  init(_ name: String, in list: String) { (self.name, self.list) = (name, list) }
}

extension Schema {
  /// The numbers of a value that are out of range; their paths begin with the given one.
  package func diagnostics(of root: Root, at path: String) -> [Diagnostic] {
    var found = DiagnosticList()
    found.check(root, self, at: path)
    return found.diagnostics
  }
}

extension DiagnosticList {
  /// Runs code that may throw an error of Motion, and reports it at the field concerned.
  mutating func attemptMotion(_ path: String, _ work: () throws(MotionError) -> Void) {
    do {
      try work()
    } catch {
      let field = Self.field(of: error.parameter)
      let text = error.offset.map { " at offset \($0)" } ?? ""
      let meant: String? =
        if error.parameter == "timing function" {
          Self.meant(by: error.value)
        } else if field == ".svg", error.value.hasSuffix(".svg\"") {
          "give path data, such as M 0 0 L 10 0, not the name of a file"
        } else {
          nil
        }
      let problem = "\(error.parameter)\(text) \(error.verb) \(error.value)"
      add(path + field, "\(problem); \(meant ?? error.remedy)")
    }
  }

  /// The suggestion of a similar name for a quoted timing function.
  private static func meant(by value: String) -> String? {
    TimingFunction.nearestName(to: String(value.dropFirst().dropLast())).map {
      "did you mean \($0)?"
    }
  }

  /// The place in a scenario file of a parameter that Motion names: `.keyTimes[3]`.
  private static func field(of parameter: String) -> String {
    let name = parameter.prefix { $0 != "[" }
    let rest = parameter.dropFirst(name.count)
    switch name {
    case "beginTime": return ".begin"
    case "timeOffset": return ".offset"
    case "repeatCount": return ".repeat"
    case "duration", "speed", "repeatDuration", "values", "keyTimes", "from", "to", "by":
      return ".\(name)\(rest)"
    case "timingFunctions": return ".timing"
    case "calculationMode": return ".mode"
    case "rate": return ".sample"
    case "mass", "stiffness", "damping", "bounce": return ".spring.\(name)"
    case "spring.duration": return ".\(name)"
    case "initialVelocity": return ".spring.velocity"
    case "shapes":
      // shapes[2].tension is the third tension, or the only one.
      let parts = rest.split(separator: ".", maxSplits: 1)
      return parts.count == 2 ? ".\(parts[1])" : ".values"
    default: return name.hasPrefix("path data") ? ".svg" : ""
    }
  }
}

extension TimingFunction {
  /// Suggests the nearest known name for an unknown one.
  package static func nearestName(to text: String) -> String? {
    guard !text.contains("("), !text.contains(",") else { return nil }
    return Suggestion.nearest(to: text, among: named.flatMap { [$0.name] + $0.aliases })
  }
}

/// The names in one of a scenario's lists. Finding one takes constant time.
package struct KnownNames {
  package let names: [String]
  private let indices: [String: Int]

  package init(_ names: [String]) {
    self.names = names
    indices = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
  }

  /// The index of the first element with a name.
  package subscript(name: String) -> Int? { indices[name] }
}

/// The names to which a scenario's parts refer, each list made when it is needed.
struct ScenarioNames {
  private let scenario: Scenario?

  lazy var bodies = KnownNames(scenario?.bodies.map(\.id) ?? [])
  lazy var constraints = KnownNames(scenario?.constraints.map(\.id) ?? [])
  lazy var values = KnownNames(scenario?.values.map(\.id) ?? [])
  lazy var layers = KnownNames(scenario?.layers.map(\.id) ?? [])
  /// The bodies that animations hold at first.
  lazy var held = Set(scenario?.handovers.map(\.body) ?? [])
  /// What a body may touch: bodies and walls, in the order in which messages list them.
  lazy var partners = partners(of: scenario)
  lazy var hasDynamicBody = scenario?.bodies.contains { $0.type == .dynamic } ?? false

  init(_ scenario: Scenario?) { self.scenario = scenario }

  private func partners(of scenario: Scenario?) -> KnownNames {
    let bodies = scenario?.bodies.map(\.id) ?? []
    let walls = scenario?.walls == nil ? [] : ["walls"] + WorldBuilder.wallNames.values.sorted()
    return KnownNames(bodies.prefix(8) + walls + bodies.dropFirst(8))
  }
}
