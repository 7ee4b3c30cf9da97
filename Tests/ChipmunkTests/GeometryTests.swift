import Chipmunk
import Testing

@Suite("Geometry")
struct GeometryTests {
  @Test("takes the convex hull of a polygon's vertices, in any order and with some inside")
  func hull() throws {
    let square = [Vector(0, 0), Vector(2, 0), Vector(2, 2), Vector(0, 2)]
    let shuffled = [square[2], Vector(1, 1), square[0], square[3], Vector(0.5, 1), square[1]]
    #expect(try Geometry.polygon(square).area() == 4)
    #expect(try Geometry.polygon(shuffled).area() == 4)
    #expect(try Geometry.polygon(shuffled).thickness() == 2)
  }

  @Test(
    "refuses a polygon without area",
    arguments: [
      [Vector(0, 0), Vector(1, 1), Vector(2, 2)], [Vector(1, 1), Vector(1, 1), Vector(1, 1)],
    ]
  )
  func flat(vertices: [Vector]) {
    #expect(throws: PhysicsError.self) { try Geometry.polygon(vertices).validate() }
  }
}
