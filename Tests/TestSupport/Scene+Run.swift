public import Chipmunk

internal import CReference

/// A scene that runs: its space, and its bodies in order.
public final class Run {
  /// The space that the scene is in.
  public let space: Space
  /// The fingerprint of the ticks so far.
  public private(set) var digest = Digest()
  /// The contact events of all ticks, one line for each.
  public private(set) var events: [String] = []
  private let scene: Scene
  private var states: [BodyState] = []

  /// Builds the space of a scene.
  public init(_ scene: Scene, engine: Engine = .tiltbox) throws {
    self.scene = scene
    space = try Space(timeStep: scene.timeStep, engine: engine)
    try space.set(\.sleepTimeThreshold, to: scene.sleepTime)
    if let size = scene.size {
      let corners = [
        Vector(0, 0), Vector(size.x, 0), Vector(size.x, size.y), Vector(0, size.y), Vector(0, 0),
      ]
      for (from, to) in zip(corners, corners.dropFirst()) {
        let wall = try space.ground.addShape(
          .segment(from: from, to: to, radius: 1),
          friction: 0.5,
          elasticity: 0.8
        )
        try wall.set(\.collisionType, to: 2)
      }
    }
    for item in scene.bodies {
      let moment = try item.geometry.moment(mass: item.mass)
      let body = try Chipmunk.Body(mass: item.mass, moment: moment)
      try body.set(\.position, to: item.position)
      try body.set(\.angle, to: item.angle)
      try body.set(\.velocity, to: item.velocity)
      try body.addShape(item.geometry, friction: item.friction, elasticity: item.elasticity)
      try space.add(body)
    }
  }

  /// Takes the scene's next tick; returns false at its end.
  public func tick() throws -> Bool {
    guard space.tick < scene.gravity.count else { return false }
    try space.setGravity(scene.gravity[space.tick])
    try space.step()
    space.readStates(into: &states)
    digest.add(states)
    for event in space.contactEvents {
      events.append(
        "\(space.tick) \(event.kind) \(event.a.id) \(event.b.id) \(event.point) \(event.impulse)"
      )
    }
    return true
  }
}

extension Scene {
  /// Runs the scene to its end.
  public func run() throws -> Run {
    let run = try Run(self)
    while try run.tick() {}
    return run
  }

  /// Runs the scene with the C library alone, and returns the digest of each tick.
  public func runInC() throws -> [UInt64] {
    _ = try Space()
    var digests = [UInt64](repeating: 0, count: gravity.count)
    let numbers = gravity.flatMap { [$0.x, $0.y] }
    unsafe withUnsafePointer(to: world) { world in
      _ = unsafe CReferenceRun(
        world,
        bodies.map(\.reference),
        Int32(bodies.count),
        numbers,
        Int32(gravity.count),
        &digests,
        nil
      )
    }
    return digests
  }

  var world: CReferenceWorld {
    CReferenceWorld(
      timeStep: timeStep,
      iterations: 10,
      damping: 1,
      sleepTime: sleepTime ?? .infinity,
      width: size?.x ?? 0,
      height: size?.y ?? 0,
      wallRadius: 1,
      wallFriction: 0.5,
      wallElasticity: 0.8,
      wallType: 2
    )
  }
}

extension Scene.Body {
  var reference: CReferenceBody {
    var reference = CReferenceBody()
    switch geometry {
    case .box(let width, let height, let radius, _):
      reference.form = CReferenceBox
      reference.width = width
      reference.height = height
      reference.radius = radius
    case .circle(let radius, _):
      reference.form = CReferenceCircle
      reference.radius = radius
    case .segment, .polygon, .chain:
      preconditionFailure("a scene's bodies are boxes and circles")
    }
    reference.x = position.x
    reference.y = position.y
    reference.angle = angle
    reference.vx = velocity.x
    reference.vy = velocity.y
    reference.mass = mass
    reference.friction = friction
    reference.elasticity = elasticity
    return reference
  }
}
