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
    let start = geometry.exit(along: direction)
    let tip = start + length * direction
    let barbs = [2.6, -2.6].map { tip + 0.4 * length * direction.rotated(by: $0) }
    return [(start, tip)] + barbs.map { (tip, $0) }
  }
}

extension Geometry {
  /// Returns where the line through the middle leaves the geometry in a direction, which is a unit vector. The middle is
  /// the mean of the vertices.
  ///
  /// Complexity: O(*vertices*).
  fileprivate func exit(along direction: Vector) -> Vector {
    let (points, isClosed, radius) =
      switch self {
      case .circle(let radius, let center): ([center], false, radius)
      case .segment(let from, let to, let radius): ([from, to], false, radius)
      case .box(let width, let height, let radius, let center):
        (Self.corners(width, height, center), true, radius)
      case .polygon(let points, let radius): (points, true, radius)
      case .chain(let points, let isClosed, let radius): (points, isClosed, radius)
      }
    let middle = points.reduce(.zero, +) * (1 / Double(points.count))
    let hits = points.edges(isClosed: isClosed).compactMap { from, to -> Double? in
      let (before, after) = (direction.cross(from - middle), direction.cross(to - middle))
      guard (before < 0) != (after < 0) else { return nil }
      return (from + (to - from) * (before / (before - after)) - middle).dot(direction)
    }
    // Vertices lie on both sides of the line, or all on it.
    let farthest = hits.max() ?? points.map { ($0 - middle).dot(direction) }.max() ?? 0
    return middle + (farthest + radius) * direction
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
