public import Chipmunk

extension Simulation {
  /// Whose shapes are drawn next, for a drawing that tells bodies apart.
  public enum Subject: Hashable, Sendable {
    /// The walls.
    case walls
    /// The body at that index in ``descriptions``.
    case body(Int)
    /// A constraint.
    case constraint
    /// A contact.
    case contact
  }

  /// Draws the walls, the bodies in the order of ``descriptions``, the constraints and the contacts, each where it is at
  /// ``tick``. See `Space.draw`.
  ///
  /// - Parameters:
  ///   - drawing: What is drawn on.
  ///   - parts: What is drawn.
  ///   - willDraw: Told whose shapes come next.
  ///
  /// Complexity: O(*vertices* + *constraints* + *contacts*).
  public func draw<Drawing: DebugDrawing>(
    on drawing: inout Drawing,
    _ parts: DebugParts = .all,
    willDraw: (_ subject: Subject, _ drawing: inout Drawing) -> Void = { _, _ in }
  ) {
    if parts.contains(.shapes) {
      willDraw(.walls, &drawing)
      space.ground.draw(on: &drawing)
      for (index, body) in bodies.enumerated() {
        willDraw(.body(index), &drawing)
        body.draw(on: &drawing)
      }
    }
    if parts.contains(.constraints) {
      willDraw(.constraint, &drawing)
      for constraint in constraints where constraint.space != nil { constraint.draw(on: &drawing) }
    }
    if parts.contains(.contacts) {
      willDraw(.contact, &drawing)
      space.drawContacts(on: &drawing)
    }
  }

  /// The places in ``descriptions`` of the bodies that sleep, in their order. Complexity: O(*bodies*).
  public var asleep: [Int] {
    scenario.world.sleepAfter == nil ? [] : bodies.indices.filter { bodies[$0].isSleeping }
  }
}
