/// The convex parts of a simple polygon, cut along diagonals: ear clipping, and then the removal of each diagonal that is
/// not needed. There are at most four times as many parts as necessary.
///
/// Sources: G. H. Meisters, "Polygons Have Ears" (1975); S. Hertel and K. Mehlhorn, "Fast Triangulation of Simple Polygons"
/// (FCT 1983).
struct ConvexParts {
  private let corners: [Vector]
  /// The parts as indices of corners, counterclockwise; empty for a part that was joined to another.
  private var parts: [[Int]] = []
  private var diagonals: [(from: Int, to: Int)] = []

  /// Returns the parts of an outline without crossings, either way round, each counterclockwise. Complexity: O(*n*²).
  static func parts(of outline: [Vector]) -> [[Vector]] {
    var corners = withoutStraightCorners(outline)
    if Polyline(closing: corners).area < 0 { corners.reverse() }
    var division = ConvexParts(corners: corners)
    division.clipEars()
    division.removeDiagonals()
    return division.parts.filter { !$0.isEmpty }.map { $0.map { corners[$0] } }
  }

  private init(corners: [Vector]) { self.corners = corners }

  /// Leaves out corners that are within a line, up to rounding: a part must not end there.
  private static func withoutStraightCorners(_ outline: [Vector]) -> [Vector] {
    var corners = outline
    var index = 0
    while index < corners.count, corners.count > 3 {
      let before = corners[(index + corners.count - 1) % corners.count]
      let after = corners[(index + 1) % corners.count]
      let chord = after - before
      let height = abs(chord.cross(corners[index] - before))
      let isBetween = (corners[index] - before).dot(after - corners[index]) >= 0
      if isBetween, height <= 1e-9 * chord.dot(chord) {
        corners.remove(at: index)
      } else {
        index += 1
      }
    }
    return corners
  }

  /// Twice the area of a triangle, positive if it is counterclockwise.
  private func turn(_ a: Int, _ b: Int, _ c: Int) -> Double {
    (corners[b] - corners[a]).cross(corners[c] - corners[b])
  }

  /// Cuts off triangles, those with the shortest cut first.
  private mutating func clipEars() {
    var rest = Array(corners.indices)
    var ears = rest.indices.map { isEar($0, rest) }
    while rest.count > 3 {
      let best = bestEar(rest, ears)
      let (before, after) = (
        rest[(best + rest.count - 1) % rest.count], rest[(best + 1) % rest.count]
      )
      parts.append([before, rest[best], after])
      diagonals.append((before, after))
      rest.remove(at: best)
      ears.remove(at: best)
      for index in [(best + rest.count - 1) % rest.count, best % rest.count] {
        ears[index] = isEar(index, rest)
      }
    }
    parts.append(rest)
  }

  /// The ear with the shortest cut. If rounding leaves none, the corner that turns left least.
  private func bestEar(_ rest: [Int], _ ears: [Bool]) -> Int {
    var best: (index: Int, size: Double)?
    for index in rest.indices where ears[index] {
      let (before, after) = (
        rest[(index + rest.count - 1) % rest.count], rest[(index + 1) % rest.count]
      )
      let size = (corners[after] - corners[before]).length
      if size < best?.size ?? .infinity { best = (index, size) }
    }
    if let best { return best.index }
    let areas = rest.indices.map { index in
      abs(
        turn(
          rest[(index + rest.count - 1) % rest.count],
          rest[index],
          rest[(index + 1) % rest.count]
        )
      )
    }
    return areas.indices.min { areas[$0] < areas[$1] } ?? 0
  }

  /// Whether the triangle at a corner is inside the outline: it turns left, and no other corner is in it.
  private func isEar(_ index: Int, _ rest: [Int]) -> Bool {
    let (a, b, c) = (
      rest[(index + rest.count - 1) % rest.count], rest[index], rest[(index + 1) % rest.count]
    )
    guard turn(a, b, c) > 0 else { return false }
    return !rest.contains { other in
      guard other != a, other != b, other != c else { return false }
      let p = corners[other]
      guard p != corners[a], p != corners[b], p != corners[c] else { return false }
      return turn(a, b, other) >= 0 && turn(b, c, other) >= 0 && turn(c, a, other) >= 0
    }
  }

  /// Joins the two parts on both sides of a diagonal wherever the result is convex.
  private mutating func removeDiagonals() {
    var owners: [SIMD2<Int>: Int] = [:]
    for (index, part) in parts.enumerated() { own(part, index, &owners) }
    for (from, to) in diagonals {
      // The outline has one diagonal between two corners, with a part on each side.
      guard let first = owners[SIMD2(from, to)], let second = owners[SIMD2(to, from)] else {
        continue
      }
      let joined = join(parts[first], parts[second], from, to)
      guard isConvex(joined, at: from), isConvex(joined, at: to) else { continue }
      parts[first] = joined
      parts[second] = []
      own(joined, first, &owners)
    }
  }

  private func own(_ part: [Int], _ index: Int, _ owners: inout [SIMD2<Int>: Int]) {
    for (from, to) in zip(part, part.dropFirst() + part.prefix(1)) {
      owners[SIMD2(from, to)] = index
    }
  }

  /// The outline of two parts without their common edge, which leads from one corner to another in the first.
  private func join(_ first: [Int], _ second: [Int], _ from: Int, _ to: Int) -> [Int] {
    let start = first.firstIndex(of: to) ?? 0
    let other = second.firstIndex(of: from) ?? 0
    let head = (0..<first.count).map { first[(start + $0) % first.count] }
    let tail = (1..<second.count - 1).map { second[(other + $0) % second.count] }
    return head + tail
  }

  private func isConvex(_ part: [Int], at corner: Int) -> Bool {
    guard let index = part.firstIndex(of: corner) else { return false }
    let (before, after) = (
      part[(index + part.count - 1) % part.count], part[(index + 1) % part.count]
    )
    let (arriving, leaving) = (corners[corner] - corners[before], corners[after] - corners[corner])
    return arriving.cross(leaving) > 1e-9 * arriving.length * leaving.length
  }
}
