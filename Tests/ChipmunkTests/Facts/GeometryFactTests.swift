import Chipmunk
import Testing

@Suite("Facts: a geometry")
struct GeometryFactTests {
  @Test("has the textbook's moment, about its body's origin")
  func moments() throws {
    let disc = Geometry.circle(radius: 3, center: Vector(1, 2))
    #expect(near(try disc.moment(mass: 1), 9.0 / 2 + 5))
    let offset = Vector(1, 2)
    let ring = try Geometry.ringMoment(mass: 1, inner: 2, outer: 3, center: offset)
    #expect(near(ring, 11.5))
    let line = Geometry.segment(from: Vector(-10, 0), to: Vector(10, 0), radius: 1)
    #expect(near(try line.moment(mass: 1), 40 + 2.0 / 3))
    let corners = [Vector(0, 0), Vector(10, 10), Vector(10, 0)].map { $0 + offset }
    #expect(near(try Geometry.polygon(corners, radius: 3).moment(mass: 1), 98 + 1.0 / 3))
    #expect(near(try Geometry.box(width: 2, height: 3).moment(mass: 1), 13.0 / 12))
  }

  @Test("has the textbook's area, rounding included")
  func areas() throws {
    #expect(near(try Geometry.circle(radius: 2).area(), 12.566_370_614_359_172))
    #expect(near(try Geometry.ringArea(inner: 1, outer: 2), 9.424_777_960_7, within: 1e-9))
    let line = Geometry.segment(from: Vector(-10, 0), to: Vector(10, 0), radius: 3)
    #expect(near(try line.area(), 148.274_333_88, within: 1e-8))
    // Clockwise: the C function takes the rounding off, and so comes to 100 less.
    let corners = [Vector(0, 0), Vector(10, 10), Vector(10, 0)]
    #expect(near(try Geometry.polygon(corners, radius: 3).area(), 180.700_740_753, within: 1e-8))
  }

  @Test("that is a ring has an inner radius between 0 and the outer one")
  func rings() throws {
    let disc = Geometry.circle(radius: 2)
    #expect(try Geometry.ringMoment(mass: 3, inner: 0, outer: 2) == disc.moment(mass: 3))
    #expect(try Geometry.ringArea(inner: 0, outer: 2) == disc.area())
    #expect(try Geometry.ringMoment(mass: 3, inner: 2, outer: 2) == 12)
    for (inner, outer) in [(3.0, 2.0), (-1, 2), (.nan, 2), (1, .infinity), (0, 0)] {
      #expect { try Geometry.ringArea(inner: inner, outer: outer) } throws: {
        code(of: $0) == .outOfRange
      }
      #expect { try Geometry.ringMoment(mass: 1, inner: inner, outer: outer) } throws: {
        code(of: $0) == .outOfRange
      }
    }
  }
}
