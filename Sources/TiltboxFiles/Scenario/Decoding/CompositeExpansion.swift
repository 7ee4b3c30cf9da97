internal import Chipmunk
internal import Tiltbox
internal import TiltboxJSON

/// Expands the elements of a scenario that stand for several: ropes and blobs among the bodies, wheels among the
/// constraints. What they make takes their places in the lists; the joints of ropes and blobs follow the file's own
/// constraints.
struct CompositeExpansion {
  private let diagnostics: Diagnostics
  /// The file's own bodies, and the parts made so far.
  private var bodies: [String: BodyDescription]
  /// The nodes of the joints, each with the composite that made it.
  private var joints: [(node: Node, block: Copies.Block)] = []

  private static let wheel = "wheel"

  /// Expands the lists of a scenario whose repeated elements are expanded. Complexity: O(*bodies* + *constraints*).
  static func expand(_ root: inout Node, _ diagnostics: Diagnostics) {
    let lists = Repetition.lists.map { root[$0]?.sequence ?? [] }
    guard
      lists[0].contains(where: { $0.composite != nil })
        || lists[1].contains(where: { $0[wheel] != nil })
    else { return }
    // Ends and wheels are at the places of bodies, and a body's mass may be a default.
    let scratch = Diagnostics()
    let value = Value(root.without("expect"), at: "", as: .mapping(.scenario), scratch)
    let scene = ScenarioDecoder(diagnostics: scratch, folder: "").scenario(value, name: "")
    guard scene.bodies.count == lists[0].count else { return }
    var expansion = Self(diagnostics: diagnostics, bodies: scene.bodiesByID)
    let density = root["defaults"]?["density"]
    let parts = expansion.expand(lists[0], of: "bodies") { expansion, index, start in
      expansion.parts(of: lists[0][index], scene.bodies[index], density, start)
    }
    let ids = ConstraintDecoder.names(of: lists[1])
    var constraints = expansion.expand(lists[1], of: "constraints") { expansion, index, start in
      expansion.wheel(lists[1][index], id: ids[index], start)
    }
    for joint in expansion.joints {
      var block = joint.block
      block.start = constraints.count
      diagnostics.copies.blocks["constraints", default: []].append(block)
      constraints.append(joint.node)
    }
    root.set("bodies", parts)
    root.set("constraints", constraints)
  }

  /// Expands a list, and records where its elements come from.
  private mutating func expand(
    _ nodes: [Node],
    of list: String,
    _ parts: (inout Self, _ index: Int, _ start: Int) -> [Node]?
  ) -> [Node] {
    let old = diagnostics.copies
    diagnostics.copies.blocks[list] = []
    var expanded: [Node] = []
    for index in nodes.indices {
      let start = expanded.count
      var block =
        old.block(of: index, in: list) ?? Copies.Block(start: index, element: index, counts: [])
      (block.first, block.isOneCopy, block.start) = (block.copy(of: index), true, start)
      diagnostics.copies.blocks[list, default: []].append(block)
      expanded += parts(&self, index, start) ?? [nodes[index]]
    }
    return expanded
  }
}

// Ropes and blobs.
extension CompositeExpansion {
  /// Returns the bodies of a composite, nil for another body; keeps the joints.
  private mutating func parts(
    of element: Node,
    _ whole: BodyDescription,
    _ density: Node?,
    _ start: Int
  ) -> [Node]? {
    guard let (key, node) = element.composite else { return nil }
    let (path, reports) = ("bodies[\(start)]", diagnostics.reportCount)
    for other in element.mapping ?? [] where other.value.scalar?.isNull != true {
      let isPlaced = key == "rope" && ["at", "angle"].contains(other.key)
      guard isPlaced || key != other.key && Node.forms.contains(other.key) else { continue }
      let remedy = isPlaced ? "which has ends; drop it" : "drop one of them"
      diagnostics.report(
        "cannot stand beside \(key)" + (isPlaced ? ", " : "; ") + remedy,
        at: "\(path).\(other.key)",
        other.value.place
      )
    }
    var whole = whole
    if element["mass"] == nil, (element["density"] ?? density) != nil { whole.mass = nil }
    let value = Value(
      node,
      at: "\(path).\(key)",
      as: FieldTable.body[key]?.type ?? .text,
      diagnostics
    )
    let number = (element["density"] ?? density)?.scalar?.number
    let made =
      key == "rope"
      ? parts(RopeDescription.self, value, whole, number)
      : parts(BlobDescription.self, value, whole, number)
    guard let made, diagnostics.reportCount == reports else {
      diagnostics.suppressPart(path)
      diagnostics.markUnreliable("body.\(whole.id)")
      return [element.without(key)]
    }
    guard start + made.bodies.count <= Scenario.mostBodies else {
      value.report("makes \(made.bodies.count) bodies; a list has at most \(Scenario.mostBodies)")
      return []
    }
    bodies.merge(made.bodies.map { ($0.id, $0) }) { first, _ in first }
    var block =
      diagnostics.copies.blocks["bodies"]?.last ?? Copies.Block(start: 0, element: 0, counts: [])
    block.source = "bodies[\(block.element)].\(key)"
    joints += made.constraints.map { (Node($0.json, at: node.place), block) }
    return made.bodies.map { element.part($0) }
  }

