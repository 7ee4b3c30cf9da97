internal import Chipmunk
internal import Tiltbox

extension Value {
  /// The advice for a list, a mapping or a number in a field of another type.
  var advice: String? { adviceOnNotation ?? adviceOnCommas ?? adviceOnContent }

  private var adviceOnContent: String? {
    switch (type, node.content) {
    case (.mapping, let content) where path == "walls":
      return Self.adviceOnWalls(content)
    case (.mapping, .scalar(let scalar)) where path == "run":
      return (scalar.number ?? scalar.quantity?.number).map { "write run: {duration: \($0.plain)}" }
    case (.mapping(let table), .scalar(let scalar))
    where table["circle"] != nil && FormFields.keys.contains(scalar.text):
      return "write {\(scalar.text): …}"
    case (.mapping, .scalar), (.another, .scalar):
      return type.table.flatMap { Self.examples[$0.name] }.map { "write fields, as in \($0)" }
    case (.list(.mapping, _), .scalar(let scalar)) where ["none", "no"].contains(scalar.text):
      return "write []"
    case (.numbers, let content) where ["fill", "stroke"].contains(where: path.hasSuffix):
      return Self.adviceOnColor(content)
    case (.numbers, .scalar(let scalar)) where ColorName.components(of: scalar.text) != nil:
      return Self.adviceOnColor(node.content)
    case (.either(.list(.formula, _), .choice), .scalar(let scalar)):
      let key = path.split(separator: ".").last ?? ""
      if scalar.flag == false { return "drop it" }
      return scalar.number.map { "write \(key): [0, \($0.plain)], in s" }
    case (.either(.whole, .mapping), .scalar(let scalar)) where scalar.number == nil:
      return path.hasSuffix(".contacts") ? "write contacts: {min: 1}, with: \(scalar.text)" : nil
    case (.whole, .scalar(let scalar)) where scalar.text.hasPrefix("-"):
      if path.hasSuffix(".filter.group") {
        return "shapes of one group never touch; write group: 1"
      }
      return path.hasSuffix(".filter.mask") ? "leave mask out to touch all" : nil
    case (.either(.pair, _), let content) where path == "tilt":
      return Self.adviceOnTilt(content)
    case (.pair(_, let names), let content):
      return adviceOnPair(content, of: names)
    case (.list(.formula, _), let content):
      return adviceOnPair(content, of: "x, y")
    case (.list(.pair, _), .sequence):
      return adviceOnFlatPoints
    case (.list(.list(.formula, _), _), .sequence(let nodes)) where nodes.count == 4:
      return Self.points(nodes)
    case (.list(.text, let count), _) where count == 2...2:
      return "give the ids of two bodies, or one and ground"
    case (.number, .sequence(let nodes)) where path == "world.gravity" && nodes.count == 2:
      return Self.adviceOnGravity(nodes)
    case (.number, .sequence(let nodes)) where nodes.count == 1,
      (.whole, .sequence(let nodes)) where nodes.count == 1:
      return nodes[0].scalar?.number.map { "write \($0.plain)" }
    case (.number, .mapping(let entries)) where entries.count == 1:
      return entries[0].value.scalar?.number.map { "write \($0.plain)" }
    case (.either(.formula, .choice), .sequence) where path.hasSuffix(".at"):
      return "for an interval write always: [0, 1] or eventually: [0, 1]"
    case (.either(.formula, .mapping), .sequence(let nodes)) where nodes.count == 2:
      let ends = nodes.map { $0.scalar?.text ?? "…" }
      return "write {min: \(ends[0]), max: \(ends[1])}"
    case (.formula, .scalar(let scalar)) where scalar.flag != nil && path.hasSuffix(".asleepBy"):
      return "give a time, in s"
    case (.list, .mapping):
      return "begin each element of the list with a dash: - {…}"
    default:
      return nil
    }
  }

