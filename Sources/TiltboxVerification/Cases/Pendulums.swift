import Chipmunk
import Motion
import Tiltbox

/// The difference equation of a bob on a rod.
///
/// A step of h seconds moves the bob and accelerates it by g·h. Then the rod, whose current direction is n, sets the
/// velocity along n to −(β/h)·(r − L), which corrects the share β of the difference between the bob's distance r and
/// the rod's length L.
private struct Bob {
  let setup: CaseSetup
  let length: Double
  var position: Vector
  var velocity = Vector.zero

  mutating func advance() {
    position = position + velocity * setup.step
    velocity = velocity + Vector(0, -CaseSetup.gravity) * setup.step
    let distance = position.length
    let along = position * (1 / distance)
    let pull = -setup.correctedShare / setup.step * (distance - length)
    velocity = velocity + along * (pull - velocity.dot(along))
  }
}

/// The difference equation of a body of 1 kg that hangs from the origin by one of its points.
///
/// As for ``Bob``, but with the point at r from the body's centre: the impulse J that gives the point the velocity
/// −(β/h)·(p + r) solves K·J = −(β/h)·(p + r) − (v + ω × r), where K is the matrix [[1/m + r_y²/I, −r_x·r_y/I],
/// [−r_x·r_y/I, 1/m + r_x²/I]].
private struct HangingBody {
  let setup: CaseSetup
  let moment: Double
  let arm: Double
  var position: Vector
  var velocity = Vector.zero
  var angle: Double
  var spin = 0.0

  mutating func advance() {
    let step = setup.step
    position = position + velocity * step
    angle += spin * step
    velocity = velocity + Vector(0, -CaseSetup.gravity) * step
    let r = Vector(-arm * sine(angle), arm * cosine(angle))
    let wanted = (position + r) * (-setup.correctedShare / step)
    let missing = wanted - velocity - Vector(-r.y, r.x) * spin
    let (a, b, d) = (1 + r.y * r.y / moment, -r.x * r.y / moment, 1 + r.x * r.x / moment)
    let determinant = a * d - b * b
    let impulse = Vector(d * missing.x - b * missing.y, a * missing.y - b * missing.x)
    velocity = velocity + impulse * (1 / determinant)
    spin += (r.x * impulse.y - r.y * impulse.x) / determinant / moment
  }
}

/// The length of the pendulums.
private let length = 100.0

extension VerificationCase {
  /// A bob on a rod: its period at small and at large amplitude.
  ///
  /// Continuous: T = 2π·√(L/g) / agm(1, cos(θ/2)), the complete elliptic integral in terms of an arithmetic-geometric
  /// mean. Discrete: the difference equation of a bob on a rod, run alongside. It projects the velocity onto the
  /// direction at the bob's new position, which removes a little of it, and then pulls the bob back to the rod's
  /// length.
  static let pendulum = VerificationCase(
    "pendulum",
    "the period of a bob on a rod of 100 units, at 0.1 rad and at 1 rad"
  ) { setup in
    try [0.1, 1.0].map { angle in
      let (system, start) = try setup.pendulum(angle: angle)
      let small = 2 * Double.pi * (length / CaseSetup.gravity).squareRoot()
      var bob = Bob(setup: setup, length: start.length, position: start)
      let measured = try setup.period(from: start.x) {
        try system.advance()
        return system.states[1].position.x
      }
      let discrete = setup.period(from: start.x) {
        bob.advance()
        return bob.position.x
      }
      let continuous = small / arithmeticGeometricMean(1, cosine(angle / 2))
      return Measurement("period at \(angle.brief()) rad", "s", measured)
        .exact(discrete: discrete, continuous: continuous, order: angle == 1 ? 1 : nil)
        .orSoft(in: setup, within: 1.3 * setup.step * setup.step, order: angle == 1 ? nil : 2)
    }
  }

  /// The amplitude of the same bob after some time.
  ///
  /// Continuous: the initial amplitude. Discrete: see ``pendulum``; the loss of each step is of second order in the
  /// step, so the accumulated loss over a given time is of first order.
  static let pendulumLoss = VerificationCase(
    "pendulum-loss",
    "the amplitude of the bob after 20 periods from 1 rad"
  ) { setup in
    let (system, start) = try setup.pendulum(angle: 1)
    var bob = Bob(setup: setup, length: start.length, position: start)
    let period = 2 * Double.pi * (length / CaseSetup.gravity).squareRoot()
    let (late, end) = (setup.ticks(19.5 * period), setup.ticks(20.5 * period))
    var (measured, discrete) = (0.0, 0.0)
    for tick in 1...end {
      try system.advance()
      bob.advance()
      guard tick > late else { continue }
      let place = system.states[1].position
      measured = max(measured, abs(arcTangent(place.x, over: -place.y)))
      discrete = max(discrete, abs(arcTangent(bob.position.x, over: -bob.position.y)))
    }
    let h = setup.step
    // The bob turns up to half a step before or after a tick.
    let unseen = CaseSetup.gravity / length * sine(1) * h * h / 8
    return [
      Measurement("amplitude", "rad", measured)
        .exact(discrete: discrete, continuous: 1)
        .orSoft(in: setup, within: 2200 * h * h * h + unseen)
    ]
  }

