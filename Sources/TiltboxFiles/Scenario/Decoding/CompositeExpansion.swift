internal import Chipmunk
internal import Tiltbox
internal import TiltboxJSON

/// Expands the elements of a scenario that stand for several: ropes and blobs among the bodies, wheels among the
/// constraints. What they make takes their places in the lists; the joints of ropes and blobs follow the file's own
/// constraints.
struct CompositeExpansion {
  private let diagnostics: Diagnostics
  /// Where the elements come from before the expansion.
  private let copies: Copies
  /// The file's own bodies, and the parts made so far.
  private var bodies: [String: BodyDescription]
  /// The nodes of the joints, each with the composite that made it.
  private var joints: [(node: Node, block: Copies.Block)] = []
  /// The number of bodies so far, and whether there are too many in all, so that none needs to be made.
  private var count = 0
  private let isTooMany: Bool

  private static let wheel = "wheel"

  /// Expands the lists of a scenario whose repeated elements are expanded. Complexity: O(*bodies* + *constraints*).
  static func expand(_ root: inout Node, _ diagnostics: Diagnostics) {
    let wholes = root["bodies"]?.sequence ?? []
    let joints = root["constraints"]?.sequence ?? []
    guard
      wholes.contains(where: { $0.composite != nil })
        || joints.contains(where: { $0[wheel] != nil })
    else { return }
    // Ends and wheels are at the places of bodies, and a body's mass may be a default.
    let scratch = Diagnostics()
    let value = Value(root.without("expect"), at: "", as: .mapping(.scenario), scratch)
    let scene = ScenarioDecoder(diagnostics: scratch, folder: "").scenario(value, name: "")
    guard scene.bodies.count == wholes.count else { return }
    var expansion = Self(
      diagnostics: diagnostics,
      copies: diagnostics.copies,
      bodies: scene.bodiesByID,
      isTooMany: wholes.reduce(0) { $0 + $1.partCount } > Scenario.mostBodies
    )
    diagnostics.copies = Copies()
    let density = root["defaults"]?["density"]
    var bodies: [Node] = []
    for (index, element) in wholes.enumerated() {
      let block = expansion.beginBlock(of: index, in: "bodies", at: bodies.count)
      bodies += expansion.parts(of: element, scene.bodies[index], density, block) ?? [element]
    }
    var constraints: [Node] = []
    for (index, id) in ConstraintDecoder.names(of: joints).enumerated() {
      let block = expansion.beginBlock(of: index, in: "constraints", at: constraints.count)
      constraints += expansion.wheel(joints[index], id: id, block) ?? [joints[index]]
    }
    for (node, block) in expansion.joints {
      diagnostics.copies.add(block, to: "constraints", at: constraints.count)
      constraints.append(node)
    }
    root["bodies"]?.content = .sequence(bodies)
    var list = root["constraints"] ?? Node(content: .sequence([]), place: root.place)
    list.content = .sequence(constraints)
    if !constraints.isEmpty { root["constraints"] = list }
  }

  /// Records where the elements at a place of the expanded list come from.
  private func beginBlock(of index: Int, in list: String, at start: Int) -> Copies.Block {
    var block =
      copies.block(of: index, in: list) ?? Copies.Block(start: index, element: index, counts: [])
    (block.first, block.isOneCopy) = (block.copy(of: index), true)
    return diagnostics.copies.add(block, to: list, at: start)
  }
}

// Ropes and blobs.
extension CompositeExpansion {
  /// Returns the bodies of a composite, nil for another body; keeps the joints.
  private mutating func parts(
    of element: Node,
    _ whole: BodyDescription,
    _ standardDensity: Node?,
    _ block: Copies.Block
  ) -> [Node]? {
    guard let (key, node) = element.composite else {
      count += 1
      return nil
    }
    let (path, reports) = ("bodies[\(block.start)]", diagnostics.reportCount)
    for other in element.mapping ?? [] where other.key != key && element[other.key] != nil {
      let isPlaced = key == "rope" && ["at", "angle"].contains(other.key)
      guard isPlaced || Node.forms.contains(other.key) else { continue }
      let words = isPlaced ? ", which has ends; drop it" : "; drop one of them"
      let otherPath = "\(path).\(other.key)"
      diagnostics.report("cannot stand beside \(key)\(words)", at: otherPath, other.value.place)
    }
    let density = element["density"] ?? standardDensity
    var (whole, surface) = (whole, Surface())
    surface.density = density?.scalar?.number
    if element["mass"] == nil, density != nil { whole.mass = nil }
    let type = FieldTable.body[key]?.type ?? .text
    let value = Value(node, at: "\(path).\(key)", as: type, diagnostics)
    let description: (any CompositeDescription)? =
      key == "rope" ? RopeDescription(value) : BlobDescription(value)
    if let parts = description?.count {
      guard count + parts <= Scenario.mostBodies else {
        value.report("makes \(parts) bodies; a list has at most \(Scenario.mostBodies)")
        return []
      }
      count += parts
      guard !isTooMany else { return [] }
    }
    let made = description.flatMap { description in
      value.attempt { () throws(Diagnostic) in
        try description.parts(of: whole, surface, among: bodies)
      }
    }
    guard let made, diagnostics.reportCount == reports else {
      diagnostics.suppressPart(path)
      diagnostics.markUnreliable("body.\(whole.id)")
      return [element.without(key)]
    }
    bodies.merge(made.bodies.map { ($0.id, $0) }) { first, _ in first }
    var source = block
    source.source = "bodies[\(block.element)].\(key)"
    joints += made.constraints.map { (Node($0.json.members ?? [], at: node.place), source) }
    return made.bodies.map { element.part($0) }
  }
}

