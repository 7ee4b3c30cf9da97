internal import Chipmunk

/// A spring with which a viewer drags a body: nearly critically damped, with a stiffness proportional to the body's
/// mass.
struct MouseSpring {
  let id: String
  /// The point of the body that it pulls, in body coordinates.
  let anchor: Vector
  /// The point that it pulls to, in world coordinates.
  let target: Vector

  /// The frequency without damping, in oscillations per second.
  private static let frequency = 6.0
  private static let damping = 0.9
  /// The maximum acceleration of a body, in world sizes per second squared.
  private static let strength = 120.0

  /// Returns the impulse of one step and the point where it acts, in world coordinates.
  ///
  /// The spring is solved implicitly, as a soft constraint: (K + γ)·p = −(v + β·error) is stable at any stiffness,
  /// where K is the inverse effective mass at the point. (Catto, *Soft Constraints*, GDC 2011.)
  func pull(on body: Body, step: Double, worldSize: Double) -> (impulse: Vector, point: Vector)? {
    guard body.type == .dynamic else { return nil }
    let point = body.worldPoint(ofLocal: anchor)
    let arm = point - body.centerOfGravityInWorld
    let turn = body.angularVelocity
    let velocity = body.velocity + Vector(-turn * arm.y, turn * arm.x)
    let pace = 2 * Double.pi * Self.frequency
    let stiffness = body.mass * pace * pace
    let softness = 1 / (step * (2 * body.mass * Self.damping * pace + step * stiffness))
    let wanted = velocity + (point - target) * (step * stiffness * softness)
    let (inverseMass, inverseMoment) = (1 / body.mass, 1 / body.moment)
    let a = inverseMass + inverseMoment * arm.y * arm.y + softness
    let b = -inverseMoment * arm.x * arm.y
    let d = inverseMass + inverseMoment * arm.x * arm.x + softness
    let determinant = a * d - b * b
    let impulse = Vector(
      -(d * wanted.x - b * wanted.y) / determinant,
      -(a * wanted.y - b * wanted.x) / determinant
    )
    let most = body.mass * Self.strength * worldSize * step
    let length = impulse.length
    guard length.isFinite, length > 0 else { return nil }
    return (length > most ? impulse * (most / length) : impulse, point)
  }
}
