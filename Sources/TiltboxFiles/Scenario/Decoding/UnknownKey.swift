internal import Tiltbox

/// The advice on words that are no keys, found once for each word.
struct WordAdvice {
  /// The words of the advice, and the fields that must not be reported as missing as well.
  typealias Advice = (words: String, settled: [String])

  /// The maximum number of words with advice: a file full of unknown words is not full of typing errors.
  private static let most = 100

  /// The advice by table, alternative and word.
  private var found: [[String]: Advice] = [:]

  /// Returns the advice on a word, which `find` makes if it is new; nil for too many words.
  mutating func advice(
    on word: String,
    in table: FieldTable,
    beside kind: String?,
    find: () -> Advice
  ) -> Advice? {
    let key = [table.name, kind ?? "", word]
    if let known = found[key] { return known }
    guard found.count < Self.most else { return nil }
    let advice = find()
    found[key] = advice
    return advice
  }
}

/// A key unknown to the table of its mapping, with advice on its replacement.
struct UnknownKey {
  let entry: Node.Entry
  /// All entries of the mapping, this one included.
  let entries: [Node.Entry]
  let table: FieldTable

  /// The advice, and the fields that must not be reported as missing as well; nil without one.
  func advice(_ known: inout WordAdvice) -> WordAdvice.Advice? {
    adviceOnNotation ?? known.advice(on: entry.key, in: table, beside: kind) { adviceOnWord }
  }

  /// The advice that depends on values.
  private var adviceOnNotation: WordAdvice.Advice? {
    let key = entry.key
    let known = table.fields.map(\.key)
    if let found = YAMLDiagnosis.inKey(key[...]) {
      return (found.words, known.filter(key.contains))
    }
    if let colon = key.firstIndex(of: ":"), colon != key.startIndex {
      let field = String(key[..<colon])
      return (YAMLDiagnosis.crowdedColon(field, String(key[colon...].dropFirst())), [field])
    }
    if let field = fieldWithoutColon { return field }
    if key.contains(where: { "()".contains($0) }) || key.allSatisfy(\.isNumber) {
      return ("look at the brackets and commas before it; a list is written [1, 2]", [])
    }
    if key == "<<" { return ("merge keys are not supported; use defaults, or repeat", known) }
    return numberOfBody ?? targetInParts ?? constraintWithType ?? shapeByName ?? defaultOfBody
      ?? elementUnderName
  }

  /// The advice that depends on the key, its table and its alternative alone.
  private var adviceOnWord: WordAdvice.Advice {
    let key = entry.key
    if let found = FieldAdvice.advice(for: key, in: table) { return found }
    if let own = FieldSynonyms.field(for: key, in: table, beside: kind) {
      return ("here it is called \(own)", [own])
    }
    let usual = table.fields.filter { $0.stands(beside: kind, in: table) }.map(\.key)
    let (near, elsewhere) = (Suggestion.nearest(to: key, among: usual), adviceFromElsewhere)
    if let near, elsewhere == nil || near.isOneLetter(from: key) {
      return ("did you mean \(near)?", [near])
    }
    // The word may stand for one of the alternatives.
    return (elsewhere ?? "known here: \(list(of: usual))", kind == nil ? requiredAlternatives : [])
  }

  /// The alternative of the table that the mapping has, perhaps by another name, if any. A pin's distance may stand for it.
  private var kind: String? {
    let keys = table.alternatives.keys
    return keys.first { key in entries.contains { $0.key == key } }
      ?? entries.lazy.filter { $0.key != entry.key }
      .compactMap { $0.key == "distance" ? "pin" : FieldSynonyms.field(for: $0.key, in: table) }
      .first(where: keys.contains)
  }

  private var requiredAlternatives: [String] {
    if case .exactlyOne(let keys) = table.alternatives { keys } else { [] }
  }

