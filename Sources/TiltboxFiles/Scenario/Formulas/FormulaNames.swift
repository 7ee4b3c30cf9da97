internal import Chipmunk
package import Tiltbox

/// The names that a formula may use: quantities of the world, and of the body of an expectation, with their values in
/// the scenario.
package struct FormulaNames: Sendable {
  private var values: [String: Double] = ["pi": .pi]
  private let hasBody: Bool
  /// Whether the formula may name quantities of the scenario.
  private let isAboutScenario: Bool
  /// Whether the scenario could have walls, and has none.
  private var lacksWalls = false
  /// The names of the file's `let`.
  private(set) var given: [String: Double] = [:]
  /// The names of the file's `let` that stand below the formula's field.
  var below: [String] = []
  /// The random numbers of the formula's field; nil if the formula may have none.
  var random: RandomStream?
  /// Whether the formula may contain the time.
  private(set) var hasTime = false
  /// Whether the body could not be read, so that the values of its names are guesses and results may be anything.
  var areGuesses = false

  /// The name of the time, which only expectations about a body's number may use.
  static let time = "t"

  /// The name of the function that returns random numbers.
  static let random = "random"

  /// The names of quantities that only bodies have.
  static let ofBodies =
    (BodyDescription.fields.properties.map(\.field) + Surface.fields.properties.map(\.field))
    .flatMap(\.symbols) + ["moment", "h"]

  /// The names of quantities that only walls have.
  private static let ofWalls = Scenario.Walls.fields.properties.flatMap(\.field.symbols)

  /// Other names of quantities.
  private static let synonyms = [
    "gravity": "g", "time": time, "dt": "step", "omega": "angularVelocity", "π": "pi", "log": "ln",
    "m": "mass",
  ]

  /// The formulas for functions of other languages.
  private static let functions = [
    "pow": "x^y", "mod": "x - y*floor(x/y)", "fmod": "x - y*floor(x/y)", "hypot": "sqrt(x^2 + y^2)",
    "clamp": "min(max(x, low), high)", "radians": "x*pi/180", "degrees": "x*180/pi",
    "log10": "ln(x)/ln(10)", "log2": "ln(x)/ln(2)", "e": "exp(x)", "sinh": "(exp(x) - exp(-x))/2",
    "cosh": "(exp(x) + exp(-x))/2", "tanh": "(exp(2*x) - 1)/(exp(2*x) + 1)", "sgn": "x/abs(x)",
    "mean": "(x + y)/2",
  ]

  /// Names of random numbers in other languages, and our own, in a formula without them.
  private static let randomWords: Set = ["rand", random, "rnd", "uniform", "gauss", "noise"]

  /// The names that have the same value everywhere.
  static let constants = FormulaNames()

  private init() { (hasBody, isAboutScenario) = (false, false) }

  /// Adds a name of a file's `let`, or an index of a copy.
  mutating func add(_ name: String, _ number: Double) {
    (values[name], given[name]) = (number, number)
  }

  /// The same names, and the time.
  package var withTime: FormulaNames {
    var names = self
    names.hasTime = true
    return names
  }

  /// Whether a name has a meaning in formulas already, so that `let` cannot give it one.
  static func isTaken(_ name: String) -> Bool {
    let symbols = Scenario.World.fields.properties.flatMap(\.field.symbols) + ofBodies + ofWalls
    return ([time, "pi", random] + Repetition.indices + symbols + FormulaFunction.all.keys)
      .contains(name)
  }

  /// Returns a formula with numbers in place of the names of `let`, which only their file knows.
  func withNumbers(_ formula: String) -> String {
    guard !given.isEmpty else { return formula }
    return formula.replacing(/[0-9.]+(?:[eE][+-]?[0-9]+)?|\p{L}[\p{L}_0-9]*/) { match in
      given[String(match.output)].map { $0 < 0 ? "(\($0))" : "\($0)" } ?? String(match.output)
    }
  }

  package init(_ scenario: Scenario, _ body: BodyDescription?) {
    (hasBody, isAboutScenario) = (body != nil, true)
    lacksWalls = scenario.walls == nil
    given = scenario.files.names
    values.merge(given) { $1 }
    add(Scenario.World.fields, scenario.world)
    add(Scenario.Walls.fields, scenario.walls)
    guard let body else { return }
    add(BodyDescription.fields, body)
    add(Surface.fields, body.shapes.first?.surface)
    if let mass = body.totalMass {
      values["mass"] = mass
      values["moment"] = (try? body.massProperties())?.moment
    }
    // Above the surface of the floor, which has a thickness if it is a wall, and is otherwise the line y = 0.
    let lows = body.shapes.map { $0.geometry.box(at: body.position, angle: body.angle).low.y }
    values["h"] = lows.min().map { $0 - (scenario.walls?.radius ?? 0) }
  }

  private mutating func add<Root>(_ schema: Schema<Root>, _ root: Root?) {
    guard let root else { return }
    for (name, value) in schema.symbols(of: root) { values[name] = value }
  }

  package func value(of name: String, at offset: Int) throws(FormulaError) -> Double {
    if areGuesses, Self.ofBodies.contains(name), values[name]?.isFinite != true { return 1 }
    guard let value = values[name] else {
      let known = values.keys + (hasTime ? [Self.time] : [])
      throw unknown(name, among: known.sorted(), at: offset)
    }
    guard value.isFinite else {
      let words = "\(name) is \(value), which no formula can use; write a number"
      throw FormulaError(offset: offset, message: words)
    }
    return value
  }

  /// Returns the advice for a formula of these names that lacks its =; nil for other texts.
  func advice(onFormula text: String) -> String? {
    guard Scalar.decimal(text) == nil, (try? Formula.number(of: text, self)) != nil else {
      return nil
    }
    return "begin a formula with =, as in =\(text)"
  }

  /// Whether a word is a name, or what somebody may write for one.
  func mayMean(_ word: String) -> Bool {
    word == Self.time || values[word] != nil || Self.synonyms[word] != nil
      || (Self.ofBodies + Self.ofWalls).contains(word) || FormulaFunction.all[word] != nil
      || Suggestion.nearest(to: word, among: Array(values.keys)) != nil
  }

  package func unknown(_ name: String, among known: [String], at offset: Int) -> FormulaError {
    if FormulaFunction.all[name] != nil || name == Self.random && random != nil {
      let words = "\(name) is a function; give its number in parentheses"
      return FormulaError(offset: offset, message: words)
    }
    if values[name] != nil {
      let words = "\(name) is no function; drop the parentheses, or put * before them"
      return FormulaError(offset: offset, message: words)
    }
    var advice = "known here: \(known.joined(separator: ", "))"
    if let meant = Self.synonyms[name], known.contains(meant) {
      advice = meant == Self.time ? "the time is called t" : "did you mean \(meant)?"
    } else if let formula = Self.functions[name] {
      advice = "write \(formula)"
    } else if ["if", "else", "and", "or", "not"].contains(name) {
      return FormulaError(offset: offset, message: FormulaSigns.noConditions)
    } else if below.contains(name) {
      advice = "it stands below; move it up"
    } else if Self.randomWords.contains(name.lowercased()) {
      advice = "write random(i), a number from 0 to 1"
      if random == nil { advice = "name a random number in let, as in let: {a: =random(1)}" }
    } else if let index = Repetition.indices.firstIndex(of: name), random != nil {
      advice = "an index needs repeat: " + ["12", "[8, 10]", "[2, 3, 4]"][index]
    } else if [Self.time, "time"].contains(name) {
      advice = "the time is for a body's number, as in y: y - g*t^2/2"
    } else if lacksWalls, Self.ofWalls.contains(name) {
      advice = "it is the walls' number, and there are no walls: give walls, or write a number"
    } else if let near = Suggestion.nearest(to: name, among: known) {
      advice = "did you mean \(near)?"
    } else if !hasBody, Self.ofBodies.contains(name) {
      advice =
        isAboutScenario
        ? "it is a quantity of a body; name one with body"
        : "only expectations know the quantities of a body; give a number"
    }
    return FormulaError(offset: offset, message: "\(name) is not known; \(advice)")
  }
}
