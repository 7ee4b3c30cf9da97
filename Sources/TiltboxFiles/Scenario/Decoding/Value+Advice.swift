internal import Tiltbox

extension Value {
  /// What somebody meant who wrote a value of another kind here, as people often do.
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
    case (.number, .scalar(let scalar)), (.size, .scalar(let scalar)):
      return Self.adviceOnIndices(scalar.text)
    default:
      return nil
    }
  }

  private static func list(_ nodes: [Node]) -> String {
    "[" + nodes.map { $0.scalar?.text ?? "…" }.joined(separator: ", ") + "]"
  }

  /// About a formula of the indices i and j.
  private static func adviceOnIndices(_ text: String) -> String? {
    if text.hasPrefix("=") { return "a formula that begins with = needs repeat" }
    let letters = text.filter(\.isLetter)
    guard text.contains(where: \.isWholeNumber) || text.contains(where: "+-*/".contains),
      !letters.isEmpty, letters.allSatisfy({ $0 == "i" || $0 == "j" })
    else { return nil }
    return "begin a formula of the indices with =, as in =\(text)"
  }
}
