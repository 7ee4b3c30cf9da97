package import Tiltbox
package import TiltboxJSON

/// A field that is set from outside the file: `world.gravity=500`.
struct Override {
  let path: [PathComponent]
  let value: Node
  private let place: SourceLocation
  /// Whether formulas may depend on the field. Such a field is set before they are evaluated; the paths of the others
  /// count the copies of repeated elements.
  var precedesFormulas: Bool { [.key(FieldFormulas.key), .key("world")].contains(path[0]) }

  init(_ path: [PathComponent], _ value: Node, number: Int) {
    (self.path, self.value, place) = (path, value, .override(number))
  }

  /// Parses the override with the given number.
  init(_ text: String, number: Int) throws(Diagnostic) {
    place = .override(number)
    guard let equals = text.firstIndex(of: "="),
      let path = PathComponent.components(of: text[..<equals])
    else {
      let words =
        text.contains("[-")
        ? "numbers of elements count from 0, as in bodies[0].mass=2"
        : "expected path=value, as in world.gravity=500 or bodies[0].mass=2"
      throw Diagnostic(place: place, words)
    }
    guard
      let value = try YAMLReader.read(String(text[text.index(after: equals)...]), override: number)
    else {
      let words = "has no value; write null to remove the field"
      throw Diagnostic(place: place, path: path.path, words)
    }
    (self.path, self.value) = (path, value)
  }

  /// Applies overrides in order; reports those that cannot be applied.
  static func apply(_ overrides: [Override], to root: inout Node, _ diagnostics: Diagnostics) {
    for override in overrides {
      diagnostics.attempt { () throws(Diagnostic) in try override.apply(to: &root) }
    }
  }

  /// Sets the value at the path; creates missing mappings on the way.
  func apply(to root: inout Node) throws(Diagnostic) {
    if case .key(let id)? = path.first, FieldTable.scenario[id] == nil,
      let list = ["bodies", "constraints"].first(where: { list in
        root[list]?.sequence.flatMap { Self.names(of: $0, in: list) }?.contains(id) == true
      })
    {
      throw failure(1, "unknown; write \(list).\(path.path)")
    }
    if path.count > 1, path[0] == .key(FieldFormulas.key), root[path] == nil {
      let names = (root[FieldFormulas.key]?.mapping ?? []).map(\.key)
      let remedy = Self.remedy(for: path.dropFirst().path, among: names)
      throw failure(path.count, "the scenario's let has no such name; \(remedy)")
    }
    if path.count > 2, path[2] == .key(Repetition.key), Repetition.lists.contains(path[..<1].path) {
      throw failure(3, "is expanded before; name a number in let, as in let: {n: 5}, and set let.n")
    }
    try apply(from: 0, to: &root, of: .scenario)
  }

  /// Applies the path from one of its components on to a node, which is at those before.
  private func apply(
    from depth: Int,
    to node: inout Node,
    of table: FieldTable?
  ) throws(Diagnostic) {
    guard depth < path.count else { return node = value }
    if node.scalar?.isNull == true || node.scalar?.isEmpty == true {
      node = Node(content: .mapping([]), place: place)
    }
    let next = path[depth]
    switch node.content {
    case .mapping(var entries):
      guard case .key(let key) = next else {
        throw failure(depth, "is a mapping, which has no \(next.appended(to: ""))")
      }
      let field = table?[key]
      let index = entries.firstIndex { $0.key == key } ?? entries.endIndex
      if index == entries.endIndex {
        let value = try missing(field, before: depth + 1)
        entries.append(Node.Entry(key: key, keyPlace: place, value: value))
      }
      try apply(from: depth + 1, to: &entries[index].value, of: field?.type.inner)
      node.content = .mapping(entries)
    case .sequence(var nodes):
      let index = try index(in: nodes, at: depth)
      try apply(from: depth + 1, to: &nodes[index], of: table)
      node.content = .sequence(nodes)
    case .scalar(let scalar):
      throw failure(depth, "is \(scalar), which has no \(next.appended(to: "")); set it as a whole")
    }
  }

  /// Returns the value of a field that the file lacks: its default if the path goes on into a pair, else a mapping.
  private func missing(_ field: Field?, before depth: Int) throws(Diagnostic) -> Node {
    if depth == 1, path.count > 1, case .list? = field?.type {
      throw failure(depth, "the scenario has none")
    }
    guard depth < path.count, case .index = path[depth] else {
      return Node(content: .mapping([]), place: place)
    }
    guard let standard = field?.standard, case .pair = standard else {
      throw failure(depth, "is absent; set it as a whole")
    }
    return standard.node(at: place)
  }

  /// Returns the position of an element by its index or, in lists of named elements, by its name.
  private func index(in nodes: [Node], at depth: Int) throws(Diagnostic) -> Int {
    let list = path.prefix(depth).path
    guard case .key(let id) = path[depth] else {
      if case .index(let index) = path[depth], nodes.indices.contains(index) { return index }
      let copies = Repetition.lists.contains(list) ? ", counted after repeat" : ""
      let last =
        nodes.isEmpty ? "the list is empty" : "the last is \(list)[\(nodes.count - 1)]\(copies)"
      throw failure(depth + 1, "there is none; \(last)")
    }
    guard let names = Self.names(of: nodes, in: list) else {
      let words = "is a list; take an element by its number, \(list)[0], or set it as a whole"
      throw failure(depth, words)
    }
    if let index = names.firstIndex(of: id) { return index }
    let meant =
      adviceOnCopies(of: id, in: list, nodes, names)
      ?? Int(id).map { "for an index write \(list)[\($0)]" }
      ?? names.firstIndex { $0.hasPrefix("\(id).") }
      .map { "for \(names[$0]) write \(list)[\($0)]" }
      ?? Self.remedy(for: id, among: names)
    let one = list == "bodies" ? "body" : String(list.dropLast())
    let name = list == "animations" ? "key" : "id"
    throw failure(depth + 1, "no \(one) has this \(name); \(meant)")
  }

