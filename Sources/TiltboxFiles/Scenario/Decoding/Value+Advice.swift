internal import Tiltbox

extension Value {
  /// What somebody meant who wrote a list, a mapping or a number where the field is of another kind.
  var advice: String? {
    switch (type, node.content) {
    case (.mapping, .sequence(let nodes)) where path == "walls" && nodes.count == 2:
      return "write walls: {size: \(Self.list(nodes))}"
    case (.mapping, .scalar(let scalar)) where path == "run" && scalar.number != nil:
      return "write run: {duration: \(scalar.text)}"
    case (.number, .sequence(let nodes)) where path == "world.gravity" && nodes.count == 2:
      return "gravity has no direction; tilt has: write gravity: 1000 and tilt: [0, -1]"
    case (.list, .mapping):
      return "begin each element of the list with a dash: - {…}"
    default:
      return nil
    }
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
