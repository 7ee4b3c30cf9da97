internal import Chipmunk
internal import Tiltbox

/// Walls and bodies as a `foxglove.SceneUpdate`. Each body is an entity in its own frame, so that transforms alone move
/// it.
///
/// Units are those of the scenario. A box without rounded corners is a cube, a circle a cylinder with a mark that shows
/// its rotation; any other form is flat in the plane.
struct SceneEntities {
  let scenario: Scenario
  let world: String
  let nanoseconds: UInt64

  /// Appends a message that replaces all earlier entities.
  func append(to out: inout ByteWriter) {
    out.message(1) { deletion in
      deletion.timestamp(1, nanoseconds)
      // Type ALL.
      deletion.field(2, 1)
    }
    if let walls = scenario.walls {
      entity("walls", in: world, &out) { append(walls, to: &$0) }
    }
    for (index, body) in scenario.bodies.enumerated() {
      entity(body.id, in: body.id, &out) { entity in
        for shape in body.shapes {
          let color = Self.color(of: body, index, isSensor: shape.surface.isSensor)
          for part in (try? shape.geometry.parts()) ?? [] { append(part, color, to: &entity) }
        }
      }
    }
  }

  private func entity(
    _ id: String,
    in frame: String,
    _ out: inout ByteWriter,
    _ parts: (inout ByteWriter) -> Void
  ) {
    out.message(2) { entity in
      entity.timestamp(1, nanoseconds)
      entity.field(2, frame)
      entity.field(3, id)
      // Lock the entity to its frame, so that it moves with it.
      entity.field(5, 1)
      parts(&entity)
    }
  }

  private func append(_ walls: Scenario.Walls, to entity: inout ByteWriter) {
    let color = Self.parts(of: BodyColors.wall)
    let corners = [
      .zero, Vector(walls.width, 0), Vector(walls.width, walls.height), Vector(0, walls.height),
    ]
    for (a, b) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
      append(.segment(from: a, to: b, radius: walls.radius), color, to: &entity)
    }
  }

  private func append(_ geometry: Geometry, _ color: [Double], to entity: inout ByteWriter) {
    switch geometry {
    case .box(let width, let height, 0, let center):
      entity.message(8) { cube in
        cube.pose(1, center)
        cube.numbers(2, [width, height, min(width, height)])
        cube.numbers(3, color)
      }
    case .circle(let radius, let center):
      entity.message(10) { cylinder in
        cylinder.pose(1, center)
        cylinder.numbers(2, [2 * radius, 2 * radius, radius])
        cylinder.field(3, double: 1)
        cylinder.field(4, double: 1)
        cylinder.numbers(5, color)
      }
      // Slightly above the face.
      let rim = [center, center + Vector(radius, 0)].map { [$0.x, $0.y, radius * 0.51] }
      entity.line(rim, thickness: radius / 16, color: [0, 0, 0, 0.6])
    case .segment(let from, let to, 0):
      entity.line([from, to].map { [$0.x, $0.y, 0] }, thickness: nil, color: color)
    default:
      let outline = Outline(geometry).points
      guard outline.count > 2 else { return }
      entity.message(12) { triangles in
        triangles.pose(1, .zero)
        for point in outline { triangles.numbers(2, [point.x, point.y, 0]) }
        triangles.numbers(3, color)
        // The outline is convex, so a fan of triangles covers it.
        triangles.field(
          5,
          packed: (2..<UInt32(outline.count)).flatMap { [0, $0 - 1, $0] as [UInt32] }
        )
      }
    }
  }

  /// Returns red, green, blue and opacity, each 0...1.
  private static func color(of body: BodyDescription, _ index: Int, isSensor: Bool) -> [Double] {
    let own =
      body.type == .dynamic
      ? BodyColors.dynamic[index % BodyColors.dynamic.count] : BodyColors.fixed
    var parts = parts(of: own)
    if let fill = body.appearance.fill, fill.count >= 3 {
      parts = fill.count > 3 ? fill : fill + [1]
    }
    parts[3] *= body.appearance.opacity * (isSensor ? 0.3 : 1)
    return parts
  }

  private static func parts(of color: UInt32) -> [Double] {
    [16, 8, 0].map { Double(color >> $0 & 0xFF) / 255 } + [1]
  }
}

extension ByteWriter {
  /// Appends a vector, a quaternion or a colour: numbers as fields from 1 on.
  fileprivate mutating func numbers(_ field: Int, _ numbers: [Double]) {
    message(field) { part in
      for (index, number) in numbers.enumerated() { part.field(index + 1, double: number) }
    }
  }

  fileprivate mutating func pose(_ field: Int, _ position: Vector) {
    message(field) { pose in
      pose.numbers(1, [position.x, position.y, 0])
      pose.numbers(2, [0, 0, 0, 1])
    }
  }

  /// Appends a line with a thickness in units; nil for one pixel.
  fileprivate mutating func line(_ points: [[Double]], thickness: Double?, color: [Double]) {
    message(11) { line in
      line.pose(2, .zero)
      line.field(3, double: thickness ?? 1)
      if thickness == nil { line.field(4, 1) }
      for point in points { line.numbers(5, point) }
      line.numbers(6, color)
    }
  }
}