  /// Returns the advice for the id of an element that is repeated: its copies have the indices at the end of theirs.
  private func adviceOnCopies(
    of id: String,
    in list: String,
    _ nodes: [Node],
    _ names: [String]
  ) -> String? {
    let first = names.firstIndex { name in
      name.hasPrefix("\(id)-")
        && name.dropFirst(id.count).allSatisfy { $0 == "-" || $0.isWholeNumber }
    }
    guard let first, Repetition.lists.contains(list) else { return nil }
    let field = Array(path.dropFirst(2))
    let copy = [PathComponent.key(list), .key(names[first])] + field
    var words = "name one copy, such as \(copy.path)"
    if list == "bodies", case .key(let key)? = field.first, field.count == 1,
      BodyDescription.Defaults.fields.table[key] != nil, nodes[first][key] == nil
    {
      words += ", or set defaults.\(key) for all bodies without one"
    }
    return words
  }

  private static func remedy(for name: String, among names: [String]) -> String {
    if let near = Suggestion.nearest(to: name, among: names) { return "did you mean \(near)?" }
    let names = names.filter { !$0.isEmpty }
    return "known here: " + (names.isEmpty ? "none" : Suggestion.list(of: names))
  }

  /// Returns the names of a list's elements; nil if they have none. The name of an animation without a key is empty.
  static func names(of nodes: [Node], in list: String) -> [String]? {
    switch list {
    case "bodies": BodyNames.names(of: nodes)
    case "constraints": ConstraintDecoder.names(of: nodes)
    case "values", "layers": nodes.map { $0["id"]?.scalar?.text ?? "" }
    case "animations": nodes.map { $0["key"]?.scalar?.text ?? "" }
    default: nil
    }
  }

  /// The error at the first components of the path.
  private func failure(_ count: Int, _ message: String) -> Diagnostic {
    Diagnostic(place: place, path: path.prefix(count).path, message)
  }
}

extension FieldType {
  /// The table of the mapping, or of the mappings in the list, that the field can contain.
  var inner: FieldTable? {
    if case .list(let element, _) = self { return element.table }
    return table
  }
}

extension FieldContent {
  /// Parses values separated by commas, like those between the brackets of a list in a file.
  ///
  /// - Throws: `Diagnostic`.
  package static func list(of text: String) throws(Diagnostic) -> [FieldContent] {
    guard let nodes = try YAMLReader.read("[\(text)]", override: 0)?.sequence else {
      throw Diagnostic("give values with commas between")
    }
    return try nodes.map { node throws(Diagnostic) in try FieldContent(node) }
  }

  init(_ node: Node) throws(Diagnostic) {
    if let refusal = node.refusal { throw Diagnostic(refusal) }
    switch node.content {
    case .scalar(let scalar):
      guard !scalar.isEmpty else {
        throw Diagnostic("a value is missing between two commas, or before or after one")
      }
      if scalar.isNull {
        self = .null
      } else if let number = scalar.number {
        guard number.isFinite else { throw Diagnostic("\(scalar.text) is not finite") }
        self = .number(number)
      } else if let flag = scalar.flag {
        self = .flag(flag)
      } else {
        self = .text(scalar.text)
      }
    case .sequence(let nodes):
      self = .list(try nodes.map { node throws(Diagnostic) in try FieldContent(node) })
    case .mapping: throw Diagnostic("a mapping is no single value; vary one field of it")
    }
  }

  /// Parses a decimal, or a fraction such as `1/120`; nil if the text is not a finite number.
  package static func number(_ text: some StringProtocol) -> Double? {
    let scalar = Scalar(text: text.trimmed, isPlain: true)
    return scalar.fraction.flatMap { $0.isFinite ? $0 : nil }
  }

  /// Reads a value that was written as JSON; nil for an object.
  package init?(_ json: JSON) {
    switch json {
    case .number(let number): self = .number(number)
    case .whole(let number): self = .number(Double(number))
    case .text(let text): self = .text(text)
    case .flag(let flag): self = .flag(flag)
    case .null: self = .null
    case .array(let elements):
      guard let values = elements.map({ FieldContent($0) }).complete() else { return nil }
      self = .list(values)
    case .object: return nil
    }
  }

  /// Returns the value as a node of a file.
  func node(at place: SourceLocation) -> Node {
    switch self {
    case .number(let number): Node(number.shortest, at: place)
    case .whole(let number): Node("\(number)", at: place)
    case .text(let text):
      Node(text, isPlain: !Scalar(text: text, isPlain: true).isOther, at: place)
    case .flag(let flag): Node("\(flag)", at: place)
    case .null: Node("null", at: place)
    case .pair(let pair): FieldContent.list([.number(pair.x), .number(pair.y)]).node(at: place)
    case .list(let values):
      Node(content: .sequence(values.map { $0.node(at: place) }), place: place)
    case .mapping(let members):
      Node(
        members.map { Node.Entry(written: $0.key, at: place, $0.content.node(at: place)) },
        at: place
      )
    }
  }
}

extension Scalar {
  /// Whether a plain scalar means something other than its text.
  var isOther: Bool { isEmpty || isNull || flag != nil || number != nil }
}

extension Node {
  fileprivate init(_ text: String, isPlain: Bool = true, at place: SourceLocation) {
    self.init(content: .scalar(Scalar(text: text, isPlain: isPlain)), place: place)
  }
}

extension StringProtocol {
  /// The text without leading and trailing blanks.
  package var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
