import Chipmunk
import Testing

@Suite("Facts: an outline")
struct OutlineFactTests {
  private let roof = Polyline([
    Vector(0, 0), Vector(0, 10), Vector(5, 11), Vector(10, 10), Vector(0, 10),
  ])

  @Test("loses a slight bend by distance as well as by angle")
  func simplification() throws {
    let expected = [Vector(0, 0), Vector(0, 10), Vector(10, 10), Vector(0, 10)]
    #expect(try roof.simplifiedCurves(tolerance: 1).vertices == expected)
    #expect(try roof.simplifiedVertices(angle: 1).vertices == expected)
  }

  @Test("has a hull that begins and ends at the left")
  func hull() throws {
    let line = Polyline([
      Vector(0, 0), Vector(0, 10), Vector(5, 5), Vector(10, 10), Vector(10, 0),
    ])
    let expected = [
      Vector(0, 0), Vector(10, 0), Vector(10, 10), Vector(0, 10), Vector(0, 0),
    ]
    #expect(try line.convexHull(tolerance: 1).vertices == expected)
  }

  @Test("is cut into convex parts in either winding")
  func decomposition() throws {
    let corners = [
      Vector(0, 0), Vector(20, 0), Vector(20, 5), Vector(5, 5), Vector(5, 15), Vector(0, 15),
    ]
    for corners in [corners, corners.reversed()] {
      let parts = try Geometry.polygon(corners).parts()
      #expect(parts.count == 2)
      #expect(try near(parts.map { try $0.area() }.reduce(0, +), 150))
      #expect(near(abs(Polyline(closing: corners).area), 150))
    }
  }

  @Test("is not cut if it touches itself, which leaves no inside to fill")
  func refusal() throws {
    let touching = Geometry.polygon([
      Vector(0, 0), Vector(5, 0), Vector(10, 10), Vector(20, 20), Vector(5, 5), Vector(0, 10),
    ])
    #expect { try touching.parts() } throws: { code(of: $0) == .outOfRange }
  }

  @Test("of a picture goes around its dark parts, with the solid to the left, soft or with corners")
  func marching() throws {
    let picture = [
      "  xx   ", "  xx   ", "  xx   ", "  xx   ", "  xx   ", "  xxxxx", "  xxxxx",
    ].map(Array.init)
    let grid = try SampleGrid(from: .zero, to: Vector(6, 6), columns: 7, rows: 7)
    let field = { (point: Vector) -> Double in picture[Int(point.y)][Int(point.x)] == "x" ? 1 : 0 }
    let left = stride(from: 6.0, through: 0, by: -1).map { Vector(1.5, $0) }
    let right = (0...4).map { Vector(3.5, Double($0)) }
    let shelf = [Vector(4, 4.5), Vector(5, 4.5), Vector(6, 4.5)]
    let soft = try grid.contours(threshold: 0.5, edges: .soft, of: field)
    #expect(soft.map(\.vertices) == [left, right + shelf])
    let hard = try grid.contours(threshold: 0.5, edges: .hard, of: field)
    #expect(hard.map(\.vertices) == [left, right + [Vector(3.5, 4.5)] + shelf])
  }
}
