internal import CPlatform
internal import Chipmunk
internal import Motion
package import Tiltbox

/// Walls and bodies as a `foxglove.SceneUpdate`. Each body is an entity in its own frame, so that transforms alone move
/// it.
///
/// Units are those of the scenario. A box without rounded corners is a cube, a circle a cylinder with a mark that shows
/// its rotation; any other form is flat in the plane.
struct SceneEntities {
  let scenario: Scenario
  /// The places of the bodies, by which they have their colours.
  let places: [String: Int]
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
      let color = Self.parts(of: BodyColors.wall)
      entity("walls", in: world, &out) { entity in
        for (a, b) in walls.corners.edges() {
          append(.segment(from: a, to: b, radius: walls.radius), color, to: &entity)
        }
      }
    }
    for body in scenario.bodies {
      entity(body.id, in: body.id, &out) { entity in
        for shape in body.shapes {
          let color = color(of: body, isSensor: shape.surface.isSensor)
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
      let outline = geometry.outline
      guard outline.count > 2 else { return }
      entity.message(12) { triangles in
        triangles.pose(1, .zero)
        for point in outline { triangles.numbers(2, [point.x, point.y, 0]) }
        triangles.numbers(3, color)
        // The outline is convex, so a fan of triangles covers it.
        let corners = (2..<UInt32(outline.count)).flatMap { [0, $0 - 1, $0] as [UInt32] }
        triangles.field(5, packed: corners)
      }
    }
  }

  /// Returns red, green, blue and opacity, each 0...1.
  private func color(of body: BodyDescription, isSensor: Bool) -> [Double] {
    let number = (places[body.id] ?? 0) % BodyColors.dynamic.count
    let own = body.type == .dynamic ? BodyColors.dynamic[number] : BodyColors.fixed
    var parts = Self.parts(of: own)
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

extension Geometry {
  /// The outline as points, counterclockwise; arcs have points at most 1/11 of a right angle apart.
  fileprivate var outline: [Vector] {
    switch self {
    case .circle(let radius, let center): return Self.round([center], radius)
    case .segment(let from, let to, let radius):
      return Self.round(from == to ? [from] : [from, to], radius)
    case .box(let width, let height, let radius, let center):
      return Self.round(Self.corners(width, height, center), radius)
    case .chain: return []
    case .polygon(let vertices, let radius):
      return Self.round((try? Geometry.convexHull(of: vertices)) ?? [], radius)
    }
  }

  /// Returns a convex outline, a line or a point, grown by a radius.
  private static func round(_ corners: [Vector], _ radius: Double) -> [Vector] {
    guard radius > 0 else { return corners }
    var points: [Vector] = []
    for (index, corner) in corners.enumerated() {
      let before = corner - corners[(index + corners.count - 1) % corners.count]
      let after = corners[(index + 1) % corners.count] - corner
      // Turn from the normal of the previous edge to that of the next one.
      let start = corners.count > 1 ? before.angle - .pi / 2 : 0
      var turn =
        corners.count > 1 ? arcTangent(before.cross(after), over: before.dot(after)) : 2 * .pi
      // The ends of a line are semicircles.
      if corners.count == 2 { turn = .pi }
      let count = max(1, Int((turn / (.pi / 22)).rounded(.up)))
      for part in 0...count {
        let angle = start + turn * Double(part) / Double(count)
        points.append(corner + Vector.unit(angle: angle) * radius)
      }
    }
    return points
  }
}

/// The colours of bodies without a colour of their own, as red, green and blue in one number.
///
/// The first seven are those of Okabe and Ito, which people with any kind of colour vision can distinguish. The others
/// are as far as possible from each other, from greys, and from black and white; neighbours are farther apart than
/// others.
package enum BodyColors {
  /// The colours of dynamic bodies, in order and cyclically.
  package static let dynamic: [UInt32] = [
    0x0072b2, 0xe69f00, 0x009e73, 0xcc79a7, 0x56b4e9, 0xd55e00, 0xf0e442, 0x008def, 0xa61859,
    0x76c647, 0xfe93fb, 0x7538ae, 0x00690c, 0xfb9892, 0x8771ee, 0x8f4800, 0x50d0b4, 0xb5439f,
    0x847a01, 0xb59ef1, 0x9ca15e,
  ]
  /// The colour of static and kinematic bodies.
  package static let fixed: UInt32 = 0x78828f
  /// The colour of walls.
  package static let wall: UInt32 = 0x3c4654
}

extension [String: Int] {
  /// Gives each body that has none the next place, by which it has its colour, whoever leaves.
  package mutating func addPlaces(of bodies: [BodyDescription]) {
    for body in bodies where self[body.id] == nil { self[body.id] = count }
  }
}

/// A `foxglove.FrameTransforms` of all bodies, built once for each list of bodies: each frame overwrites only times,
/// positions and rotations. Each body has a frame with its name, whose parent is the world.
struct BodyTransforms {
  /// The name of the world's frame, which no body has.
  let world: String

  private var message = ByteWriter()
  /// The offset of each body's numbers.
  private var places: [Int] = []

  init(_ bodies: [String]) {
    var world = "world"
    while bodies.contains(world) { world += "_" }
    self.world = world
    for body in bodies {
      var transform = ByteWriter()
      transform.append(Self.numbers)
      transform.field(2, world)
      transform.field(3, body)
      message.field(1, transform.bytes)
      places.append(message.count - transform.count)
    }
  }

  /// Timestamp, translation and rotation with zero bytes for their numbers. The varints of the time have their maximum
  /// length; the components that are zero in the plane (z, and x and y of the rotation) are omitted.
  private static let numbers: [UInt8] =
    [0x0A, 12, 0x08] + varint + [0x10] + varint
    + [0x22, 18, 0x09] + eight + [0x11] + eight + [0x2A, 18, 0x19] + eight + [0x21] + eight
  private static let varint: [UInt8] = [0x80, 0x80, 0x80, 0x80, 0]
  private static let eight = [UInt8](repeating: 0, count: 8)

  /// Appends the message with the bodies' current transforms; requires one state per body. Complexity: O(*bodies*).
  mutating func append(_ states: [BodyState], at nanoseconds: UInt64, to out: inout ByteWriter) {
    precondition(states.count == places.count, "a recording begins with its bodies")
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let (s, n) = (Self.fiveBytes(seconds), Self.fiveBytes(rest))
    unsafe message.withBytes { memory in
      for (place, state) in zip(places, states) {
        func put(_ number: some FixedWidthInteger & BitwiseCopyable, at offset: Int) {
          unsafe memory.storeBytes(
            of: number.littleEndian,
            toByteOffset: place + offset,
            as: type(of: number)
          )
        }
        var (z, w) = (0.0, 0.0)
        unsafe CPlatformSineAndCosine(state.angle / 2, &z, &w)
        put(s.0, at: 3)
        put(s.1, at: 7)
        put(n.0, at: 9)
        put(n.1, at: 13)
        put(state.position.x.bitPattern, at: 17)
        put(state.position.y.bitPattern, at: 26)
        put(z.bitPattern, at: 37)
        put(w.bitPattern, at: 46)
      }
    }
    out.append(message.bytes)
  }

  /// Returns a varint of five bytes; all but the last have the continuation bit.
  private static func fiveBytes(_ number: UInt64) -> (UInt32, UInt8) {
    var word: UInt32 = 0x8080_8080
    for index in 0..<4 {
      word |= UInt32(truncatingIfNeeded: number >> UInt64(7 * index) & 0x7F) << UInt32(8 * index)
    }
    return (word, UInt8(truncatingIfNeeded: number >> 28 & 0x7F))
  }
}