  /// The most usual of the keys: alternatives before others.
  private func list(of keys: [String]) -> String {
    let most = 17
    let kinds = table.alternatives.keys
    let all = (kind == nil ? kinds : []) + keys.filter { !kinds.contains($0) }
    let names = (all.count > most ? all.prefix(most) : all[...]).joined(separator: ", ")
    guard all.count > most else { return names }
    return "\(names) and \(all.count - most) more: see tiltbox validate --fields"
  }

  /// The place where the key belongs, if another table of scenario files has it or a synonym of it.
  private var adviceFromElsewhere: String? {
    guard FieldTable.all.contains(where: { $0.name == table.name }) else { return nil }
    let homes = [
      .body, Scenario.World.fields.table, Scenario.Run.fields.table, Scenario.Walls.fields.table,
      ShapeFilter.fields.table, .constraint, .expectation,
    ]
    if let home = (homes + FieldTable.all).first(where: { $0[entry.key] != nil }) {
      return "it belongs in \(home.place)"
    }
    for home in homes where home.name != table.name {
      guard let field = FieldSynonyms.field(for: entry.key, in: home) else { continue }
      return "it is called \(field) and belongs in \(home.place)"
    }
    return nil
  }

  /// Returns the text of a neighbouring key's value.
  private func text(_ keys: String...) -> String? {
    entries.first { keys.contains($0.key.lowercased()) }?.value.scalar?.text
  }

  /// Returns the alternative of a table that the value names, perhaps by another name.
  private func kindMeant(among kinds: [String], of table: FieldTable) -> String? {
    guard let word = entry.value.scalar?.text else { return nil }
    return [word, FieldSynonyms.field(for: word, in: table)].compactMap(\.self)
      .first(where: kinds.contains)
  }

  /// The remedy for a field without its colon in braces: `{gravity 500}`, `{y < 50}`.
  private var fieldWithoutColon: WordAdvice.Advice? {
    guard entry.value.scalar?.isEmpty == true else { return nil }
    let field = String(entry.key.prefix { !" =<>".contains($0) })
    let value = entry.key.dropFirst(field.count).drop { $0 == " " || $0 == "=" }
    guard table[field] != nil, !value.isEmpty else { return nil }
    let number = value.drop { "<>= ".contains($0) }
    let words =
      switch value.first {
      case "<" where table.name == "expectation": "{max: \(number)}"
      case ">" where table.name == "expectation": "{min: \(number)}"
      default: String(number)
      }
    return ("write a colon: \(field): \(words)", [field])
  }

  /// The remedy for `ball.y`, `position.y` or `ball.velocity.y` in an expectation.
  private var numberOfBody: WordAdvice.Advice? {
    var parts = entry.key.split(separator: ".").map(String.init)
    guard table.name == "expectation", parts.count > 1, var number = parts.popLast() else {
      return nil
    }
    if ["x", "y"].contains(number), let vector = parts.last,
      ["position", "velocity"].contains(vector)
    {
      if vector == "velocity" { number = "v" + number }
      parts.removeLast()
    }
    guard table[number] != nil else { return nil }
    let body = parts.isEmpty ? "" : "body: \(parts.joined(separator: ".")), "
    return ("write \(body)\(number): \(entry.value.flowText)", [number])
  }

  /// The remedy for `shape: circle`.
  private var shapeByName: WordAdvice.Advice? {
    guard table["circle"] != nil, entry.key.lowercased() == "shape",
      let kind = kindMeant(among: FormFields.keys, of: .shape)
    else { return nil }
    let value =
      switch kind {
      case "circle": text("radius", "r", "size") ?? "10"
      case "box": "[\(text("width", "w") ?? "width"), \(text("height", "h") ?? "height")]"
      case "segment": "[[x, y], [x, y]]"
      default: "[[x, y], [x, y], [x, y]]"
      }
    return ("write \(kind): \(value)", ["shapes", "radius", "width", "height"] + FormFields.keys)
  }

