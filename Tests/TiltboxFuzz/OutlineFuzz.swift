import Chipmunk
import TestSupport

/// Random outlines as polygons: each is either accepted, and its parts are convex, fill it and divide no edge, or rejected
/// with the point where its edges meet.
public struct OutlineFuzz {
  /// The number of outlines accepted.
  public private(set) var accepted = 0
  /// The number of outlines rejected.
  public private(set) var refused = 0
  /// Descriptions of the failures, one sentence each.
  public private(set) var failures: [String] = []

  private var random: SplitMix64

  /// Makes some outlines that the seed determines.
  public init(seed: UInt64, calls: Int) {
    random = SplitMix64(seed: seed)
    for _ in 0..<calls {
      let outline = outline()
      do throws(PhysicsError) {
        try check(outline)
        accepted += 1
      } catch {
        refused += 1
        if error.code != .outOfRange { failures.append("\(error) of \(outline)") }
      }
    }
  }

  private mutating func number(_ range: ClosedRange<Double>) -> Double {
    .random(in: range, using: &random)
  }

  private mutating func outline() -> [Vector] {
    let count = Int.random(in: 3...24, using: &random)
    var points: [Vector] =
      switch Int.random(in: 0..<5, using: &random) {
      case 0: star(count, from: 1)
      case 1: star(count, from: 1e-3)
      case 2: comb(count)
      case 3: walk(count)
      default: (0..<min(count, 7)).map { _ in Vector(number(-9...9), number(-9...9)) }
      }
    // Corners within an edge, and corners twice.
    for index in points.indices.reversed() where number(0...1) < 0.1 {
      let next = points[(index + 1) % points.count]
      let share = number(0...1) < 0.3 ? 0 : number(0...1)
      points.insert(points[index] + (next - points[index]) * share, at: index + 1)
    }
    let scales = [1e-3, 1, 100, 1e5]
    let scale = scales[Int.random(in: 0..<scales.count, using: &random)]
    let origin = number(0...1) < 0.3 ? Vector(number(-1...1), number(-1...1)) * 1000 : .zero
    let (angle, isReversed) = (number(0...6), number(0...1) < 0.5)
    points = points.map { ($0.rotated(by: angle) + origin) * scale }
    return isReversed ? points.reversed() : points
  }

  private mutating func star(_ count: Int, from least: Double) -> [Vector] {
    (0..<count).map {
      Vector.unit(angle: Double($0) * 2 * .pi / Double(count)) * number(least...10)
    }
  }

  private mutating func comb(_ count: Int) -> [Vector] {
    let width = Double(count)
    let teeth = (0..<count).reversed().flatMap {
      [Vector(Double($0) + number(0.4...0.9), 0), Vector(Double($0) + 0.3, number(-0.5...30))]
    }
    return [Vector(0, -1), Vector(width, -1)] + teeth
  }

  /// The outline of columns of random heights, with right angles and many corners on one line.
  private mutating func walk(_ count: Int) -> [Vector] {
    var points = [Vector(0, -1), Vector(Double(count), -1)]
    for column in (0..<count).reversed() {
      let height = number(0...4).rounded()
      points += [Vector(Double(column + 1), height), Vector(Double(column), height)]
    }
    return points
  }

  private mutating func check(_ outline: [Vector]) throws(PhysicsError) {
    let geometry = Geometry.polygon(outline)
    let parts = try geometry.parts()
    var (sum, edges) = (0.0, Set<[Vector]>())
    for part in parts {
      guard case .polygon(let corners, _) = part else { continue }
      sum += try part.area()
      if parts.count > 1, Polyline(closing: corners).area <= 0 { fail("a clockwise part", outline) }
      for (from, to) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
        edges.insert([from, to])
      }
      do throws(PhysicsError) {
        try Body.static().addShape(part)
      } catch { fail("\(error)", outline) }
    }
    let area = try geometry.area()
    if abs(sum - area) > 1e-6 * area { fail("parts of \(sum) for an area of \(area)", outline) }
    guard parts.count > 1 else { return }
    if parts.count > outline.count - 2 { fail("\(parts.count) parts", outline) }
    // An edge inside the outline is one of two parts, once each way; the others are its own edges.
    for edge in edges where !edges.contains(edge.reversed()) {
      let isOwn = outline.contains(edge[0]) && outline.contains(edge[1])
      if !isOwn { fail("a part that ends at \(edge), which is no corner", outline) }
    }
  }

  private mutating func fail(_ words: String, _ outline: [Vector]) {
    failures.append("\(words), of \(outline)")
  }
}
