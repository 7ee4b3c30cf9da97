internal import Chipmunk
internal import Glibc

/// `Benchmarks scene ENGINE THREADS FILE`: a scene of `peers/scenes/table.py` in a space with the defaults of its engine.
/// It has the same protocol as the other peers.
struct ScenePeer {
  private let space: Space
  private var bodies: [Body]
  private var lines: ArraySlice<[Substring]>
  private var tick = 0

  static func run(_ words: [String]) throws {
    guard words.count == 3, let engine = Engine(rawValue: words[0]), let threads = Int(words[1])
    else { fatalError("scene ENGINE THREADS FILE") }
    var peer = try ScenePeer(words[2], engine, threads)
    while let line = readLine() {
      print(line == "centre" ? peer.centre : "\(try peer.step(Int(line) ?? 0))")
      fflush(nil)
    }
  }

  private init(_ path: String, _ engine: Engine, _ threads: Int) throws {
    space = try Space(timeStep: 1.0 / 60, engine: engine, threads: threads)
    bodies = [space.ground]
    lines = Settings().read(path).split(separator: "\n").map { $0.split(separator: " ") }[...]
  }

  /// Takes some steps, and returns their time in seconds: real time with more than one thread.
  private mutating func step(_ count: Int) throws -> Double {
    var seconds = 0.0
    for _ in 0..<count {
      while let line = lines.first, line[0] != "tick" || Int(line[1]) ?? 0 <= tick {
        if line[0] != "tick" { try put(line[0], line.dropFirst().compactMap { Double($0) }) }
        lines.removeFirst()
      }
      seconds += try time(by: space.threads > 1 ? realTime : threadTime) { try space.step() }
      tick += 1
    }
    return seconds
  }

  private mutating func put(_ kind: Substring, _ n: [Double]) throws {
    switch kind {
    case "world":
      space.gravity = Vector(n[0], n[1])
      space.collisionSlop = n[2]
    case "body":
      let body = try Body(mass: n[0], moment: n[1])
      (body.position, body.velocity) = (Vector(n[2], n[3]), Vector(n[4], n[5]))
      try space.add(body)
      bodies.append(body)
    case "static":
      let body = Body.static()
      body.position = Vector(n[0], n[1])
      try space.add(body)
      bodies.append(body)
    case "joint": try addJoint(n)
    default: try addShape(kind, n)
    }
  }

  private func addShape(_ kind: Substring, _ n: [Double]) throws {
    let form: Geometry =
      switch kind {
      case "circle": .circle(radius: n[3], center: Vector(n[4], n[5]))
      case "segment":
        .segment(from: Vector(n[4], n[5]), to: Vector(n[6], n[7]), radius: n[3])
      default:
        .polygon((0..<Int(n[4])).map { Vector(n[5 + 2 * $0], n[6 + 2 * $0]) }, radius: n[3])
      }
    let shape = try bodies[bodies.count - 1].addShape(form, friction: n[0], elasticity: n[1])
    shape.filter = ShapeFilter(group: UInt(n[2]))
  }

  private func addJoint(_ n: [Double]) throws {
    let (a, b) = (bodies[Int(n[0])], bodies[Int(n[1])])
    var joints: [Constraint] = [try PivotJoint(a, b, at: Vector(n[2], n[3]))]
    if n[4] <= n[5] { joints.append(try RotaryLimitJoint(a, b, min: n[4], max: n[5])) }
    if n[7] > 0 {
      let motor = try SimpleMotor(a, b, rate: n[6])
      motor.maxForce = n[7]
      joints.append(motor)
    }
    for joint in joints {
      joint.collidesBodies = false
      try space.add(joint)
    }
  }

  private var centre: String {
    let places = bodies.dropFirst().map(\.position)
    let mean = places.reduce(Vector.zero, +) * (1 / Double(places.count))
    let squares = places.reduce(0) { $0 + ($1 - mean).dot($1 - mean) }
    return "\(mean.x) \(mean.y) \((squares / Double(places.count)).squareRoot())"
  }
}
