import Chipmunk
import Testing

@Suite("Vector")
struct VectorTests {
  @Test("adds, subtracts, scales and multiplies like vectors of the plane")
  func arithmetic() {
    #expect(Vector(1, 2) + Vector(3, 4) == Vector(4, 6))
    #expect(Vector(1, 2) - Vector(3, 4) == Vector(-2, -2))
    #expect(Vector(1, 2) * 2 == Vector(2, 4))
    #expect(-Vector(1, 2) == Vector(-1, -2))
    #expect(Vector(1, 2).dot(Vector(3, 4)) == 11)
    #expect(Vector(1, 2).cross(Vector(3, 4)) == -2)
    #expect(Vector(3, 4).length == 5)
  }

  @Test("turns, by quarters and by angles")
  func directions() {
    #expect(Vector(3, 4).perpendicular == Vector(-4, 3))
    #expect(near(Vector(1, 0).rotated(by: .pi / 2), Vector(0, 1)))
    #expect(near(Vector(2, 1).rotated(by: .pi), Vector(-2, -1)))
    #expect(near(.unit(angle: .pi / 6), Vector(0.75.squareRoot(), 0.5)))
    #expect(near(Vector(1, 1).angle, .pi / 4))
    #expect(near(Vector(-1, 0).angle, .pi))
    #expect(Vector.zero.angle == 0)
  }

  @Test("has a direction of length 1, however long or short it is")
  func normalized() {
    #expect(near(Vector(3, -4).normalized, Vector(0.6, -0.8)))
    for length in [Double.leastNonzeroMagnitude, 1e-300, 1e-160, 1, 1e160, 1e308] {
      #expect(near(Vector(-length, 0).normalized, Vector(-1, 0)))
      #expect(near(Vector(length, length).normalized.length, 1))
    }
    #expect(Vector.zero.normalized == .zero)
  }

  @Test("measures, mixes and projects")
  func ways() {
    #expect(Vector(1, 1).distance(to: Vector(4, 5)) == 5)
    #expect(Vector(0, 2).lerp(to: Vector(4, 4), 0.25) == Vector(1, 2.5))
    #expect(near(Vector(3, 4).projected(onto: Vector(7, 0)), Vector(3, 0)))
    #expect(near(Vector(3, 4).projected(onto: Vector(-1, 1)), Vector(-0.5, 0.5)))
    #expect(Vector(3, 4).projected(onto: .zero) == .zero)
  }
}

@Suite("Vector arithmetic")
struct VectorArithmeticTests {
  @Test("has the expected operators and conversions")
  func operators() {
    var v = Vector(3, 4)
    v += Vector(1, 1)
    v -= Vector(0, 2)
    v *= 3
    v /= 2
    #expect(v == Vector(6, 4.5))
    #expect(2 * v == v * 2 && v / 3 == Vector(2, 1.5))
    #expect(Vector(v.simd) == v && v.simd == SIMD2(6, 4.5))
    #expect(Vector.zero.lerp(to: v, 0.5) == v / 2)
  }
}
