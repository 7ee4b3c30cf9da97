import Foundation
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
    let space = Transform3D.rotation(Angle(radians: 1), about: [1, 1, 0])
      .followed(by: .translation(1, 2, 3))
    #expect(isNear(space.followed(by: try #require(space.inverse)), .identity))
    #expect(Transform3D.scale(1, 0, 1).inverse == nil)
  }

  @Test("a rotation in space has a constant rate about its axis")
  func slerp() {
    let axis: SIMD3<Double> = [1, -2, 0.5]
    let end = Transform3D.rotation(Angle(radians: 2), about: axis)
    for t in [-0.5, 0.1, 0.5, 0.9, 1.4] {
      let expected = Transform3D.rotation(Angle(radians: 2 * t), about: axis)
      #expect(isNear(Transform3D.identity.interpolated(to: end, at: t), expected))
    }
  }

  @Test("rotations of every kind survive conversion to a quaternion")
  func quaternions() {
    // Near half turns, each of the four components is the largest once.
    for axis: SIMD3<Double> in [[1, 0.1, 0.2], [0.1, 1, 0.2], [0.2, 0.1, 1], [1, 1, 1]] {
      for angle in [0.1, 1.5, 3.1] {
        let turn = Transform3D.rotation(Angle(radians: angle), about: axis)
        let moved = turn.followed(by: .translation(2, 0, 0))
        let half = turn.interpolated(to: moved, at: 0.5)
        #expect(isNear(half, turn.followed(by: .translation(1, 0, 0))))
      }
    }
  }

  @Test("perspective, shears and reflections in space survive decomposition")
  func perspective() {
    let a = Transform3D(
      x: [1, 0.2, 0.1, 0.001],
      y: [0.3, -2, 0.4, -0.002],
      z: [0.1, 0.5, 1.5, -0.005],
      translation: [10, 20, 30, 1.1]
    )
    // Almost at the ends, the result must be almost the ends, which only the right parts give.
    let b = Transform3D.scale(1, 1, -1).followed(
      by: .rotation(Angle(radians: 1), about: [0, 1, 1])
    )
    #expect(isNear(a.interpolated(to: b, at: 1e-9), scaled(a, 1 / 1.1), within: 1e-6))
    #expect(isNear(a.interpolated(to: b, at: 1 - 1e-9), b, within: 1e-6))
  }

  private func scaled(_ m: Transform3D, _ k: Double) -> Transform3D {
    Transform3D(x: m.x * k, y: m.y * k, z: m.z * k, translation: m.translation * k)
  }

  @Test("a flat transform in space is interpolated element by element")
  func flat() {
    let half = Transform3D.scale(0, 1, 1).interpolated(to: .identity, at: 0.5)
    #expect(half == Transform3D.scale(0.5, 1, 1))
  }

  @Test("never contains NaN, however large its numbers")
  func finite() {
    let big = Double.greatestFiniteMagnitude
    let a = Transform2D(x: [big, -big], y: [big, big], translation: [big, 0])
    let b = Transform2D(x: [-big, 1e-300], y: [0, 0], translation: [-big, 1])
    let c = Transform3D(
      x: [big, big, -big, 1],
      y: [big, 1, 1, big],
      z: [1, -big, big, 0],
      translation: [big, big, big, 1e-300]
    )
    for t in [-1e9, -1, 0.3, 0.7, 2, 1e9] {
      #expect(a.interpolated(to: b, at: t).isFinite)
      #expect(c.interpolated(to: .identity, at: t).isFinite)
      #expect(Transform3D.identity.interpolated(to: c, at: t).isFinite)
    }
    #expect(a.adding(b).isFinite && a.difference(from: b).isFinite)
    #expect(c.adding(c).isFinite && c.difference(from: .identity).isFinite)
    #expect(c([big, -big, big]).allFinite)
  }
}

extension SIMD3<Double> {
  fileprivate var allFinite: Bool { x.isFinite && y.isFinite && z.isFinite }
}
