import Chipmunk

/// The diagnostics of a scenario found so far.
package struct DiagnosticList {
  package var diagnostics: [Diagnostic] = []
  /// The names that the scenario lacks, by the index of the diagnostic that says so.
  package private(set) var missing: [Int: MissingName] = [:]
  /// Whether there are so many that the rest of a list is not looked at.
  var isFull: Bool { diagnostics.count >= Scenario.mostProblems }
  /// The names of the scenario.
  var names: ScenarioNames
  /// Suggests similar names.
  private var suggester = Suggester()

  init(of scenario: Scenario? = nil) { names = ScenarioNames(scenario) }

  mutating func add(_ path: String, _ message: String, missing: MissingName? = nil) {
    if let missing { self.missing[diagnostics.count] = missing }
    diagnostics.append(Diagnostic(path: path, message))
  }

  mutating func attempt<Value>(
    _ path: @autoclosure () -> String,
    _ work: () throws(PhysicsError) -> Value
  ) -> Value? {
    do {
      return try work()
    } catch {
      add(path(), error.description)
      return nil
    }
  }

  mutating func check(
    _ path: @autoclosure () -> String,
    _ value: Double,
    _ quantity: ParameterRange
  ) {
    if !quantity.contains(value) {
      _ = attempt(path()) { () throws(PhysicsError) in try quantity.check(value) }
    }
  }

  mutating func check(
    _ path: @autoclosure () -> String,
    _ value: Vector,
    _ quantity: ParameterRange
  ) {
    check(path(), quantity.contains(value.x) ? value.y : value.x, quantity)
  }

  /// Checks every number of a value against its range. This is the only such check before the C library is called.
  ///
  /// If ranges depend on it, the value's alternative of the table decides.
  mutating func check<Root>(
    _ root: Root,
    _ record: Schema<Root>,
    at path: @autoclosure () -> String,
    beside alternative: String? = nil,
    except: @autoclosure () -> Set<String> = []
  ) {
    for index in record.ranged.indices where !record.tests[index](root) {
      let property = record.ranged[index]
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
  }

  /// Reports a name that no element of a list has.
  mutating func addUnknown(
    _ path: String,
    _ id: String,
    _ what: String,
    among known: KnownNames,
    orElse others: [String] = [],
    in list: String
  ) {
    let words = suggester.unknown(id, what, among: known.names, orElse: others)
    add(path, words, missing: MissingName(id, in: list))
  }

  mutating func addUnknownBody(_ path: String, _ id: String, orElse others: [String] = []) {
    addUnknown(path, id, "body", among: names.bodies, orElse: others, in: "bodies")
  }

  /// Returns the nearest of some names, the last of equally near ones.
  mutating func nearest(to name: String, among known: KnownNames) -> String? {
    suggester.nearest(to: name, among: known.names.reversed())
  }

  /// Reports each name in a list that an earlier element has already.
  mutating func checkNames(_ names: [String], of list: String) {
    guard Set(names).count < names.count else { return }
    var first: [String: Int] = [:]
    for (index, name) in names.enumerated() {
      if let other = first[name] {
        add(
          "\(list)[\(index)].id",
          "\"\(name)\" names \(list)[\(other)] already; give another id"
        )
      } else {
        first[name] = index
      }
    }
  }
}

/// A name that no element of one of the scenario's lists has.
package struct MissingName: Hashable, Sendable {
  /// The list: `bodies`, `constraints`, `values` or `layers`.
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
