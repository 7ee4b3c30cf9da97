package import Chipmunk
internal import Motion
package import Tiltbox

/// Sets up the scenes of a case for one step.
package struct CaseSetup: Sendable {
  /// The step, in seconds.
  package let step: Double
  /// Whether the step is longer than 1/60 s: fast discs are swept then, and piles, chains and bounces are less exact.
  var isCoarse: Bool { step > 1.0 / 60 + 1e-9 }
  let settings: VerificationSettings
  /// What computes the steps.
  package var engine: Engine { settings.engine }

  /// The gravity of every case for a tilt of 1 g, in units/s².
  package static let gravity = 1000.0

  /// Returns the number of steps nearest to a time in seconds.
  package func ticks(_ time: Double) -> Int { Int((time / step).rounded()) }

  /// Returns how far a free body moves from rest in n steps of h seconds with an acceleration a.
  ///
  /// With `Engine.tiltbox`, exactly a·(n·h)²/2. The C library moves a body with its old velocity and accelerates it
  /// afterwards: a·h²·n(n−1)/2.
  func freeWay(_ a: Double, _ n: Double) -> Double {
    a * step * step * n * (engine == .tiltbox ? n : n - 1) / 2
  }

  /// The share of the error of a contact or a joint that a step corrects: 1 − b^h with the C library's bias b of 0.9⁶⁰,
  /// which it computes in single precision.
  var correctedShare: Double { 1 - power(power(Double(1 - 0.1 as Float), 60), step) }

  /// How far a resting body starts inside the floor, in units, so that its contact bears it from the first step on.
  ///
  /// With `Engine.tiltbox`, contacts rest at a depth that is this share of the thinner body's half thickness. The C
  /// library tolerates a larger overlap.
  func overlap(halfThickness: Double) -> Double {
    engine == .tiltbox ? 0.0005 * halfThickness : 0.05
  }

  /// The order at which the way of a free body converges; nil where it is exact.
  var freeOrder: Double? { engine == .tiltbox ? nil : 1 }

  /// Makes a system without walls on a floor that tilts steadily to an angle in radians within some seconds.
  func system(
    _ bodies: [BodyDescription],
    surface: Surface,
    inclinedTo angle: Double,
    within time: Double
  ) throws -> any MeasuredSystem {
    let end = Double(ticks(time))
    return try system(bodies, surface: surface) { .inclined(angle * min(1, Double($0) / end)) }
  }

  /// Makes a system of bodies with this setup's step, under the tilt of each tick. A given surface is that of all
  /// bodies.
  package func system(
    _ bodies: [BodyDescription],
    surface: Surface? = nil,
    walls: Scenario.Walls? = nil,
    world: Scenario.World = Scenario.World(),
    tilt: @escaping (_ tick: Int) -> Tilt = { _ in .upright }
  ) throws -> any MeasuredSystem {
    let bodies = surface.map { surface in bodies.map { $0.with(surface) } } ?? bodies
    var scenario = Scenario(world: world, walls: walls, bodies: bodies)
    scenario.world.step = step
    scenario.world.engine = engine
    scenario.world.gravity = Self.gravity
    scenario.world.speedLimit = .none
    return try settings.makeSystem(scenario, TiltFunction(tilt: tilt))
  }
}

extension MeasuredSystem {
  /// The bodies that move.
  var movingBodies: [Body] { bodies.filter { $0.type == .dynamic } }

  /// The number of substeps of a few bodies with `Engine.tiltbox`: that of the space, or the engine's own choice.
  var substeps: Int {
    let fixed = bodies[0].space?.substeps ?? 0
    return fixed == 0 ? 4 : fixed
  }

  /// The greatest speed of a body, in units/s.
  var greatestSpeed: Double { movingBodies.map(\.velocity.length).max() ?? 0 }

  /// The kinetic and potential energy of all bodies under upright gravity.
  var energy: Double {
    movingBodies.map { $0.kineticEnergy + $0.mass * CaseSetup.gravity * $0.position.y }
      .reduce(0, +)
  }

  /// Adds a constraint between two of the bodies.
  func add(_ constraint: Constraint) throws { try constraint.bodyA.space?.add(constraint) }

  /// Advances by some ticks.
  func advance(_ ticks: Int) throws {
    for _ in 0..<ticks { try advance() }
  }

  /// Advances until a condition holds; returns false if it never does.
  func advance(atMost ticks: Int, until isReached: () -> Bool) throws -> Bool {
    for _ in 0..<ticks where !isReached() { try advance() }
    return isReached()
  }

  /// Advances by some ticks, and returns the greatest value of a quantity after each of them; at least zero.
  func greatest(over ticks: Int, _ quantity: () -> Double) throws -> Double {
    var greatest = 0.0
    for _ in 0..<ticks {
      try advance()
      greatest = max(greatest, quantity())
    }
    return greatest
  }

