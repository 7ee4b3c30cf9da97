import Chipmunk
import Testing

@Suite("Polyline")
struct PolylineTests {
  @Test("is closed if it ends at its beginning")
  func closed() {
    #expect(!Polyline([]).isClosed)
    #expect(!Polyline([.zero]).isClosed)
    #expect(!Polyline([Vector(0, 0), Vector(1, 1), Vector(0, 1)]).isClosed)
    #expect(Polyline([Vector(0, 0), Vector(1, 1), Vector(0, 1), Vector(0, 0)]).isClosed)
    #expect(Polyline(closing: [Vector(0, 0), Vector(1, 1), Vector(0, 1)]).isClosed)
  }

  @Test("has a length, an area and a centroid")
  func measures() throws {
    let corners = [Vector(0, 0), Vector(30, 0), Vector(30, 40), Vector(0, 40)]
    #expect(Polyline(corners).length == 100)
    #expect(Polyline(closing: corners).length == 140)
    #expect(Polyline(corners).area == 0)
    #expect(Polyline(closing: corners).area == 1200)
    #expect(Polyline(closing: corners.reversed()).area == -1200)
    #expect(try Polyline(closing: corners).centroid() == Vector(15, 20))
  }

  @Test("has the right area and centroid far from the origin")
  func farAway() throws {
    let far = Vector(1e8, -1e8)
    let corners = [Vector(0, 0), Vector(4, 0), Vector(0, 4)].map { $0 + far }
    let line = Polyline(closing: corners)
    #expect(line.area == 8)
    let centroid = try line.centroid() - far
    #expect((centroid - Vector(4.0 / 3, 4.0 / 3)).length < 1e-6)
  }

  @Test("has no centroid where it encloses nothing")
  func noCentroid() {
    let a = Vector(1, 2)
    expect(.outOfRange, "open") { _ = try Polyline([.zero, a, Vector(5, 0)]).centroid() }
    expect(.outOfRange, "area") { _ = try Polyline(closing: [.zero, a, a * 2]).centroid() }
    expect(.outOfRange, "vertices") { _ = try Polyline([]).centroid() }
    expect(.outOfRange, "vertices") { _ = try Polyline([a, a, a]).centroid() }
    expect(.outOfRange) { _ = try Polyline(closing: [.zero, a, Vector(.nan, 0)]).centroid() }
  }
}
