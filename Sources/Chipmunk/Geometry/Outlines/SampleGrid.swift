internal import CChipmunk

/// A grid of points at which a field is measured, for finding the lines along which it has a value:
/// the outlines of a bitmap, say.
///
/// ```swift
/// let grid = try SampleGrid(from: .zero, to: Vector(300, 300), columns: 60, rows: 60)
/// let blob = try grid.contours(threshold: 1) { 10_000 / ($0 - center).dot($0 - center) }
/// ```
public struct SampleGrid: Hashable, Sendable {
  /// The grid's lower left corner, in units: the first sample.
  public let from: Vector
  /// The grid's upper right corner, in units: the last sample.
  public let to: Vector
  /// The number of samples from left to right.
  public let columns: Int
  /// The number of samples from bottom to top.
  public let rows: Int

  /// The course of contours through the squares between four samples.
  public enum Edges: Sendable {
    /// Between the samples, at the linear interpolation of the value. As `cpMarchSoft`.
    case soft
    /// Half way between samples, with square corners: right for bitmaps of tiles. As `cpMarchHard`.
    case hard
  }

  /// Makes a grid of samples.
  ///
  /// - Parameters:
  ///   - from: the lower left corner, in units.
  ///   - to: the upper right corner, in units.
  ///   - columns: the number of samples from left to right, at least 2.
  ///   - rows: the number of samples from bottom to top, at least 2.
  /// - Throws: ``PhysicsError/Code/outOfRange``, for more than 4 million samples too.
  public init(from: Vector, to: Vector, columns: Int, rows: Int) throws(PhysicsError) {
    try ParameterRange.position.check(from, to)
    try ParameterRange.gridExtent.check(to - from)
    try ParameterRange.gridSide.check(Double(columns))
    try ParameterRange.gridSide.check(Double(rows))
    try ParameterRange.sampleCount.check(Double(columns) * Double(rows))
    self.from = from
    self.to = to
    self.columns = columns
    self.rows = rows
  }

  /// The place of a sample, in units.
  public func point(column: Int, row: Int) -> Vector {
    Vector(
      Self.mix(from.x, to.x, Double(column) * (1 / Double(columns - 1))),
      Self.mix(from.y, to.y, Double(row) * (1 / Double(rows - 1)))
    )
  }

  private static func mix(_ a: Double, _ b: Double, _ share: Double) -> Double {
    a * (1 - share) + b * share
  }
}

extension SampleGrid {
  /// The lines along which a field has a value, by marching squares. Closed lines go counterclockwise around areas
  /// above the value, and clockwise around holes; open ones end at the grid's border. Wraps `cpMarchSoft` and
  /// `cpMarchHard`.
  ///
  /// - Parameters:
  ///   - threshold: the value.
  ///   - edges: how the lines go between samples.
  ///   - field: the field at a place in units. It is called once for each sample, from left to right, from bottom to
  ///     top; its errors are rethrown.
  /// - Returns: the lines, in the order in which their lowest parts lie in the grid.
  /// - Throws: ``PhysicsError/Code/outOfRange`` for a value that is not finite.
  ///
  /// Complexity: O(*columns* · *rows*).
  public func contours(
    threshold: Double,
    edges: Edges = .soft,
    of field: (Vector) throws -> Double
  ) throws -> [Polyline] {
    var samples: [Double] = []
    samples.reserveCapacity(columns * rows)
    for row in 0..<rows {
      for column in 0..<columns { samples.append(try field(point(column: column, row: row))) }
    }
    return try contours(threshold: threshold, edges: edges, bitmap: samples)
  }

  /// The same for a bitmap: the grid's samples, from left to right, from bottom to top.
  ///
  /// Throws ``PhysicsError/Code/outOfRange`` for another number of samples than that of the grid, or one
  /// that is not finite. Complexity: O(*columns* · *rows*).
  public func contours(
    threshold: Double,
    edges: Edges = .soft,
    bitmap: [Double]
  ) throws(PhysicsError) -> [Polyline] {
    try ParameterRange.sample.check(threshold)
    guard bitmap.count == columns * rows else {
      throw PhysicsError(
        code: .outOfRange,
        subject: "number of samples in the bitmap",
        value: Double(bitmap.count),
        unit: "",
        remedy: "give \(columns) · \(rows) of them"
      )
    }
    for sample in bitmap { try ParameterRange.sample.check(sample) }
    return Polyline.joined(march(threshold, edges, bitmap))
  }

  private struct March {
    var bitmap: [Double]
    var next = 0
    var segments: [(Vector, Vector)] = []
  }

  private func march(_ threshold: Double, _ edges: Edges, _ bitmap: [Double]) -> [(Vector, Vector)]
  {
    let box = cpBB(l: from.x, b: from.y, r: to.x, t: to.y)
    let march = edges == .soft ? unsafe cpMarchSoft : unsafe cpMarchHard
    var state = March(bitmap: bitmap)
    unsafe withUnsafeMutablePointer(to: &state) { state in
      unsafe march(
        box,
        UInt(columns),
        UInt(rows),
        threshold,
        { from, to, data in
          guard let data = unsafe data else { return }
          unsafe data.assumingMemoryBound(to: March.self).pointee.segments
            .append((Vector(from), Vector(to)))
        },
        state,
        // Called once per sample, row by row.
        { _, data in
          guard let state = unsafe data?.assumingMemoryBound(to: March.self) else { return 0 }
          unsafe state.pointee.next += 1
          return unsafe state.pointee.bitmap[state.pointee.next - 1]
        },
        state
      )
    }
    return state.segments
  }
}

extension Polyline {
  /// Joins directed segments that meet end to start. Replaces `cpPolylineSetCollectSegment`, which searches all lines
  /// for each segment. Complexity: O(*segments*) on average.
  static func joined(_ segments: [(Vector, Vector)]) -> [Polyline] {
    var leaving: [Vector: [Int]] = [:]
    var balance: [Vector: Int] = [:]
    for (index, (start, end)) in segments.enumerated().reversed() {
      leaving[start, default: []].append(index)
      balance[start, default: 0] += 1
      balance[end, default: 0] -= 1
    }
    var lines: [(first: Int, line: Polyline)] = []
    func follow(from start: Vector) {
      var (line, first) = (Polyline([start]), Int.max)
      var end = start
      while let index = leaving[end]?.popLast() {
        first = min(first, index)
        end = segments[index].1
        line.vertices.append(end)
        if end == start { break }
      }
      if line.vertices.count > 1 { lines.append((first, line)) }
    }
    // Starts with lines that begin where no segment ends: starting elsewhere would cut them in two.
    for (start, _) in segments where balance[start, default: 0] > 0 {
      balance[start, default: 0] -= 1
      follow(from: start)
    }
    for (start, _) in segments { follow(from: start) }
    return lines.sorted { $0.first < $1.first }.map(\.line)
  }
}

extension ParameterRange {
  /// A value of a field or a bitmap.
  package static let sample = ParameterRange("sample", "", -1e100...1e100)
  /// A side of a sample grid, in units.
  package static let gridExtent = ParameterRange("side of the sample grid", "units", 1e-9...2e9)
  /// The number of samples along a side of a grid.
  package static let gridSide = ParameterRange(
    whole: "number of samples along a side",
    2...2_000_000
  )
  /// The number of samples in a grid.
  package static let sampleCount = ParameterRange(whole: "number of samples", 4...4_194_304)
}