  /// A mapping of each table, for texts in its place.
  private static let examples = [
    "body": "{circle: 10, mass: 1}", "shape": "{circle: 10}", "filter": "{group: 1}",
    "rope": "{from: [0, 90], to: [90, 90]}", "blob": "{radius: 40, stiffness: 800}",
    "constraint": "{pivot: [a, b], at: [0, 0]}", "value": "{id: score, numbers: 0}",
    "layer": "{id: sky, box: [20, 10]}", "touch": "{at: 1, point: [10, 20]}",
    "handover": "{body: ball, at: 1}", "animation": "{target: tilt, to: [1, 0]}",
    "expectation": "{body: ball, firstContact: walls}", "contactChange": "{begin: [a, walls]}",
  ]

  private static func adviceOnWalls(_ content: Node.Content) -> String {
    var size = "[width, height]"
    if case .sequence(let nodes) = content, nodes.count == 2 { size = list(nodes) }
    if case .scalar(let scalar) = content, let side = scalar.number?.plain {
      size = "[\(side), \(side)]"
    }
    return "write walls: {size: \(size)}"
  }

  /// Returns the advice for gravity written as a vector: its magnitude is the gravity, its direction the tilt.
  private static func adviceOnGravity(_ nodes: [Node]) -> String {
    let parts = nodes.compactMap { $0.scalar?.number }
    let length = parts.count == 2 ? Vector(parts[0], parts[1]).length : 0
    let (size, x, y) =
      length.isFinite && length > 0
      ? (length, parts[0] / length, parts[1] / length) : (1000, 0.0, -1.0)
    return "gravity is a magnitude, and tilt is its direction; "
      + "write gravity: \(size.brief(5)) and tilt: [\(x.brief(5)), \(y.brief(5))]"
  }

  private static func adviceOnTilt(_ content: Node.Content) -> String? {
    let directions = [
      "right": "[1, 0]", "left": "[-1, 0]", "up": "[0, 1]", "down": "[0, -1]",
      "upright": "[0, -1]", "flat": "[0, 0]", "none": "[0, 0]",
    ]
    if case .scalar(let scalar) = content {
      if let known = directions[scalar.text.lowercased()] { return "write \(known), in g" }
      if let pair = scalar.pairMeant { return pair }
      if !scalar.text.hasPrefix("-"), scalar.text.dropLast().contains("."), scalar.number == nil {
        return "write tilt: {file: \(scalar.text)}"
      }
    }
    return "give [x, y] in g, where [0, -1] is upright, or {file: phone.csv}"
  }

  private static func adviceOnColor(_ content: Node.Content) -> String {
    if case .scalar(let scalar) = content, let color = ColorName.list(of: scalar.text) {
      return "write \(color)"
    }
    return "give [red, green, blue], each from 0 to 1"
  }

  /// The advice for a list of points whose numbers stand in one list.
  var adviceOnFlatPoints: String? {
    guard case .list(.pair(_, let names), let count) = type, let nodes = node.sequence,
      !nodes.isEmpty, nodes.allSatisfy({ $0.scalar?.number != nil })
    else { return nil }
    let points = nodes.count >= 2 * count.lowerBound ? Self.points(nodes) : nil
    return points ?? "write each point as [\(names)]"
  }

  /// Returns the advice for points whose numbers stand in one list.
  private static func points(_ nodes: [Node]) -> String? {
    let numbers = nodes.compactMap { $0.scalar?.number == nil ? nil : $0.scalar?.text }
    guard numbers.count == nodes.count, numbers.count.isMultiple(of: 2) else { return nil }
    let points = stride(from: 0, to: numbers.count, by: 2).map {
      "[\(numbers[$0]), \(numbers[$0 + 1])]"
    }
    return "write [\(points.joined(separator: ", "))]"
  }

  static func list(_ nodes: some Collection<Node>) -> String {
    "[" + nodes.map { $0.scalar?.written ?? "…" }.joined(separator: ", ") + "]"
  }
}