  private func parts<Description: CompositeDescription>(
    _: Description.Type,
    _ value: Value,
    _ whole: BodyDescription,
    _ density: Double?
  ) -> CompositeParts? {
    let reports = diagnostics.reportCount
    guard let fields = value.fields() else { return nil }
    var description = Description.fields.standard
    fields.read(Description.fields, into: &description)
    fields.reportRanges(Description.fields, of: description)
    guard diagnostics.reportCount == reports else { return nil }
    do {
      return try description.parts(of: whole, density: density, among: bodies)
    } catch {
      (fields[error.path] ?? value).report(error.message)
      return nil
    }
  }
}

// Wheels.
extension CompositeExpansion {
  /// Returns the constraints of a wheel, nil for another constraint.
  private func wheel(_ element: Node, id: String, _ start: Int) -> [Node]? {
    guard element[Self.wheel] != nil else { return nil }
    let path = "constraints[\(start)]"
    let reports = diagnostics.reportCount
    let value = Value(element, at: path, as: .mapping(.constraint), diagnostics)
    let made = wheel(value, id: id)
    guard let made, diagnostics.reportCount == reports else {
      diagnostics.suppressPart(path)
      diagnostics.markUnreliable("constraint.\(id)")
      return nil
    }
    // The fields of every kind hold for each constraint, except the id and the motor's limit.
    let own = ConstraintDescription.fields
    let entries = (element.mapping ?? []).filter {
      own[$0.key] != nil && !["id", "maxForce"].contains($0.key)
    }
    return made.map { Node($0.json, at: element.place).with(entries) }
  }

  private func wheel(_ value: Value, id: String) -> [ConstraintDescription]? {
    let reports = diagnostics.reportCount
    guard let fields = value.fields() else { return nil }
    var (numbers, limits) = (ConstraintFields(), ConstraintDescription.unread)
    fields.reportStrays(beside: Self.wheel) { owners in
      "goes with a \(owners.joined(separator: ", a ")), not with a wheel; drop it"
    }
    fields.reportMissing(beside: Self.wheel)
    fields.read(ConstraintFields.record, into: &numbers, beside: Self.wheel)
    fields.read(ConstraintDescription.fields, into: &limits)
    fields.reportRanges(ConstraintFields.record, of: numbers)
    if numbers.rate == nil { fields["maxForce"]?.report("limits a motor; give a rate, or drop it") }
    let ends = fields[Self.wheel]?.list()?.compactMap { $0.text() } ?? []
    guard diagnostics.reportCount == reports,
      let wheel = WheelDescription(ends, numbers, maxTorque: limits.maxForce)
    else { return nil }
    do {
      return try wheel.constraints(id: id, among: bodies)
    } catch {
      let end = Int(error.path.filter(\.isNumber)).flatMap { fields[Self.wheel]?.list()?[$0] }
      (end ?? fields[error.path] ?? value).report(error.message)
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

  /// Returns the element for a part of a composite body.
  fileprivate func part(_ body: BodyDescription) -> Node {
    var members = [("id", JSON.text(body.id))] + (body.shapes.first?.geometry.members ?? [])
    members += [("at", JSON(body.position)), ("angle", .number(body.angle))]
    // Another mass stays as it is written, so that it is reported.
    if let mass = body.mass, ParameterRange.mass.contains(mass) {
      members.append(("mass", .number(mass)))
    }
    let made = members.map(\.0) + FieldTable.composites.map(\.key)
    return Node(.object(members), at: place).with((mapping ?? []).filter { !made.contains($0.key) })
  }

  /// Makes a node of a value, all at one place.
  fileprivate init(_ json: JSON, at place: SourceLocation) {
    switch json {
    case .object(let members):
      let entries = members.map { Entry(key: $0, keyPlace: place, value: Node($1, at: place)) }
      self.init(content: .mapping(entries), place: place)
    case .array(let elements):
      self.init(content: .sequence(elements.map { Node($0, at: place) }), place: place)
    case .text(let text):
      self.init(content: .scalar(Scalar(text: text, isPlain: false)), place: place)
    default: self.init(content: .scalar(Scalar(text: json.line, isPlain: true)), place: place)
    }
  }

  fileprivate func with(_ entries: [Entry]) -> Node {
    let new = Set(entries.map(\.key))
    let old = (mapping ?? []).filter { !new.contains($0.key) }
    return Node(content: .mapping(old + entries), place: place)
  }

  /// Sets the list of a key, and adds the key unless the list is empty.
  fileprivate mutating func set(_ key: String, _ list: [Node]) {
    guard var entries = mapping else { return }
    let content = Content.sequence(list)
    if let index = entries.firstIndex(where: { $0.key == key }) {
      entries[index].value.content = content
    } else if !list.isEmpty {
      entries.append(Entry(key: key, keyPlace: place, value: Node(content: content, place: place)))
    }
    self.content = .mapping(entries)
  }
}
