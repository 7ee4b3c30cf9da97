internal import Chipmunk

/// A spring by which a viewer pulls a body: critically damped, and as strong as the body is heavy.
struct MouseSpring {
  /// The body's id.
  let id: String
  /// Where it takes hold, in the body's own coordinates.
  let anchor: Vector
  /// Where it pulls to, in the world.
  let target: Vector

  /// Oscillations in a second, were there no damping.
  private static let frequency = 6.0
  private static let damping = 0.9
  /// The most that it accelerates a body by, in widths of the world a second squared.
  private static let strength = 120.0

  /// The impulse of one step, and the point of the world that it acts at.
  ///
  /// The spring is solved implicitly, as a soft constraint: with (K + γ)·p = −(v + β·error) it is stable at any
  /// stiffness, K being the inverse of the mass that the point feels. (Catto, *Soft Constraints*, GDC 2011.)
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
