import Chipmunk
import Foundation
import Testing

@Suite("Sample grid")
struct SampleGridTests {
  struct Refusal: Error {}

  private let picture = [
    "  xx   ", "  xx   ", "  xx   ", "  xx   ", "  xx   ", "  xxxxx", "  xxxxx",
  ]

  private func pixels() -> [Double] { picture.flatMap { $0.map { $0 == "x" ? 1 : 0 } } }

  @Test("finds soft and hard outlines of a bitmap")
  func bitmap() throws {
    let grid = try SampleGrid(from: .zero, to: Vector(6, 6), columns: 7, rows: 7)
    let left = Polyline((0...6).reversed().map { Vector(1.5, Double($0)) })
    let start = (0...4).map { Vector(3.5, Double($0)) }
    let end = (4...6).map { Vector(Double($0), 4.5) }
    let soft = try grid.contours(threshold: 0.5, bitmap: pixels())
    #expect(soft == [left, Polyline(start + end)])
    let hard = try grid.contours(threshold: 0.5, edges: .hard, bitmap: pixels())
    #expect(hard == [left, Polyline(start + [Vector(3.5, 4.5)] + end)])
  }

  @Test("samples a field once at each point, row by row from below")
  func order() throws {
    let grid = try SampleGrid(from: Vector(10, 20), to: Vector(14, 22), columns: 3, rows: 2)
    var asked: [Vector] = []
    let lines = try grid.contours(threshold: 1) { point in
      asked.append(point)
      return 0
    }
    #expect(lines.isEmpty)
    #expect(asked == [20, 22].flatMap { y in [10, 12, 14].map { Vector($0, y) } })
    #expect(grid.point(column: 2, row: 1) == Vector(14, 22))
  }

  @Test("goes around a disc counterclockwise and around its hole clockwise")
  func ring() throws {
    let grid = try SampleGrid(from: Vector(-50, -50), to: Vector(50, 50), columns: 101, rows: 101)
    let lines = try grid.contours(threshold: 0) { 10 - abs($0.length - 30) }
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.isClosed })
    #expect(abs(lines[0].area - .pi * 1600) < 10)
    #expect(abs(lines[1].area - -.pi * 400) < 10)
  }

  @Test("finds blobs that meet at a corner, and values that lie on the samples")
  func corners() throws {
    let grid = try SampleGrid(from: .zero, to: Vector(4, 4), columns: 5, rows: 5)
    let checkers: [Double] = [
      0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0,
    ]
    for edges in [SampleGrid.Edges.soft, .hard] {
      for threshold in [0, 0.5, 1] {
        let lines = try grid.contours(threshold: threshold, edges: edges, bitmap: checkers)
        #expect(lines.allSatisfy { $0.isClosed })
        #expect(lines.isEmpty == (threshold == 1))
      }
    }
  }

  @Test("of noise takes time proportional to its samples")
  func noise() throws {
    let grid = try SampleGrid(from: .zero, to: Vector(200, 200), columns: 200, rows: 200)
    var state: UInt64 = 1
    let lines = try grid.contours(threshold: 0.5) { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40) / Double(1 << 24)
    }
    #expect(lines.count > 1000)
    // Open lines end at the border.
    for line in lines where !line.isClosed {
      for end in [line.vertices.first, line.vertices.last] {
        let point = try #require(end)
        let border = [point.x, point.y, point.x - 200, point.y - 200].map(abs).min()
        #expect(try #require(border) < 1e-9)
      }
    }
  }

  @Test("rejects samples and thresholds that are not finite", arguments: hostile)
  func badSamples(value: Double) throws {
    let grid = try SampleGrid(from: .zero, to: Vector(6, 6), columns: 7, rows: 7)
    expect(.outOfRange, "sample") { _ = try grid.contours(threshold: value) { $0.x } }
    expect(.outOfRange, "sample") {
      _ = try grid.contours(threshold: 1) { $0.x == 3 ? value : $0.y }
    }
  }

  @Test("rethrows the error of a field")
  func throwing() throws {
    let grid = try SampleGrid(from: .zero, to: Vector(6, 6), columns: 7, rows: 7)
    #expect(throws: Refusal.self) { try grid.contours(threshold: 1) { _ in throw Refusal() } }
  }

  @Test("rejects a bitmap of another size")
  func badBitmap() throws {
    let grid = try SampleGrid(from: .zero, to: Vector(6, 6), columns: 7, rows: 7)
    expect(.outOfRange, "number of samples in the bitmap") {
      _ = try grid.contours(threshold: 1, bitmap: Array(pixels().dropLast()))
    }
  }

  @Test(
    "rejects too few samples, or too many",
    arguments: [(0, 5), (1, 5), (5, 1), (-1, 5), (5, .min), (.max, 5), (3000, 3000)]
  )
  func badCounts(columns: Int, rows: Int) {
    expect(.outOfRange, "number of samples") {
      _ = try SampleGrid(from: .zero, to: Vector(1, 1), columns: columns, rows: rows)
    }
  }

  @Test("rejects an area without extent, or turned over", arguments: hostile + [0, -5, 1e-10])
  func badArea(value: Double) {
    expect(.outOfRange) {
      _ = try SampleGrid(from: .zero, to: Vector(value, 5), columns: 5, rows: 5)
    }
    expect(.outOfRange) {
      _ = try SampleGrid(from: .zero, to: Vector(5, value), columns: 5, rows: 5)
    }
  }
}
