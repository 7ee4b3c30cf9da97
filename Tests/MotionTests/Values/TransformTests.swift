import Motion
import Testing

@Suite("Transforms")
struct TransformTests {
  @Test("a rotation in the plane keeps sizes on its way")
  func turn() {
    let quarter = Transform2D.rotation(Angle(radians: .pi / 2))
    let half = Transform2D.identity.interpolated(to: quarter, at: 0.5)
    #expect(isNear(half, .rotation(Angle(radians: .pi / 4))))
    #expect(isNear(half([1, 0]), SIMD2(repeating: (0.5).squareRoot())))
  }

  @Test("a transform grows out of nothing in the other's direction")
  func fromNothing() {
    let turned = Transform2D.scale(2, 2).followed(by: .rotation(Angle(radians: 1)))
    let half = Transform2D.scale(0, 0).interpolated(to: turned, at: 0.5)
    #expect(isNear(half, Transform2D.rotation(Angle(radians: 1))))
  }

  @Test("translation, rotation, shear and scales change independently in the plane")
  func parts() {
    let a = Transform2D.scale(1, 2).followed(by: .translation(0, 0))
    let b = Transform2D.scale(3, 4).followed(by: .rotation(Angle(radians: 0.8)))
      .followed(by: .translation(10, 20))
    let expected = Transform2D.scale(2, 3).followed(by: .rotation(Angle(radians: 0.4)))
      .followed(by: .translation(5, 10))
    #expect(isNear(a.interpolated(to: b, at: 0.5), expected))
  }

  @Test("an inverse undoes, and a flattening transform has none")
  func inverse() throws {
    let plane = Transform2D(x: [1, 2], y: [-3, 1], translation: [4, 5])
    #expect(isNear(plane.followed(by: try #require(plane.inverse)), .identity))
    #expect(Transform2D.scale(1, 0).inverse == nil)
  }

  @Test("never contains NaN, however large its numbers")
  func finite() {
    let big = Double.greatestFiniteMagnitude
    let a = Transform2D(x: [big, -big], y: [big, big], translation: [big, 0])
    let b = Transform2D(x: [-big, 1e-300], y: [0, 0], translation: [-big, 1])
    for t in [-1e9, -1, 0.3, 0.7, 2, 1e9] {
      #expect(a.interpolated(to: b, at: t).isFinite)
    }
    #expect(a.adding(b).isFinite && a.difference(from: b).isFinite)
  }
}