  /// A rod that hangs by its end.
  ///
  /// Continuous: T = 2π·√(I/(m·g·d)) / agm(1, cos(θ/2)) with I = m(a² + b²)/12 + m·d² about the pivot. Discrete: the
  /// difference equation of a hanging body, run alongside.
  static let physicalPendulum = VerificationCase(
    "physical-pendulum",
    "the period of a beam of 10 by 100 units that hangs by its end, at 0.1 rad and at 1 rad"
  ) { setup in
    try [0.1, 1.0].map { angle in
      let arm = length / 2
      let center = Vector(arm * sine(angle), -arm * cosine(angle))
      let beam = BodyDescription.box("beam", width: 10, height: length, at: center, angle: angle)
      let system = try setup.system([.anchor(), beam])
      try system.add(
        PivotJoint(system.bodies[0], system.bodies[1], anchorA: .zero, anchorB: Vector(0, arm))
      )
      let own = (100 + length * length) / 12
      let small = 2 * Double.pi * ((own + arm * arm) / (CaseSetup.gravity * arm)).squareRoot()
      var hanging = HangingBody(setup: setup, moment: own, arm: arm, position: center, angle: angle)
      let measured = try setup.period(from: angle) {
        try system.advance()
        return system.states[1].angle
      }
      let discrete = setup.period(from: angle) {
        hanging.advance()
        return hanging.angle
      }
      let continuous = small / arithmeticGeometricMean(1, cosine(angle / 2))
      return Measurement("period at \(angle.brief()) rad", "s", measured)
        .exact(discrete: discrete, continuous: continuous)
        .orSoft(in: setup, within: setup.step * setup.step)
    }
  }
}

/// The arithmetic-geometric mean, which gives the complete elliptic integral: K(k) = π / (2·agm(1, √(1 − k²))).
private func arithmeticGeometricMean(_ a: Double, _ b: Double) -> Double {
  var (a, b) = (a, b)
  while abs(a - b) > 1e-15 * a { (a, b) = ((a + b) / 2, (a * b).squareRoot()) }
  return a
}

extension VerificationCase {
  /// Two bobs on two rods, let go level: a chaotic motion whose energy is constant.
  ///
  /// A joint that only projects velocities onto its tangent takes (ωh)²/2 of the velocity in each step. The share lost
  /// is of the range of energies, 3·m·g·L.
  static let doublePendulum = VerificationCase(
    "double-pendulum",
    "the energy of two bobs on rods of 100 units, let go level, after 30 s",
    engines: [.tiltbox]
  ) { setup in
    // At 1/30 s it loses a quarter.
    guard !setup.isCoarse else { return [] }
    let system = try setup.system(
      [.anchor(), .disc("upper", at: Vector(100, 0)), .disc("lower", at: Vector(200, 0))],
      surface: Surface(filter: ShapeFilter(group: 1))
    )
    for (a, b) in zip(system.bodies, system.bodies.dropFirst()) { try system.add(PinJoint(a, b)) }
    let before = system.energy
    var (least, most) = (before, before)
    for _ in 0..<setup.ticks(30) {
      try system.advance()
      (least, most) = (min(least, system.energy), max(most, system.energy))
    }
    let range = 3 * CaseSetup.gravity * 100
    return [
      Measurement("energy lost", "", (before - least) / range)
        .near(0, within: 6 * setup.step)
        .because("joints turn within a step; measured to be less"),
      Measurement("energy gained", "", (most - before) / range)
        .near(0, within: 0.005)
        .because("joints turn within a step; measured to be less"),
    ]
  }

  /// Newton's cradle of five discs, four of which touch.
  ///
  /// The last disc leaves with the whole speed, and the others rest, as if small gaps parted them: the impacts follow
  /// each other. (F. Herrmann and P. Schmälzle, "Simple explanation of a well-known collision experiment", American
  /// Journal of Physics 49, 1981.) A solver that treats all contacts at once finds another solution of momentum and
  /// energy: the striker returns.
  static let touchingCradle = VerificationCase(
    "touching-cradle",
    "a disc of 400 units/s strikes a row of four that touch"
  ) { setup in
    let speed = 400.0
    let discs = (0..<5).map { (index: Int) -> BodyDescription in
      let place = Vector(40 * Double(index) - (index == 0 ? 30 : 0), 0)
      let disc = BodyDescription.disc("disc-\(index + 1)", radius: 20, at: place)
      return disc.moving(index == 0 ? speed : 0)
    }
    let system = try setup.system(discs, surface: Surface(elasticity: 1)) { _ in .weightless }
    try system.advance(setup.ticks(0.3))
    let speeds = system.bodies.map(\.velocity.length)
    return [
      Measurement("last", "units/s", speeds[4]).exact(speed, allowed: 1e-9),
      Measurement("fastest of the others", "units/s", speeds.dropLast().max() ?? .nan)
        .exact(0, scale: speed, allowed: 1e-9),
    ]
  }
}

extension CaseSetup {
  fileprivate func pendulum(angle: Double) throws -> (any MeasuredSystem, start: Vector) {
    let start = Vector(length * sine(angle), -length * cosine(angle))
    let system = try system([.anchor(), .disc(at: start)])
    try system.add(PinJoint(system.bodies[0], system.bodies[1]))
    return (system, start)
  }

  /// Returns the time between the first two zero crossings from above, in seconds; each is interpolated linearly
  /// between two ticks.
  fileprivate func period(from start: Double, next: () throws -> Double) rethrows -> Double {
    var passages: [Double] = []
    var before = start
    for tick in 1...Int(20 / step) where passages.count < 2 {
      let now = try next()
      if before > 0, now <= 0 { passages.append((Double(tick) - now / (now - before)) * step) }
      before = now
    }
    return passages.count < 2 ? .nan : passages[1] - passages[0]
  }
}
