internal import Tiltbox

/// Finds out why a scenario lacks a name that something refers to: the element may be one that could not be read, or its
/// index may stand without braces.
struct MissingNames {
  private let root: Value
  /// The lists with elements whose names could not be read.
  private let unread: Set<String>
  /// The remedies for ids without braces, by list and by the shape of the names that they would have with braces.
  private let remedies: [String: [String: String]]

  init(in root: Value) {
    self.root = root
    remedies = Dictionary(
      uniqueKeysWithValues: root.diagnostics.copies.blocks.map { list, blocks in
        (list, Dictionary(blocks.compactMap { Self.remedy(for: $0, in: list) }) { one, _ in one })
      }
    )
    let lists = ["bodies", "constraints", "values", "layers"]
    unread = root.diagnostics.isEmpty ? [] : Set(lists.filter { Self.isUnread($0, root) })
  }

  private static func isUnread(_ list: String, _ root: Value) -> Bool {
    if root.diagnostics.suppresses(list) { return true }
    guard let node = root.node[list] else {
      // A list under an unknown key may be this one.
      return root.node.mapping?.contains {
        FieldTable.scenario[$0.key] == nil && $0.value.sequence != nil
      } == true
    }
    return node.sequence?.enumerated().contains { index, element in
      element.mapping == nil || root.diagnostics.suppresses("\(list)[\(index)].id")
    } == true
  }

  /// Returns the diagnostic about a missing name, with the remedy for an index without braces; nil if an element that
  /// could not be read may have the name.
  func explained(_ diagnostic: Diagnostic, _ missing: MissingName) -> Diagnostic? {
    guard !unread.contains(missing.list) else { return nil }
    guard let remedy = remedy(for: missing, at: diagnostic.path),
      let problem = diagnostic.message.firstRange(of: "\"; ")
    else { return diagnostic }
    var diagnostic = diagnostic
    diagnostic.message = diagnostic.message[..<problem.upperBound] + remedy
    return diagnostic
  }

  private func remedy(for missing: MissingName, at path: String) -> String? {
    let copies = root.diagnostics.copies
    if let copy = copies.copy(at: path), !copy.counts.isEmpty,
      let name = Repetition.braced(missing.name, indices: copy.indexNames)
    {
      return "write \"\(name)\""
    }
    return remedies[missing.list].flatMap { $0.isEmpty ? nil : $0[Self.shape(of: missing.name)] }
  }

  /// Returns the shape of a repeated element's names if the id had braces, and the remedy; nil if it has some.
  private static func remedy(
    for block: Copies.Block,
    in list: String
  ) -> (shape: String, words: String)? {
    let indices = Repetition.indices.prefix(block.counts.count)
    guard let id = block.id, let meant = Repetition.braced(id, indices: indices) else { return nil }
    let shape = shape(of: meant.replacing(/{[^}]*}/, with: "0"))
    return (shape, "write id: \"\(meant)\" in \(list)[\(block.element)]")
  }

  /// Returns a name with `#` for each number.
  private static func shape(of name: String) -> String { name.replacing(/[0-9]+/, with: "#") }
}
