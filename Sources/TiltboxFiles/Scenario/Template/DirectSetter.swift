internal import Chipmunk
internal import Tiltbox

/// Sets a number of the model where its field in the file is known to be that number and nothing else.
///
/// It does what setting the field in the file and reading it anew would do, in a hundredth of the time. Other fields,
/// and values that are no numbers, go the long way.
struct DirectSetter: Sendable {
  /// Sets the number; false if the field does not take it.
  let set: @Sendable (_ scenario: inout Scenario, _ number: Double) -> Bool

  /// Finds the number that a field stands for; nil if there is no such one.
  init?(_ path: [PathComponent], _ root: Node, _ scenario: Scenario) {
    guard case .key(let part)? = path.first else { return nil }
    let rest = path.dropFirst()
    let found: (@Sendable (inout Scenario, Double) -> Bool)? =
      switch part {
      case "world": Self.world(rest)
      case "walls": scenario.walls == nil ? nil : Self.walls(rest, root["walls"])
      case "run": Self.run(rest)
      case "tilt": Self.tilt(rest, root["tilt"], scenario)
      case "bodies": Self.bodies(rest, root)
      default: nil
      }
    guard let found else { return nil }
    set = found
  }

  private typealias Setter = @Sendable (inout Scenario, Double) -> Bool

  private static func world(_ path: ArraySlice<PathComponent>) -> Setter? {
    guard path.count == 1, case .key(let key)? = path.first else { return nil }
    switch key {
    case "gravity": return to(\.world.gravity)
    case "step": return to(\.world.step)
    case "damping": return to(\.world.damping)
    case "sleepAfter":
      return {
        $0.world.sleepAfter = $1; return true
      }
    case "speedLimit":
      return {
        $0.world.speedLimit = .value($1); return true
      }
    case "iterations":
      return { scenario, number in
        guard let whole = Int(exactly: number), (1...1000).contains(whole) else { return false }
        scenario.world.iterations = whole
        return true
      }
    default: return nil
    }
  }

  private static func walls(_ path: ArraySlice<PathComponent>, _ node: Node?) -> Setter? {
    guard case .key(let key)? = path.first, let node, node.mapping != nil else { return nil }
    switch (key, path.dropFirst().first) {
    case ("radius", nil):
      return {
        $0.walls?.radius = $1; return true
      }
    case ("friction", nil):
      return {
        $0.walls?.surface.friction = $1; return true
      }
    case ("elasticity", nil):
      return {
        $0.walls?.surface.elasticity = $1; return true
      }
    case ("size", .index(0)) where path.count == 2:
      return {
        $0.walls?.width = $1; return true
      }
    case ("size", .index(1)) where path.count == 2:
      return {
        $0.walls?.height = $1; return true
      }
    default: return nil
    }
  }

  private static func run(_ path: ArraySlice<PathComponent>) -> Setter? {
    guard path == [.key("duration")] else { return nil }
    return {
      $0.run.duration = $1; return true
    }
  }

  private static func tilt(
    _ path: ArraySlice<PathComponent>,
    _ node: Node?,
    _ scenario: Scenario
  ) -> Setter? {
    guard let node, case .constant = scenario.tilt.source, node[path]?.scalar?.number != nil,
      case .index(let index)? = path.last, index < 2
    else { return nil }
    return { scenario, number in
      guard case .constant(var tilt) = scenario.tilt.source else { return false }
      if index == 0 { tilt.x = number } else { tilt.y = number }
      scenario.tilt.source = .constant(tilt)
      return true
    }
  }

  private static func bodies(_ path: ArraySlice<PathComponent>, _ root: Node) -> Setter? {
    guard let nodes = root["bodies"]?.sequence, let index = index(path.first, nodes),
      nodes.indices.contains(index), path.count > 1, case .key(let key) = path[path.startIndex + 1]
    else { return nil }
    let node = nodes[index]
    let rest = path.dropFirst(2)
    guard node[path.dropFirst()]?.scalar != nil || rest.isEmpty else { return nil }
    let isFirst = rest.first == .index(0)
    switch (key, rest.count) {
    case ("angle", 0): return to(\.bodies[index].angle)
    case ("angularVelocity", 0): return to(\.bodies[index].angularVelocity)
    case ("mass", 0):
      return {
        $0.bodies[index].mass = $1; return true
      }
    case ("moment", 0):
      return {
        $0.bodies[index].moment = $1; return true
      }
    case ("at", 1):
      return to(isFirst ? \.bodies[index].position.x : \.bodies[index].position.y)
    case ("velocity", 1):
      return to(isFirst ? \.bodies[index].velocity.x : \.bodies[index].velocity.y)
    case ("friction", 0) where node["shapes"] == nil:
      return surface(of: index, \.friction)
    case ("elasticity", 0) where node["shapes"] == nil:
      return surface(of: index, \.elasticity)
    default: return nil
    }
  }

  private static func index(_ component: PathComponent?, _ nodes: [Node]) -> Int? {
    switch component {
    case .index(let index): index
    case .key(let id): BodyNames.names(of: nodes).firstIndex(of: id)
    case nil: nil
    }
  }

  private static func surface(
    of body: Int,
    _ path: any WritableKeyPath<Surface, Double> & Sendable
  ) -> Setter {
    { scenario, number in
      for shape in scenario.bodies[body].shapes.indices {
        scenario.bodies[body].shapes[shape].surface[keyPath: path] = number
      }
      return true
    }
  }

  private static func to(_ path: any WritableKeyPath<Scenario, Double> & Sendable) -> Setter {
    { scenario, number in
      scenario[keyPath: path] = number
      return true
    }
  }
}
