internal import Tiltbox

/// Finds the places of the model's diagnostics in the file.
///
/// The model knows the friction of a shape as `bodies[0].shapes[0].friction`; the file may have it in the body itself,
/// or in `defaults`.
struct DiagnosticPlaces {
  let root: Node

  /// Returns a diagnostic of the model with its place and with the path in the file.
  func placed(_ diagnostic: Diagnostic) -> Diagnostic {
    var diagnostic = diagnostic
    diagnostic.place = root.place
    guard let path = PathComponent.components(of: diagnostic.path) else { return diagnostic }
    for written in spellings(of: path) {
      guard let node = root[written] else { continue }
      (diagnostic.place, diagnostic.path) = (node.place, written.path)
      return diagnostic
    }
    // The field is missing: the place is that of the mapping without it.
    var parent = path.dropLast()
    while !parent.isEmpty, root[parent] == nil { parent.removeLast() }
    if let node = root[parent] { diagnostic.place = node.place }
    return diagnostic
  }

  /// Returns the paths at which a field of the model may be in the file, the nearest first.
  private func spellings(of path: [PathComponent]) -> [[PathComponent]] {
    let owner = Array(path.dropLast())
    guard case .key(let field)? = path.last, path.count > 2, path[0] == .key("bodies") else {
      return path.last == .key("constant") ? [path, owner] : [path]
    }
    let keys = field == "geometry" ? FormFields.keys : [field]
    let owners = [owner, Array(path.prefix(2)), [.key("defaults")]]
    return owners.flatMap { owner in keys.map { owner + [.key($0)] } }
  }
}
