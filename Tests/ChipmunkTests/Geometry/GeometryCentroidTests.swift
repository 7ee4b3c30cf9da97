import Chipmunk
import Testing

@Suite("Centroid of a geometry")
struct GeometryCentroidTests {
  @Test("is its centre of gravity")
  func centroid() throws {
    #expect(try Geometry.circle(radius: 3, center: Vector(1, 2)).centroid() == Vector(1, 2))
    #expect(try Geometry.box(width: 3, height: 4, center: Vector(1, 2)).centroid() == Vector(1, 2))
    #expect(try Geometry.segment(from: .zero, to: Vector(4, 8)).centroid() == Vector(2, 4))
    let triangle = Geometry.polygon([Vector(0, 0), Vector(6, 0), Vector(0, 6)])
    let centroid = try triangle.centroid()
    #expect((centroid - Vector(2, 2)).length < 1e-12)
  }

  @Test("is rejected for an invalid geometry")
  func refused() {
    expect(.outOfRange) { _ = try Geometry.circle(radius: -1).centroid() }
    expect(.outOfRange) { _ = try Geometry.polygon([Vector(0, 0), Vector(1, 1)]).centroid() }
  }
}
