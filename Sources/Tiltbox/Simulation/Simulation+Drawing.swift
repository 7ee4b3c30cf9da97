public import Chipmunk

extension Simulation {
  /// The owner of the next shapes, for a drawing that distinguishes bodies.
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

  /// Draws the walls, the bodies in the order of ``descriptions``, the constraints and the contacts, as they are at
  /// ``tick``. See `Space.draw`.
  ///
  /// - Parameters:
  ///   - drawing: The target.
  ///   - parts: The parts to draw.
  ///   - willDraw: Called with the owner of the next shapes.
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
        let shapes = descriptions[index].shapes
        if body.shapes.count == shapes.count {
          body.draw(on: &drawing)
        } else {
          for shape in shapes {
            body.draw(shape.geometry, isSensor: shape.surface.isSensor, on: &drawing)
          }
        }
        for (from, to) in shapes.flatMap(\.arrow) {
          body.draw(.segment(from: from, to: to, radius: 0), isSensor: false, on: &drawing)
        }
      }
    }
    if parts.contains(.constraints) {
      willDraw(.constraint, &drawing)
      for (constraint, description) in zip(constraints, scenario.constraints)
      where description.isDrawn && constraint.space != nil {
        constraint.draw(on: &drawing)
      }
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

extension ShapeDescription {
  /// The lines of an arrow that shows in which direction others pass a one-way shape, in the body's own coordinates;
  /// none for other shapes.
  package var arrow: [(from: Vector, to: Vector)] {
    guard let direction = surface.oneWay?.normalized else { return [] }
    let box = geometry.box(at: .zero, angle: 0)
    let half = 0.5 * (box.high - box.low)
    let length = 0.2 * (half.x + half.y)
    let start = box.low + half + (half.x * abs(direction.x) + half.y * abs(direction.y)) * direction
    let tip = start + length * direction
    let barbs = [2.6, -2.6].map { tip + 0.4 * length * direction.rotated(by: $0) }
    return [(start, tip)] + barbs.map { (tip, $0) }
  }
}

extension Simulation {
  /// The numbers for drawing a constraint: its anchors, in the bodies' own coordinates, and its current parameters,
  /// only finite ones. A point is two numbers.
  package func numbers(ofConstraint index: Int) -> [(name: String, numbers: [Double])] {
    let constraint = constraints[index]
    return scenario.constraints[index].kind.properties.compactMap { property in
      guard ![.maxForce, .errorBias, .maxBias].contains(property),
        var numbers = constraint.access(to: property)?.numbers
      else { return nil }
      if let end = AnimationTarget.constraint("", property).part.index { numbers = [numbers[end]] }
      return numbers.allSatisfy(\.isFinite) ? (property.rawValue, numbers) : nil
    }
  }
}
