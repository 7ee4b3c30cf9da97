internal import Tiltbox

extension Value {
  /// What somebody meant who wrote a list, a mapping or a number where the field is of another kind.
  var advice: String? {
    switch (type, node.content) {
    case (.mapping, .sequence(let nodes)) where path == "walls" && nodes.count == 2:
      return "write walls: {size: \(Self.list(nodes))}"
    case (.mapping, .scalar(let scalar)) where path == "run":
      return (scalar.number ?? scalar.quantity?.number).map { "write run: {duration: \($0.plain)}" }
    case (.mapping, .scalar) where path.hasPrefix("expect["):
      return "write fields, as in {body: ball, firstContact: walls}"
    case (.pair, .scalar(let scalar)), (.either(.pair, _), .scalar(let scalar)):
      return Self.pair(in: scalar.text)
    case (.pair, .sequence(let nodes)) where nodes.count == 1:
      return nodes[0].scalar.flatMap { Self.pair(in: $0.text) }
    case (.list(.pair, let count), .sequence(let nodes))
    where nodes.count >= 2 * count.lowerBound && nodes.count.isMultiple(of: 2):
      let numbers = nodes.compactMap { $0.scalar?.number == nil ? nil : $0.scalar?.text }
      guard numbers.count == nodes.count else { return nil }
      let points = stride(from: 0, to: numbers.count, by: 2).map {
        "[\(numbers[$0]), \(numbers[$0 + 1])]"
      }
      return "write [\(points.joined(separator: ", "))]"
    case (.number, .sequence(let nodes)) where path == "world.gravity" && nodes.count == 2:
      return "gravity has no direction; tilt has: write gravity: 1000 and tilt: [0, -1]"
    case (.list, .mapping):
      return "begin each element of the list with a dash: - {…}"
    default:
      return nil
    }
  }

  /// What to write for a text with two numbers, such as `300 x 200`.
  private static func pair(in text: String) -> String? {
    let numbers = text.split { !$0.isNumber && !"+-.eE".contains($0) }
    guard numbers.count == 2, numbers.allSatisfy({ Double($0) != nil }) else { return nil }
    return "write [\(numbers[0]), \(numbers[1])]"
  }

  private static func list(_ nodes: [Node]) -> String {
    "[" + nodes.map { $0.scalar?.text ?? "…" }.joined(separator: ", ") + "]"
  }
}

extension Scalar {
  /// What is wrong with a formula of the indices i and j, where there are none, or that lacks its =.
  var adviceOnIndices: String? {
    if text.hasPrefix("=") { return "a formula that begins with = needs repeat" }
    let letters = text.filter(\.isLetter)
    guard text.contains(where: \.isWholeNumber) || text.contains(where: "+-*/".contains),
      !letters.isEmpty, letters.allSatisfy({ $0 == "i" || $0 == "j" })
    else { return nil }
    return "begin a formula of the indices with =, as in =\(text)"
  }
}
