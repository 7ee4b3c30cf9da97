/// A part of the path to a field: `bodies[2].mass` is a key, an index and a key.
enum PathComponent: Hashable {
  case key(String)
  case index(Int)
}

extension PathComponent {
  /// Parses a path; nil if it is not one.
  static func components(of path: some StringProtocol) -> [PathComponent]? {
    var components: [PathComponent] = []
    for part in path.split(separator: ".", omittingEmptySubsequences: false) {
      let pieces = part.split(separator: "[", omittingEmptySubsequences: false)
      guard let key = pieces.first, !key.isEmpty else { return nil }
      components.append(.key(String(key)))
      for piece in pieces.dropFirst() {
        guard piece.last == "]", let index = Int(piece.dropLast()), index >= 0 else { return nil }
        components.append(.index(index))
      }
    }
    return components
  }

  /// Returns the text of a path with this component appended.
  func appended(to path: String) -> String {
    switch self {
    // Faster than interpolation.
    case .key(let key): path.isEmpty ? key : path + "." + key
    case .index(let index): path + "[" + String(index) + "]"
    }
  }
}

extension Collection<PathComponent> {
  /// The path as text.
  var path: String { reduce("") { $1.appended(to: $0) } }
}