extension CompositeDescription {
  /// Decodes a description; nil if something in it is wrong.
  fileprivate init?(_ value: Value) {
    let reports = value.diagnostics.reportCount
    guard let fields = value.fields() else { return nil }
    self = Self.fields.standard
    fields.read(Self.fields, into: &self)
    fields.reportRanges(Self.fields, of: self)
    guard value.diagnostics.reportCount == reports else { return nil }
  }
}

// Wheels.
extension CompositeExpansion {
  /// Returns the constraints of a wheel, nil for another constraint.
  private func wheel(_ element: Node, id: String, _ block: Copies.Block) -> [Node]? {
    guard element[Self.wheel] != nil else { return nil }
    let (path, reports) = ("constraints[\(block.start)]", diagnostics.reportCount)
    let value = Value(element, at: path, as: .mapping(.constraint), diagnostics)
    var (numbers, limits) = (ConstraintFields(), ConstraintDescription.unread)
    var ends: [String] = []
    if let fields = value.fields() {
      numbers = fields.constraintFields(of: Self.wheel)
      fields.read(ConstraintDescription.fields, into: &limits)
      fields.reportRanges(ConstraintFields.schema, of: numbers)
      if numbers.rate == nil {
        fields["maxForce"]?.report("limits a motor; give a rate, or drop it")
      }
      ends = fields[Self.wheel]?.list()?.compactMap { $0.text() } ?? []
    }
    guard diagnostics.reportCount == reports,
      let wheel = WheelDescription(ends, numbers, maxTorque: limits.maxForce),
      let made = value.attempt({ () throws(Diagnostic) in
        try wheel.constraints(id: id, among: bodies)
      })
    else {
      diagnostics.suppressPart(path)
      diagnostics.markUnreliable("constraint.\(id)")
      return nil
    }
    // The fields of every kind hold for each constraint, except the id and the motor's limit.
    let own = ConstraintDescription.fields
    let entries = (element.mapping ?? []).filter {
      own[$0.key] != nil && !["id", "maxForce"].contains($0.key)
    }
    return made.map { Node($0.json.members ?? [], at: element.place).with(entries) }
  }
}

extension Value {
  /// Returns the result of work; if it throws, reports the problem at the field of the mapping that its path names.
  fileprivate func attempt<Result>(_ work: () throws(Diagnostic) -> Result) -> Result? {
    do {
      return try work()
    } catch {
      let field = PathComponent.components(of: error.path).flatMap { node[$0] }
      let path = field == nil ? path : "\(path).\(error.path)"
      diagnostics.report(error.message, at: path, (field ?? node).place)
      return nil
    }
  }
}

extension Node {
  /// The keys that determine the shapes of a body, and so exclude each other.
  fileprivate static let forms = FieldTable.body.alternatives.keys + ["radius", "center"]

  /// The rope or blob of a body, with its key.
  fileprivate var composite: (key: String, node: Node)? {
    FieldTable.composites.lazy.compactMap { field in self[field.key].map { (field.key, $0) } }.first
  }

  /// The number of bodies that an element stands for, as far as it can be read: that of a composite's links or points.
  fileprivate var partCount: Int {
    guard let node = composite?.node else { return 1 }
    let number = (node["links"] ?? node["points"])?.scalar?.number ?? 0
    return max(1, Int(exactly: number) ?? 0)
  }

