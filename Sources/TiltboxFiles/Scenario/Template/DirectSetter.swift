internal import Chipmunk
internal import Tiltbox

/// Sets a number of the model whose field in the file corresponds to exactly that number.
///
/// The result is the same as after setting the field in the file and decoding it again, in a hundredth of the time.
/// Other fields, and values that are not numbers, must go through the tree.
struct DirectSetter: Sendable {
  /// Sets the number; returns false if the field does not accept it.
  let set: @Sendable (_ scenario: inout Scenario, _ number: Double) -> Bool

  /// Finds the number that corresponds to a field; nil if there is none.
  init?(_ path: [PathComponent], _ root: Node, _ scenario: Scenario) {
    guard case .key(let part)? = path.first else { return nil }
    let (rest, node) = (path.dropFirst(), root[part])
    let found: (@Sendable (inout Scenario, Double) -> Bool)? =
      switch part {
      case "world": Self.setter(rest, node, Scenario.World.fields, \.world)
      case "run": Self.setter(rest, node, Scenario.Run.fields, \.run)
      case "walls" where scenario.walls != nil && node?.mapping != nil:
        Self.setter(rest, node, Scenario.Walls.fields, \.boxed)
      case "tilt": Self.tilt(rest, node, scenario)
      case "bodies": Self.bodies(rest, node?.sequence ?? [])
      default: nil
      }
    guard let found else { return nil }
    set = found
  }

  private typealias Setter = @Sendable (inout Scenario, Double) -> Bool

  /// Returns the setter of a field in a part of the scenario, or of one number of a pair that the file contains.
  private static func setter<Part>(
    _ path: ArraySlice<PathComponent>,
    _ node: Node?,
    _ record: Schema<Part>,
    _ part: any WritableKeyPath<Scenario, Part> & Sendable
  ) -> Setter? {
    guard case .key(let key)? = path.first, path.count < 3, let property = record[key] else {
      return nil
    }
    let index = path.dropFirst().first?.number
    guard path.count == (index == nil ? 1 : 2), property.takesNumber(at: index),
      index == nil || node?[path]?.scalar != nil
    else { return nil }
    return { property.set($1, at: index, in: &$0[keyPath: part]) }
  }

  private static func tilt(
    _ path: ArraySlice<PathComponent>,
    _ node: Node?,
    _ scenario: Scenario
  ) -> Setter? {
    guard case .constant = scenario.tilt.source, node?[path]?.scalar?.number != nil else {
      return nil
    }
    guard node?.sequence != nil else { return setter(path, node, TiltFields.record, \.tilt.fields) }
    let constant = node.map { Node(content: .mapping([$0.entry("constant")]), place: $0.place) }
    return setter([.key("constant")] + path, constant, TiltFields.record, \.tilt.fields)
  }

  private static func bodies(_ path: ArraySlice<PathComponent>, _ nodes: [Node]) -> Setter? {
    guard let index = index(path.first, nodes), nodes.indices.contains(index) else { return nil }
    let (rest, node) = (path.dropFirst(), nodes[index])
    if let setter = setter(rest, node, BodyDescription.fields, \.bodies[index]) { return setter }
    guard node["shapes"] == nil else { return nil }
    return setter(rest, node, Surface.fields, \.bodies[index].surface)
  }

  private static func index(_ component: PathComponent?, _ nodes: [Node]) -> Int? {
    switch component {
    case .index(let index): index
    case .key(let id): BodyNames.names(of: nodes).firstIndex(of: id)
    case nil: nil
    }
  }
}

extension PathComponent {
  fileprivate var number: Int? { if case .index(let index) = self { index } else { nil } }
}

extension Node {
  fileprivate func entry(_ key: String) -> Entry { Entry(key: key, keyPlace: place, value: self) }
}

extension Scenario {
  /// The walls of a scenario that has walls.
  fileprivate var boxed: Walls {
    get { walls ?? Walls.fields.standard }
    set { walls = newValue }
  }
}

extension BodyDescription {
  /// The surface that all shapes share.
  fileprivate var surface: Surface {
    get { shapes.first?.surface ?? Surface() }
    set { for index in shapes.indices { shapes[index].surface = newValue } }
  }
}
