public import Chipmunk

/// Something in a scenario that no world can be made from, and where it stands.
public struct ScenarioProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The field, as in `bodies[2].mass`; a shape's is `bodies[2].shapes[0].geometry`, `.radius`,
  /// `.center` or `.friction`.
  public let path: String
  /// What is wrong, with the value and its unit, and what to do.
  public let message: String

  /// Makes a problem.
  public init(path: String, message: String) {
    self.path = path
    self.message = message
  }

  /// The path, then the message.
  public var description: String { "\(path): \(message)" }
}

extension Scenario {
  /// Everything that is wrong with the scenario, in the order of its fields; empty if nothing is.
  ///
  /// Complexity: O(*bodies* + *shapes*), and O(*n* log *n*) for a polygon of *n* vertices.
  public func problems() -> [ScenarioProblem] {
    var found = ProblemList()
    world.report(to: &found)
    walls?.report(to: &found)
    found.check("run.frames", run.frames, Self.frameRate)
    if let duration = run.duration { found.check("run.duration", duration, Self.duration) }
    switch tilt.source {
    case .constant(let tilt):
      found.check("tilt", Vector(tilt.x, tilt.y), Self.tilt)
    case .file(let path, let options, _):
      if path.isEmpty { found.add("tilt.file", "the path is empty; name a file") }
      if let rate = options.rate { found.check("tilt.rate", rate, Self.tiltRate) }
    }
    var firstUse: [String: Int] = [:]
    for (index, body) in bodies.enumerated() {
      let path = "bodies[\(index)]"
      body.report(at: path, to: &found)
      if let first = firstUse[body.id] {
        found.add("\(path).id", "\"\(body.id)\" names bodies[\(first)] already; give another id")
      } else {
        firstUse[body.id] = index
      }
    }
    reportConstraints(to: &found)
    reportValues(to: &found)
    reportAnimations(to: &found)
    reportExpectations(to: &found)
    return found.problems
  }

  /// A part of a tilt, in g.
  public static let tilt = Quantity("tilt", "g", -1000...1000)
  /// The samples a second of a tilt file whose lines carry no time.
  public static let tiltRate = Quantity("tilt rate", "Hz", 1e-6...1e6)
  /// The frames of a recording in each simulated second.
  public static let frameRate = Quantity("frame rate", "Hz", 1e-6...1e6)
  /// The simulated time of a run, in seconds.
  public static let duration = Quantity("duration", "s", 0...1e9)
}

struct ProblemList {
  var problems: [ScenarioProblem] = []

  mutating func add(_ path: String, _ message: String) {
    problems.append(ScenarioProblem(path: path, message: message))
  }

  mutating func attempt<Value>(
    _ path: @autoclosure () -> String,
    _ work: () throws(PhysicsError) -> Value
  ) -> Value? {
    do {
      return try work()
    } catch {
      add(path(), error.description)
      return nil
    }
  }

  mutating func check(_ path: @autoclosure () -> String, _ value: Double, _ quantity: Quantity) {
    if !quantity.contains(value) {
      _ = attempt(path()) { () throws(PhysicsError) in try quantity.check(value) }
    }
  }

  mutating func check(_ path: @autoclosure () -> String, _ value: Vector, _ quantity: Quantity) {
    if !quantity.contains(value.x) {
      check(path(), value.x, quantity)
    } else {
      check(path(), value.y, quantity)
    }
  }
}

extension Scenario.World {
  fileprivate func report(to found: inout ProblemList) {
    found.check("world.gravity", gravity, .gravity)
    found.check("world.step", step, .timeStep)
    found.check("world.iterations", Double(iterations), .iterations)
    found.check("world.damping", damping, .damping)
    if let sleepAfter { found.check("world.sleepAfter", sleepAfter, .sleepTime) }
    if case .value(let limit) = speedLimit { found.check("world.speedLimit", limit, .speedLimit) }
  }
}

