import Chipmunk
import Foundation
import TestSupport
import Testing

/// Bars that touch nothing and hang on each other by random joints. The first one is welded to the ground, or slides in
/// it.
private struct RandomMechanism {
  enum Joint: CaseIterable {
    case weld, slider, hinge, limitedHinge, hingeWithSpring, rod, rope, spring
  }

  let space: Space
  private var random: SplitMix64
  private var lengths: [Double] = []
  private static let gravity = 10.0

  init(seed: UInt64) throws {
    random = SplitMix64(seed: seed)
    space = try Space(timeStep: Bool.random(using: &random) ? 1.0 / 60 : 1.0 / 120)
    try space.setGravity(Vector(0, -Self.gravity))
    let isRow = Bool.random(using: &random)
    let spin = Bool.random(using: &random) ? 10.0 : 0
    for index in 0..<Int.random(in: 2...8, using: &random) {
      let length = number(0.6...4)
      let form = Geometry.box(width: length, height: number(0.1...1))
      let bar = try Body(mass: pow(10, number(-0.5...0.5)), shape: form)
      bar.shapes[0].filter = ShapeFilter(group: 1)
      try bar.set(\.angle, to: number(-3...3))
      try bar.set(\.velocity, to: Vector(number(-spin...spin), number(-spin...spin)))
      try bar.set(\.angularVelocity, to: number(-spin...spin))
      let before = isRow ? index - 1 : Int.random(in: 0...max(0, index - 1), using: &random)
      try hang(bar, length, onBar: index > 0 ? before : nil)
      lengths.append(length)
    }
  }

  private mutating func number(_ range: ClosedRange<Double>) -> Double {
    .random(in: range, using: &random)
  }

  private mutating func hang(_ bar: Body, _ length: Double, onBar index: Int?) throws {
    let kinds = index == nil ? [.weld, .slider] : Joint.allCases
    guard let kind = kinds.randomElement(using: &random) else { return }
    let holder = index.map { space.bodies[$0] } ?? space.ground
    let anchorA = Vector(number(-0.5...0.5) * (index.map { lengths[$0] } ?? 4), 0)
    let anchorB = Vector(number(-0.5...0.5) * length, 0)
    let place = holder.worldPoint(ofLocal: anchorA)
    let distance = [.rod, .rope, .spring].contains(kind) ? number(0.2...2) : 0
    let end = place + Vector(distance, 0).rotated(by: number(-3...3))
    try bar.set(\.position, to: end - anchorB.rotated(by: bar.angle))
    try space.add(bar)
    let angle = bar.angle - holder.angle
    let squaredFrequency = pow(2 * .pi * pow(10, number(-0.3...1.3)), 2)
    if [.weld, .slider].contains(kind) {
      try space.add(GearJoint(holder, bar, phase: angle, ratio: 1))
    }
    switch kind {
    case .weld, .hinge: break
    case .slider:
      let way = Vector(1, 0).rotated(by: number(-3...3))
      let (from, to) = (anchorA - way, anchorA + way)
      try space.add(GrooveJoint(holder, bar, from: from, to: to, anchorB: anchorB))
    case .limitedHinge:
      let (least, most) = (angle - number(0...1), angle + number(0...1))
      try space.add(RotaryLimitJoint(holder, bar, min: least, max: most))
    case .hingeWithSpring:
      let stiffness = squaredFrequency / (1 / bar.moment + 1 / holder.moment)
      try space.add(
        DampedRotarySpring(holder, bar, restAngle: -angle, stiffness: stiffness, damping: 0)
      )
    case .rod:
      try space.add(PinJoint(holder, bar, anchorA: anchorA, anchorB: anchorB))
    case .rope:
      let longest = distance * number(1...1.5)
      try space.add(
        SlideJoint(holder, bar, anchorA: anchorA, anchorB: anchorB, min: 0, max: longest)
      )
    case .spring:
      let stiffness = squaredFrequency * bar.mass / 2
      try space.add(
        DampedSpring(
          holder,
          bar,
          anchorA: anchorA,
          anchorB: anchorB,
          restLength: distance,
          stiffness: stiffness,
          damping: 0
        )
      )
    }
    if ![.slider, .rod, .rope, .spring].contains(kind) {
      try space.add(PivotJoint(holder, bar, at: place))
    }
  }

  /// The energy of the bodies and the springs.
  var energy: Double {
    space.energy
      + space.constraints.map { joint in
        let (a, b) = (joint.bodyA, joint.bodyB)
        switch joint {
        case let spring as DampedSpring:
          let ends = (a.worldPoint(ofLocal: spring.anchorA), b.worldPoint(ofLocal: spring.anchorB))
          return spring.stiffness * pow(ends.0.distance(to: ends.1) - spring.restLength, 2) / 2
        case let spring as DampedRotarySpring:
          return spring.stiffness * pow(a.angle - b.angle - spring.restAngle, 2) / 2
        default: return 0
        }
      }.reduce(0, +)
  }

  /// The kinetic energy, and that of a fall by a unit.
  var scale: Double {
    space.bodies.map { $0.kineticEnergy + $0.mass * Self.gravity }.reduce(0, +)
  }
}

@Suite("Random mechanisms")
struct RandomMechanismTests {
  /// The number of mechanisms; more if the environment says so.
  private static let count = environmentCount("TILTBOX_MECHANISMS", default: 200)

  @Test("gain next to no energy in ten seconds", arguments: 0..<UInt64(count))
  func energy(seed: UInt64) throws {
    let mechanism = try RandomMechanism(seed: seed)
    let most = mechanism.energy + 0.1 * mechanism.scale
    for step in 1...Int((10 / mechanism.space.timeStep).rounded()) {
      try mechanism.space.step()
      guard step.isMultiple(of: 20) else { continue }
      try #require(mechanism.energy < most, "after \(step) steps")
    }
  }
}