  /// The remedy for `isStatic: false` or `allowsRotation: true`, which say what holds without them.
  private var defaultOfBody: WordAdvice.Advice? {
    guard table.name == "body", let flag = entry.value.scalar?.flag,
      FieldAdvice.advice(for: entry.key, in: table) != nil
    else { return nil }
    let affirmative = [
      "allowsrotation", "affectedbygravity", "dynamic", "isdynamic", "visible", "isvisible",
      "collides", "collidable", "solid",
    ]
    let isDefault = flag == affirmative.contains(FieldSynonyms.letters(of: entry.key))
    return isDefault ? ("that is the default; drop it", []) : nil
  }

  /// The remedy for `ball: {circle: 10}`, `ball: {y: 5}`, `tap: {at: 5}` or `score: 3` as an element of a list.
  private var elementUnderName: WordAdvice.Advice? {
    let name = ["id", "body"].first { table[$0] != nil }
    guard entries.count == 1 || name == "body" && !entries.contains(where: { $0.key == "body" })
    else { return nil }
    let (id, known) = (entry.key, table.fields.map(\.key))
    let own = known.filter { entry.value[$0] != nil }
    if !own.isEmpty {
      guard let name else { return ("write \(entry.value.flowText) without \(id)", own) }
      return ("write {\(name): \(id), …}", known)
    }
    guard table.name == "value", FieldSynonyms.field(for: id, in: table) == nil,
      Suggestion.nearest(to: id, among: known) == nil
    else { return nil }
    return ("write {id: \(id), numbers: \(entry.value.flowText)}", known)
  }

  /// The remedy for `{tilt: [1, 0]}` or `{body: a, property: position}` in an animation.
  private var targetInParts: WordAdvice.Advice? {
    if table.name == "animation", (try? AnimationTarget(entry.key)) != nil {
      let words = "write target: \(entry.key), to: \(entry.value.flowText)"
      return (words, table.fields.map(\.key))
    }
    guard table.name == "animation", ["body", "property"].contains(entry.key),
      let body = text("body"), let property = text("property")
    else { return nil }
    return ("write target: body.\(body).\(property)", ["target", "body", "property"])
  }

  /// The remedy for `{type: hinge, bodies: [a, b]}`.
  private var constraintWithType: WordAdvice.Advice? {
    let kinds = FieldTable.constraintKinds
    guard table.name == "constraint", ["type", "kind"].contains(entry.key.lowercased()),
      let kind = kindMeant(among: kinds, of: .constraint)
    else { return nil }
    let bodies = entries.first { $0.key.lowercased() == "bodies" }?.value
    let listed = bodies?.bracedWords ?? bodies?.sequence?.compactMap { $0.scalar?.text } ?? []
    let (a, b) = (text("a", "bodya", "body1"), text("b", "bodyb", "body2"))
    let ends = listed.count == 2 ? listed : [a ?? "a", b ?? "b"]
    return ("write \(kind): [\(ends.joined(separator: ", "))]", kinds + ["bodies"])
  }
}

extension String {
  /// Whether one letter makes the difference from another word, apart from capitals.
  fileprivate func isOneLetter(from word: String) -> Bool {
    Suggestion.distance(Array(lowercased().utf8), Array(word.lowercased().utf8)) <= 1
  }
}

extension Node {
  /// The value in one line: a text, or a mapping of texts.
  var flowText: String {
    switch content {
    case .scalar(let scalar): scalar.text
    case .sequence(let nodes): Value.list(nodes)
    case .mapping(let entries):
      "{" + entries.map { "\($0.key): \($0.value.scalar?.text ?? "…")" }.joined(separator: ", ")
        + "}"
    }
  }
}

extension FieldTable {
  /// The place of the mapping in a file.
  fileprivate var place: String {
    switch name {
    case "scenario": "the top level"
    case "animation", "expectation": "an \(name)"
    case "body", "shape", "filter", "constraint", "value", "layer", "touch", "handover": "a \(name)"
    case "following": "a layer's follows"
    case "contactChange": "an expectation's order"
    default: name
    }
  }
}
