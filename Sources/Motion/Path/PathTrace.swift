/// A path prepared for travel: its length, and its direction without jumps by full turns.
struct PathTrace: Sendable {
  private let segments: [PathSegment]
  private let table: ArcLengthTable
  /// The direction at the start of each segment and of each further part of it, in radians, continuous beyond full
  /// turns.
  private let angles: [Double]
  private static let parts = 16

  init(_ path: Path) {
    let segments = path.segments
    self.segments = segments
    table = ArcLengthTable(stretches: segments.count, halvings: 10) {
      let rate = segments[$0].derivative(at: $1)
      return hypotenuse(rate.x, rate.y)
    }
    var angles: [Double] = []
    for segment in segments {
      for part in 0..<Self.parts {
        let last = angles.last ?? 0
        angles.append(Self.angle(segment, Double(part) / Double(Self.parts), near: last))
      }
    }
    self.angles = angles
  }

  /// The length of the whole path.
  var length: Double { table.total }

  /// The place at a length from the start.
  func place(atLength length: Double) -> (stretch: Int, fraction: Double) {
    table.place(at: length)
  }

  /// The point at a place.
  func point(at place: (stretch: Int, fraction: Double)) -> SIMD2<Double> {
    segments[place.stretch].point(at: place.fraction)
  }

  /// The direction of travel at a place, in radians, continuous beyond full turns.
  func angle(at place: (stretch: Int, fraction: Double)) -> Double {
    let part = min(Int(place.fraction * Double(Self.parts)), Self.parts - 1)
    return Self.angle(
      segments[place.stretch],
      place.fraction,
      near: angles[place.stretch * Self.parts + part]
    )
  }

  /// The direction of a segment, plus the number of turns that brings it nearest to another angle; that angle itself if
  /// the segment is a single point.
  private static func angle(_ segment: PathSegment, _ fraction: Double, near: Double) -> Double {
    let direction = segment.direction(at: fraction)
    guard direction != .zero else { return near }
    let angle = arcTangent(direction.y, over: direction.x)
    return near + (angle - near).remainder(dividingBy: 2 * .pi)
  }
}
