import Chipmunk
import Testing

@Suite("Vector")
struct VectorTests {
  @Test("adds, subtracts, scales and multiplies like the plane's vectors")
  func arithmetic() {
    #expect(Vector(1, 2) + Vector(3, 4) == Vector(4, 6))
    #expect(Vector(1, 2) - Vector(3, 4) == Vector(-2, -2))
    #expect(Vector(1, 2) * 2 == Vector(2, 4))
    #expect(-Vector(1, 2) == Vector(-1, -2))
    #expect(Vector(1, 2).dot(Vector(3, 4)) == 11)
    #expect(Vector(1, 2).cross(Vector(3, 4)) == -2)
    #expect(Vector(3, 4).length == 5)
  }
}
