internal import Tiltbox

/// Finds the places of the model's problems in the file.
///
/// The model knows the friction of a shape as `bodies[0].shapes[0].friction`; the file may have it in the body itself,
/// or in `defaults`.
struct ProblemPlaces {
  let root: Node

  func finding(_ problem: ScenarioProblem) -> Finding {
    guard let path = PathComponent.components(of: problem.path) else {
      return Finding(place: root.place, path: problem.path, problem.message)
    }
    for written in spellings(of: path) {
      guard let node = root[written] else { continue }
      return Finding(place: node.place, path: written.path, problem.message)
    }
    // The field is missing: the place is that of the mapping without it.
    var parent = path.dropLast()
    while !parent.isEmpty, root[parent] == nil { parent.removeLast() }
    return Finding(place: root[parent]?.place ?? root.place, path: problem.path, problem.message)
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
