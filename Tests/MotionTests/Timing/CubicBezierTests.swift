import Motion
import Testing

@Suite("Cubic Bézier")
struct CubicBezierTests {
  @Test(
    "gives the golden values of curves with steep ends and overshoot",
    arguments: [
      ([1, 0, 0.75, 1], [0.024777, 0.125754, 0.425048]),
      ([0.68, -0.55, 0.735, 1.55], [-0.089913, 0.132493, 0.791213]),
    ]
  )
  func golden(p: [Double], expected: [Double]) throws {
    let curve = try CubicBezier(p[0], p[1], p[2], p[3])
    for (t, value) in zip([0.25, 0.5, 0.75], expected) {
      #expect(abs(curve(t) - value) < 0.5e-6)
    }
  }

  @Test("agrees with 50-digit arithmetic to 1e-9")
  func highPrecision() throws {
    for (p, ys) in BezierFixture.curves {
      let curve = try CubicBezier(p[0], p[1], p[2], p[3])
      for (x, y) in zip(BezierFixture.xs, ys) {
        #expect(abs(curve(x) - y) < 1e-9, "\(p) at \(x): \(curve(x)) is not \(y)")
      }
    }
  }

  @Test("is solved to 1e-9 in x for every curve, even where it is vertical")
  func solvedEverywhere() throws {
    var random = SplitMix(seed: 1)
    let steep: [(Double, Double)] = [(0, 0), (0, 1), (1, 0), (1, 1), (1e-9, 1 - 1e-9), (0.5, 0.5)]
    for (x1, x2) in steep + (0..<300).map({ _ in (random.unit(), random.unit()) }) {
      // With y = x of the control points the curve is its own x(t), so that it gives x back.
      let curve = try CubicBezier(x1, x1, x2, x2)
      for i in 0...200 {
        for x in [Double(i) / 200, random.unit(), 0x1p-40, 1 - 0x1p-40] {
          #expect(abs(curve(x) - x) < 1e-9, "(\(x1), \(x2)) at \(x)")
        }
      }
    }
  }

  @Test("agrees with bisection to the last bit of x")
  func bisection() throws {
    var random = SplitMix(seed: 2)
    for _ in 0..<200 {
      let (x1, x2) = (0.05 + 0.9 * random.unit(), 0.05 + 0.9 * random.unit())
      let (y1, y2) = (4 * random.unit() - 2, 4 * random.unit() - 2)
      let curve = try CubicBezier(x1, y1, x2, y2)
      let x = 0.01 + 0.98 * random.unit()
      var (low, high) = (0.0, 1.0)
      while high - low > 1e-15 {
        let t = (low + high) / 2
        if bernstein(x1, x2, t) < x { low = t } else { high = t }
        if t == low, t == high { break }
      }
      #expect(abs(curve(x) - bernstein(y1, y2, (low + high) / 2)) < 1e-9)
    }
  }

  private func bernstein(_ a: Double, _ b: Double, _ t: Double) -> Double {
    3 * (1 - t) * (1 - t) * t * a + 3 * (1 - t) * t * t * b + t * t * t
  }

  @Test("continues along its tangents outside 0...1, as CSS says")
  func outside() throws {
    let curve = try CubicBezier(0.5, 0.25, 0.75, 0.5)
    #expect(curve(-2) == -1)
    #expect(curve(2) == 3)
    // A control point on its end lends the tangent to the other one.
    #expect(try CubicBezier(0, 0, 0.5, 1)(-1) == -2)
    #expect(try CubicBezier(0.5, 0, 1, 1)(2) == 3)
    // With neither, the curve stays flat.
    #expect(try CubicBezier(0, 1, 0, 1)(-1) == 0)
    #expect(try CubicBezier(1, 0, 1, 0)(2) == 1)
    // P1 above its end: the specification looks at x alone.
    #expect(try CubicBezier(0, 0.5, 0.5, 1)(-1) == -2)
  }

  @Test("rejects control points whose time would run back, and says so")
  func refuses() {
    #expect(throws: MotionError("x1", is: "-0.1", remedy: "give a number from 0 to 1")) {
      try CubicBezier(-0.1, 0, 1, 1)
    }
    #expect(throws: MotionError("x2", is: "nan", remedy: "give a number from 0 to 1")) {
      try CubicBezier(0, 0, .nan, 1)
    }
    #expect(throws: MotionError("y2", is: "inf", remedy: "give a finite number")) {
      try CubicBezier(0, 0, 1, .infinity)
    }
  }
}
