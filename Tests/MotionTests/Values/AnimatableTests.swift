import Motion
import Testing

@Suite("Animatable value")
struct AnimatableTests {
  struct Wheel: Animatable {
    var hub: SIMD2<Double>
    var turn: Heading
    func interpolated(to end: Wheel, at fraction: Double) -> Wheel {
      Wheel(
        hub: hub.interpolated(to: end.hub, at: fraction),
        turn: turn.interpolated(to: end.turn, at: fraction)
      )
    }
  }

  struct Wind: ComponentAnimatable {
    var speed: Double
    var direction: Double
    var components: SIMD2<Double> { SIMD2(speed, direction) }
    init(components: SIMD2<Double>) { (speed, direction) = (components.x, components.y) }
  }

  enum Mood: Animatable { case calm, wild }

  @Test("switches at one half if it cannot be interpolated")
  func discrete() {
    #expect(Mood.calm.interpolated(to: .wild, at: 0.499) == .calm)
    #expect(Mood.calm.interpolated(to: .wild, at: 0.5) == .wild)
    #expect("a".interpolated(to: "b", at: -1) == "a")
    #expect(false.interpolated(to: true, at: 2))
    #expect(Mood.calm.distance(to: .wild) == 1)
  }

  @Test("can be of any type, by a function or by its components")
  func custom() throws {
    let wheel = Wheel(hub: [0, 0], turn: Heading(radians: 0))
    let end = Wheel(hub: [2, 4], turn: Heading(radians: 1))
    #expect(wheel.interpolated(to: end, at: 0.5).hub == [1, 2])
    let calm = Wind(components: [0, 1])
    let wind = try BasicAnimation(from: calm, by: Wind(components: [4, 1]))
      .value(atProgress: 0.25, over: calm)
    #expect(wind == Wind(components: [1, 1.25]))
  }

  /// Checks the laws that every value obeys.
  func laws<Value: Animatable>(_ a: Value, _ b: Value, within tolerance: Double = 1e-9) {
    #expect(a.interpolated(to: b, at: 0) == a)
    #expect(a.interpolated(to: b, at: 1) == b)
    for t in [-2, 0, 0.3, 0.5, 1, 7] { #expect(a.interpolated(to: a, at: t) == a) }
    #expect(isNear(a.adding(b.difference(from: a)), b, within: tolerance))
    #expect(isNear(a.adding(a.neutral), a, within: tolerance))
    #expect(isNear(a.adding(b).adding(b.negated), a, within: tolerance))
    #expect(a.distance(to: a) == 0)
    #expect(a.distance(to: b) == b.distance(to: a))
    let (there, back) = (a.interpolated(to: b, at: 0.3), b.interpolated(to: a, at: 0.7))
    #expect(isNear(there, back, within: tolerance))
    for t in [-1e300, -1.5, 0.2, 0.8, 2.5, 1e300] {
      #expect(a.interpolated(to: b, at: t).isFinite)
    }
  }

  @Test("keeps the laws of interpolation: exact ends, inverse sums, symmetry, never NaN")
  func everyKind() {
    let big = Double.greatestFiniteMagnitude
    laws(3.7, -0.1)
    laws(SIMD2(0.1, 7), SIMD2(-3, 0.2))
    laws(SIMD3(0.1, 7, 1), SIMD3(-3, 0.2, 5))
    laws(SIMD4(0.1, 7, 1, 0), SIMD4(-3, 0.2, 5, 9))
    laws(Size(width: 3, height: 4), Size(width: 0.3, height: 9))
    laws(Rect(x: 1, y: 2, width: 3, height: 4), Rect(x: -1, y: 0.2, width: 0, height: 1e6))
    laws(Color.red, Color(0.1, 0.2, 0.3, alpha: 0.4))
    laws(Angle(turns: 2), Angle(radians: -1))
    laws(Heading(radians: 3), Heading(radians: -3))
    laws(Pose(position: [1, 2], angle: Angle(turns: 1)), Pose(position: [-1, 0.3]))
    laws([1.0, 2], [5, 0.3])
    laws(
      Transform2D.rotation(Angle(radians: 1)).followed(by: .translation(3, 4)),
      Transform2D.scale(2, -3).followed(by: .rotation(Angle(radians: -2)))
    )
    for (a, b) in [(big, -big), (big, big), (-big, 1), (0, big)] {
      for t in [-big, -1, 0, 0.25, 0.5, 0.75, 1, 3, big] {
        #expect(a.interpolated(to: b, at: t).isFinite)
        #expect(SIMD2(a, b).interpolated(to: SIMD2(b, a), at: t).isFinite)
      }
      #expect(a.adding(b).isFinite && a.difference(from: b).isFinite)
      #expect(SIMD2(a, 0).distance(to: SIMD2(b, 1)).isFinite)
    }
    #expect(big.interpolated(to: -big, at: 0.5) == 0)
  }

  @Test("measures very small and very large distances")
  func distances() {
    #expect(SIMD2(3e-200, 0).distance(to: SIMD2(0, 4e-200)) == 5e-200)
    #expect(abs(SIMD2(3e200, 0).distance(to: SIMD2(0, 4e200)) / 5e200 - 1) < 1e-15)
    #expect(SIMD2(3.0, 0).distance(to: SIMD2(0, 4)) == 5)
  }

  @Test("has arrays that change element by element, or switch if their lengths differ")
  func arrays() {
    #expect([1.0, 2].interpolated(to: [3, 6], at: 0.5) == [2, 4])
    #expect([1.0, 2].interpolated(to: [3], at: 0.4) == [1, 2])
    #expect([1.0, 2].interpolated(to: [3], at: 0.5) == [3])
    #expect([0.0, 0].distance(to: [3, 4]) == 5)
  }
}