extension Scenario.Walls {
  fileprivate func report(to found: inout ProblemList) {
    found.check("walls.size", width, .boxSide)
    found.check("walls.size", height, .boxSide)
    found.check("walls.radius", radius, .roundingRadius)
    surface.report(at: "walls", to: &found)
  }
}

extension Surface {
  fileprivate func report(at path: String, to found: inout ProblemList) {
    found.check("\(path).friction", friction, .friction)
    found.check("\(path).elasticity", elasticity, .elasticity)
    found.check("\(path).surfaceVelocity", velocity, .surfaceVelocity)
  }
}

extension BodyDescription {
  /// Everything that is wrong with the description, its fields' paths beginning with a given one.
  public func problems(at path: String) -> [ScenarioProblem] {
    var found = ProblemList()
    report(at: path, to: &found)
    return found.problems
  }

  fileprivate func report(at path: String, to found: inout ProblemList) {
    if id.isEmpty { found.add("\(path).id", "the id is empty; give a name") }
    if id == "walls" || id.hasPrefix("walls.") {
      found.add("\(path).id", "\"\(id)\" is kept for the walls; give another id")
    }
    found.check("\(path).at", position, .position)
    found.check("\(path).angle", angle, .angle)
    var shapesAreValid = true
    for (index, shape) in shapes.enumerated() {
      let path = "\(path).shapes[\(index)]"
      shape.surface.report(at: path, to: &found)
      do {
        try shape.geometry.validate()
      } catch {
        found.add("\(path).\(shape.geometry.part(refusedBy: error))", error.description)
        shapesAreValid = false
      }
    }
    if type == .static {
      let rests = velocity == .zero && angularVelocity == 0
      if !rests {
        found.add(
          "\(path).velocity",
          "a static body never moves; drop the velocity, or make it kinematic"
        )
      }
    } else {
      found.check("\(path).velocity", velocity, .velocity)
      found.check("\(path).angularVelocity", angularVelocity, .angularVelocity)
    }
    guard type == .dynamic else {
      if mass != nil {
        found.add("\(path).mass", "a \(type) body has no mass; drop it, or make the body dynamic")
      }
      if moment != nil {
        found.add("\(path).moment", "a \(type) body has no moment; drop it, or make it dynamic")
      }
      return
    }
    if let moment {
      found.check("\(path).moment", moment, .moment)
    } else if shapes.isEmpty {
      found.add(
        "\(path).shapes",
        "a body without shapes needs a moment; give a shape, or a moment"
      )
    }
    guard let mass else {
      found.add("\(path).mass", "a dynamic body needs a mass, in kg; give one above 0")
      return
    }
    found.check("\(path).mass", mass, .mass)
    if Quantity.mass.contains(mass), moment == nil, !shapes.isEmpty, shapesAreValid {
      _ = found.attempt("\(path).mass") { () throws(PhysicsError) in try computedMoment(mass) }
    }
  }
}

extension Geometry {
  /// The part of a shape that an error of ``validate()`` is about.
  fileprivate func part(refusedBy error: PhysicsError) -> String {
    switch (self, error.subject) {
    case (_, Quantity.roundingRadius.name): "radius"
    case (.circle, Quantity.position.name), (.box, Quantity.position.name): "center"
    default: "geometry"
    }
  }
}

extension BodyDescription {
  /// The moment of inertia of the shapes about the body's origin, in kg·units², the mass shared out
  /// among them by area (evenly, if none has an area).
  ///
  /// Throws ``PhysicsError/Code/outOfRange``.
  public func computedMoment(_ mass: Double) throws(PhysicsError) -> Double {
    if shapes.count == 1 { return try shapes[0].geometry.moment(mass: mass) }
    var areas: [Double] = []
    for shape in shapes { areas.append(try shape.geometry.area()) }
    let total = areas.reduce(0, +)
    var sum = 0.0
    for (shape, area) in zip(shapes, areas) {
      let share = total > 0 ? area / total : 1 / Double(shapes.count)
      guard share > 0 else { continue }
      sum += try shape.geometry.moment(mass: mass * share)
    }
    try Quantity.moment.check(sum)
    return sum
  }
}