  /// Returns the element for a part of a composite body.
  fileprivate func part(_ body: BodyDescription) -> Node {
    var members = [("id", JSON.text(body.id))] + (body.shapes.first?.geometry.members ?? [])
    members += [("at", JSON(body.position)), ("angle", .number(body.angle))]
    // Another mass stays as it is written, so that it is reported.
    if let mass = body.mass, ParameterRange.mass.contains(mass) {
      members.append(("mass", .number(mass)))
    }
    let made = members.map(\.0) + FieldTable.composites.map(\.key)
    return Node(members, at: place).with((mapping ?? []).filter { !made.contains($0.key) })
  }

  /// Makes a mapping of plain values, all at one place.
  fileprivate init(_ members: [(String, JSON)], at place: SourceLocation) {
    let entries = members.compactMap { key, value in
      FieldValue(value).map { Entry(key: key, keyPlace: place, value: $0.node(at: place)) }
    }
    self.init(content: .mapping(entries), place: place)
  }

  fileprivate func with(_ entries: [Entry]) -> Node {
    let new = Set(entries.map(\.key))
    let old = (mapping ?? []).filter { !new.contains($0.key) }
    return Node(content: .mapping(old + entries), place: place)
  }
}

/// Maps elements of lists with repetitions back to the file: `bodies[37]` may be a copy of `bodies[2]`.
struct Copies {
  /// An element of the file, and the position of its copies.
  struct Block {
    /// The index of its first copy.
    var start: Int
    /// Its index in the file.
    let element: Int
    /// The number of values of each index; empty for an element without `repeat`.
    let counts: [Int]
    /// The id as written, if it is repeated.
    var id: String?
    /// The number of its first copy.
    var first = 0
    /// Whether all of the block belongs to that copy, as the parts of a rope do.
    var isOneCopy = false
    /// The path of the field in the file that made the block, such as a rope; nil for an element of this list.
    var source: String?

    /// Returns the number of the copy to which an element of the expanded list belongs.
    func copy(of index: Int) -> Int { isOneCopy ? first : first + index - start }
  }

  /// A path in a copy.
  struct Copy {
    /// The path in the file.
    let path: String
    /// The copy's number, from 0.
    let number: Int
    let counts: [Int]

    /// The total number of copies.
    var total: Int { counts.reduce(1, *) }
    /// The names of its indices.
    var indexNames: ArraySlice<String> { Repetition.indices.prefix(counts.count) }
    /// The indices of the copy as text: `i = 3, j = 0`.
    var indices: String {
      zip(indexNames, Repetition.indices(ofCopy: number, of: counts))
        .map { "\($0) = \($1)" }.joined(separator: ", ")
    }
  }

  /// The blocks of each list with repetitions, in the order of the file.
  var blocks: [String: [Block]] = [:]

  /// Returns the copy that contains a path; nil outside lists with repetitions.
  func copy(at path: String) -> Copy? {
    guard !blocks.isEmpty, let open = path.firstIndex(of: "["),
      let close = path[open...].firstIndex(of: "]"),
      let index = Int(path[path.index(after: open)..<close]),
      let block = block(of: index, in: String(path[..<open]))
    else { return nil }
    return Copy(
      path: block.source ?? "\(path[..<open])[\(block.element)\(path[close...])",
      number: block.copy(of: index),
      counts: block.counts
    )
  }

  /// Returns a message with the element indices of the file. Complexity: O(*message*).
  func written(in message: String) -> String {
    var message = message
    for list in blocks.keys {
      let parts = message.split(separator: "\(list)[", omittingEmptySubsequences: false)
      message = String(parts[0])
      for part in parts.dropFirst() {
        let digits = part.prefix { $0.isASCII && $0.isNumber }
        let made = Int(digits).flatMap { block(of: $0, in: list) }
        if let source = made?.source {
          message += source + part.dropFirst(digits.count + 1)
        } else {
          message += "\(list)[" + (made.map { "\($0.element)" } ?? String(digits))
          message += part.dropFirst(digits.count)
        }
      }
    }
    return message
  }

  /// Adds a block to a list, at the next place of its elements, and returns it there.
  @discardableResult
  mutating func add(_ block: Block, to list: String, at start: Int) -> Block {
    var block = block
    block.start = start
    blocks[list, default: []].append(block)
    return block
  }

  /// Returns the block of an element; nil if the list has none. Complexity: O(log *elements*).
  func block(of index: Int, in list: String) -> Block? {
    guard let blocks = blocks[list] else { return nil }
    var range = blocks.indices
    while range.count > 1 {
      let middle = (range.lowerBound + range.upperBound) / 2
      range = blocks[middle].start <= index ? middle..<range.upperBound : range.lowerBound..<middle
    }
    return blocks[range].first
  }
}
