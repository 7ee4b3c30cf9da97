internal import Tiltbox

/// A field that is set from outside the file: `world.gravity=500`.
struct Override {
  let path: [PathComponent]
  let value: Node
  private let place: Place

  init(_ path: [PathComponent], _ value: Node, number: Int) {
    (self.path, self.value, place) = (path, value, .override(number))
  }

  /// Parses the override with the given number.
  init(_ text: String, number: Int) throws(Finding) {
    place = .override(number)
    guard let equals = text.firstIndex(of: "="),
      let path = PathComponent.components(of: text[..<equals])
    else {
      throw Finding(
        place: place,
        "expected path=value, as in world.gravity=500 or bodies[0].mass=2"
      )
    }
    guard
      let value = try YAMLReader.read(String(text[text.index(after: equals)...]), override: number)
    else {
      throw Finding(place: place, path: path.path, "has no value; write null to remove the field")
    }
    (self.path, self.value) = (path, value)
  }

  /// Sets the value at the path; creates missing mappings on the way.
  func apply(to root: inout Node) throws(Finding) {
    if case .key(let id)? = path.first, FieldTable.scenario[id] == nil,
      let list = ["bodies", "constraints"].first(where: { list in
        root[list]?.sequence.flatMap { Self.names(of: $0, in: list) }?.contains(id) == true
      })
    {
      throw failure([path[0]], "unknown; write \(list).\(path.path)")
    }
    try apply(path[...], to: &root, at: [])
  }

  private func apply(
    _ rest: ArraySlice<PathComponent>,
    to node: inout Node,
    at way: [PathComponent]
  ) throws(Finding) {
    guard let next = rest.first else {
      node = value
      return
    }
    if node.scalar?.isNull == true || node.scalar?.isEmpty == true {
      node = Node(content: .mapping([]), place: place)
    }
    switch node.content {
    case .mapping(var entries):
      guard case .key(let key) = next else {
        throw failure(way, "is a mapping, which has no \(next.appended(to: ""))")
      }
      let index =
        entries.firstIndex { $0.key == key }
        ?? {
          let missing = Node(content: .mapping([]), place: place)
          entries.append(Node.Entry(key: key, keyPlace: place, value: missing))
          return entries.count - 1
        }()
      try apply(rest.dropFirst(), to: &entries[index].value, at: way + [next])
      node.content = .mapping(entries)
    case .sequence(var nodes):
      let index = try index(of: next, in: nodes, at: way)
      try apply(rest.dropFirst(), to: &nodes[index], at: way + [next])
      node.content = .sequence(nodes)
    case .scalar(let scalar):
      throw failure(way, "is \(scalar), which has no \(next.appended(to: "")); set it as a whole")
    }
  }

  /// Returns the position of an element given by its index or, for bodies and the like, by its id.
  private func index(
    of component: PathComponent,
    in nodes: [Node],
    at way: [PathComponent]
  ) throws(Finding) -> Int {
    switch component {
    case .index(let index):
      guard !nodes.indices.contains(index) else { return index }
      let copies = way.path == "bodies" || way.path == "constraints" ? ", counted after repeat" : ""
      let last =
        nodes.isEmpty ? "the list is empty" : "the last is \(way.path)[\(nodes.count - 1)]\(copies)"
      throw failure(way + [component], "there is none; \(last)")
    case .key(let id):
      guard way.count == 1, case .key(let list) = way[0],
        let names = Self.names(of: nodes, in: list)
      else {
        throw failure(
          way,
          "is a list; take an element by its number, \(way.path)[0], or set it as a whole"
        )
      }
      if let index = names.firstIndex(of: id) { return index }
      let meant = Suggestion.nearest(to: id, among: names).map { "; did you mean \($0)?" }
      let (one, name) = (
        list == "bodies" ? "body" : String(list.dropLast()), list == "animations" ? "key" : "id"
      )
      throw failure(
        way + [component],
        "no \(one) has this \(name)" + (meant ?? "; there are \(Self.shown(names))")
      )
    }
  }

  private static func shown(_ names: [String]) -> String {
    let names = names.filter { !$0.isEmpty }
    return names.isEmpty ? "none" : Suggestion.list(of: names)
  }

  /// Returns the names of a list's elements; nil if they have none. The name of an animation without a key is empty.
  private static func names(of nodes: [Node], in list: String) -> [String]? {
    switch list {
    case "bodies": BodyNames.names(of: nodes)
    case "constraints": ConstraintDecoder.names(of: nodes)
    case "values", "layers": nodes.map { $0["id"]?.scalar?.text ?? "" }
    case "animations": nodes.map { $0["key"]?.scalar?.text ?? "" }
    default: nil
    }
  }

  private func failure(_ way: [PathComponent], _ message: String) -> Finding {
    Finding(place: place, path: way.path, message)
  }
}
