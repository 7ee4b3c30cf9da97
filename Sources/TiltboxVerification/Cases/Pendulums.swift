import Chipmunk
import Tiltbox

extension VerificationCase {
  private static let length = 100.0

  /// A bob on a rod: its period at small and at large amplitude.
  ///
  /// Continuous: T = 2π·√(L/g) / agm(1, cos(θ/2)), the complete elliptic integral written with an
  /// arithmetic-geometric mean. The rod's solver has no closed law: it turns the velocity to where the bob
  /// has come, which takes a little of it away, and then pulls the bob back to the rod's length.
  static let pendulum = VerificationCase(
    "pendulum",
    "the period of a bob on a rod of 100 units, at 0.1 rad and at 1 rad"
  ) { laboratory in
    try [(0.1, 0.02), (1.0, 0.3)].map { angle, share in
      let apparatus = try pendulum(angle: angle, laboratory)
      let small = 2 * Double.pi * (length / Laboratory.gravity).squareRoot()
      return .bound(
        "period at \(angle.brief()) rad",
        "s",
        try apparatus.period(of: 1, step: laboratory.step) { $0.position.x },
        continuous: small / arithmeticGeometricMean(1, cosine(angle / 2)),
        within: share * laboratory.step,
        because: "the solver's loss is of first order; measured to be less, at 1/30 s and below",
        order: angle == 1 ? 1 : nil
      )
    }
  }

  /// How far the same bob still swings after a while.
  ///
  /// Continuous: as far as at first. The loss of each step (see ``pendulum``) is of second order in the step,
  /// and so is of first order over a time; it adds up.
  static let pendulumLoss = VerificationCase(
    "pendulum-loss",
    "the amplitude of the bob after 20 periods from 1 rad"
  ) { laboratory in
    let apparatus = try pendulum(angle: 1, laboratory)
    let period = 2 * Double.pi * (length / Laboratory.gravity).squareRoot()
    try apparatus.advance(laboratory.ticks(19.5 * period))
    var amplitude = 0.0
    for _ in 0..<laboratory.ticks(period) {
      try apparatus.advance()
      let place = apparatus.states[1].position
      amplitude = max(amplitude, abs(arctangent(place.x, -place.y)))
    }
    return [
      .bound(
        "amplitude",
        "rad",
        amplitude,
        continuous: 1,
        within: 20 * laboratory.step,
        because: "measured to be less, at 1/30 s and below"
      )
    ]
  }

  /// A rod that hangs by its end: T = 2π·√(I/(m·g·d)) with I about the pivot, I = m(a² + b²)/12 + m·d².
  static let physicalPendulum = VerificationCase(
    "physical-pendulum",
    "the period of a beam of 10 by 100 units that hangs by its end, at 0.1 rad"
  ) { laboratory in
    let angle = 0.1
    let arm = length / 2
    var beam = BodyDescription.crate(at: Vector(arm * sine(angle), -arm * cosine(angle)))
    beam.shapes = [ShapeDescription(.box(width: 10, height: length))]
    beam.angle = angle
    let apparatus = try laboratory.setUp([.anchor(), beam])
    try apparatus.add(
      PivotJoint(
        apparatus.bodies[0],
        apparatus.bodies[1],
        anchorA: .zero,
        anchorB: Vector(0, arm)
      )
    )
    let moment = (100 + length * length) / 12 + arm * arm
    let small = 2 * Double.pi * (moment / (Laboratory.gravity * arm)).squareRoot()
    return [
      .bound(
        "period",
        "s",
        try apparatus.period(of: 1, step: laboratory.step) { $0.angle },
        continuous: small / arithmeticGeometricMean(1, cosine(angle / 2)),
        within: 0.03 * laboratory.step,
        because: "the solver's loss is of first order; measured to be less, at 1/30 s and below"
      )
    ]
  }

  private static func pendulum(
    angle: Double,
    _ laboratory: Laboratory
  ) throws -> any Apparatus {
    let apparatus = try laboratory.setUp([
      .anchor(), .disc(at: Vector(length * sine(angle), -length * cosine(angle))),
    ])
    try apparatus.add(PinJoint(apparatus.bodies[0], apparatus.bodies[1]))
    return apparatus
  }
}

extension Apparatus {
  /// The time between the first two passages from above to below zero, each read between two ticks along a
  /// straight line, in seconds.
  fileprivate func period(
    of body: Int,
    step: Double,
    _ value: (BodyState) -> Double
  ) throws -> Double {
    var passages: [Double] = []
    var before = value(states[body])
    for tick in 1...Int(20 / step) where passages.count < 2 {
      try advance()
      let now = value(states[body])
      if before > 0, now <= 0 {
        passages.append((Double(tick) - now / (now - before)) * step)
      }
      before = now
    }
    return passages.count < 2 ? .nan : passages[1] - passages[0]
  }
}