  /// Advances until a contact begins, and returns the ticks it took; nil if none begins.
  func advanceToContact(atMost ticks: Int) throws -> Int? {
    for tick in 0..<ticks {
      try advance()
      if events.contains(where: { $0.kind == .begin }) { return tick + 1 }
    }
    return nil
  }
}

extension Tilt {
  /// No gravity at all.
  static let weightless = Tilt(x: 0, y: 0)

  /// Returns the tilt of a floor that descends to the right by an angle in radians, in a frame aligned with the floor.
  static func inclined(_ angle: Double) -> Tilt { Tilt(x: sine(angle), y: -cosine(angle)) }
}

extension BodyDescription {
  /// A disc.
  static func disc(
    _ id: String = "disc",
    radius: Double = 10,
    mass: Double = 1,
    at position: Vector
  ) -> BodyDescription {
    let shape = ShapeDescription(.circle(radius: radius))
    return BodyDescription(id: id, shapes: [shape], position: position, mass: mass)
  }

  /// Returns the body with a velocity in units/s.
  func moving(_ x: Double, _ y: Double = 0) -> BodyDescription {
    var body = self
    body.velocity = Vector(x, y)
    return body
  }

  /// Returns the body with a surface of all its shapes.
  func with(_ surface: Surface) -> BodyDescription {
    var body = self
    for shape in shapes.indices { body.shapes[shape].surface = surface }
    return body
  }

  /// A crate with sides of 32 units.
  static func crate(moment: Double? = nil, at position: Vector) -> BodyDescription {
    var crate = box("crate", width: 32, height: 32, at: position)
    crate.moment = moment
    return crate
  }

  /// A box.
  static func box(
    _ id: String,
    width: Double,
    height: Double,
    mass: Double = 1,
    at position: Vector,
    angle: Double = 0
  ) -> BodyDescription {
    let shape = ShapeDescription(.box(width: width, height: height))
    return BodyDescription(id: id, shapes: [shape], position: position, angle: angle, mass: mass)
  }

  /// Boxes at several places, whose ids count them.
  static func boxes(
    _ id: String,
    width: Double = 32,
    height: Double = 32,
    at places: [Vector]
  ) -> [BodyDescription] {
    places.enumerated().map { index, place in
      box("\(id)-\(index + 1)", width: width, height: height, at: place)
    }
  }

  /// A static line without thickness.
  static func line(_ id: String, from: Vector, to: Vector) -> BodyDescription {
    BodyDescription(id: id, type: .static, shapes: [ShapeDescription(.segment(from: from, to: to))])
  }

  /// A static point at the origin.
  static func anchor() -> BodyDescription { BodyDescription(id: "anchor", type: .static) }

  /// A floor whose surface is at y = 0, wide enough for every case.
  static func floor(halfWidth: Double = 3000) -> BodyDescription {
    let (left, right) = (Vector(-halfWidth, 0), Vector(halfWidth, 0))
    let shape = ShapeDescription(.segment(from: left, to: right, radius: 5))
    return BodyDescription(id: "floor", type: .static, shapes: [shape], position: Vector(0, -5))
  }
}

/// The system that a case measures: a simulation or a replacement.
///
/// An embedding app can pass its own system to ``VerificationSettings`` to have its physics measured.
package protocol MeasuredSystem: AnyObject {
  /// The bodies, in the scenario's order.
  var bodies: [Body] { get }
  /// The states of the bodies at the newest tick.
  var states: [BodyState] { get }
  /// The events of the newest step.
  var events: [Event] { get }
  /// Advances by one tick.
  func advance() throws
}

extension Simulation: MeasuredSystem {}

/// A tilt computed for each tick.
struct TiltFunction: TiltSource {
  let tilt: (_ tick: Int) -> Tilt

  func tilt(atTick tick: Int, time: Double) -> Tilt? { tilt(tick) }
}

/// Numbers from 0 to 1 that look random and are the same in every run.
struct RandomNumbers {
  var state: UInt64

  /// Returns the next number. (D. E. Knuth, "The Art of Computer Programming", volume 2: MMIX.)
  mutating func next() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 11) / 0x1p53
  }
}

/// Returns the number between two others at which a property begins to hold, to a tolerance.
func bisection(
  from low: Double,
  to high: Double,
  within tolerance: Double,
  holds: (Double) throws -> Bool
) rethrows -> Double {
  var (low, high) = (low, high)
  while high - low > tolerance {
    let middle = (low + high) / 2
    if try holds(middle) { high = middle } else { low = middle }
  }
  return (low + high) / 2
}
