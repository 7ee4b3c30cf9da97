import Motion
import Testing

@Suite("SVG path data")
struct SVGPathTests {
  /// Points at even steps of the parameter, and the length.
  func trace(_ data: String) throws -> (points: [SIMD2<Double>], length: Double) {
    let animation = try PathAnimation<SIMD2<Double>>(
      along: Path(svg: data),
      calculationMode: .linear
    )
    return (
      (0...24).map { animation.value(atProgress: Double($0) / 24, over: .zero) }, animation.length
    )
  }

  @Test(
    "means the same in absolute and relative commands, in full and in short",
    arguments: [
      ("M 10 20 L 30 40", "m10,20 20 20"), ("M0 0 H 10 V 5 Z", "m0 0h10v5z"),
      ("M1 1C2 3 4 5 6 7", "m1 1c1 2 3 4 5 6"), ("M0,0Q5,10,10,0T20,0", "M0 0q5 10 10 0t10 0"),
      ("M0 0C1 2 3 2 4 0S7 -2 8 0", "M0 0c1 2 3 2 4 0c1-2 3-2 4 0"),
      ("M0 0Q5 10 10 0T20 0", "M0 0Q5 10 10 0Q15 -10 20 0"),
      ("M0 0 A 5 5 0 0 1 10 0", "m0 0a5 5 0 0110 0"), ("M-.5.5L1e1-2E-1", "M -0.5 0.5 L 10 -0.2"),
      ("M0 0 1 1 2 0", "M0 0 L 1 1 L 2 0"), ("\tM0\n0  L 1 1 ", "M0 0L1 1"),
      ("M0 0L1 0Z L 0 1", "M0 0L1 0L0 0L0 1"),
    ]
  )
  func equal(a: String, b: String) throws {
    let (left, right) = (try trace(a), try trace(b))
    for (p, q) in zip(left.points, right.points) { #expect(isNear(p, q, within: 1e-9)) }
    #expect(abs(left.length - right.length) < 1e-9)
  }

  @Test("draws arcs by their flags: small and large, with growing and falling angle")
  func arcs() throws {
    // A quarter and three quarters of a circle of radius 10, about (0, 0) or about (10, 10).
    let quarter = 5 * Double.pi
    let diagonal = SIMD2(repeating: 50.0.squareRoot())
    let arcs: [(String, Double, SIMD2<Double>)] = [
      ("0 1", quarter, diagonal), ("0 0", quarter, 10 - diagonal),
      ("1 1", 3 * quarter, 10 + diagonal), ("1 0", 3 * quarter, -diagonal),
    ]
    for (flags, length, middle) in arcs {
      let arc = try trace("M 10 0 A 10 10 0 \(flags) 0 10")
      #expect(abs(arc.length - length) < 1e-9)
      #expect(isNear(arc.points[12], middle, within: 1e-9))
      #expect(isNear(arc.points[24], [0, 10], within: 1e-9))
    }
  }

  @Test("enlarges arcs that are too small, and makes a line of one without a radius")
  func arcLimits() throws {
    #expect(abs(try trace("M0 0A1 1 0 0 1 10 0").length - 5 * .pi) < 1e-9)
    #expect(try trace("M0 0A0 5 0 0 1 10 0").length == 10)
    let tilted = try trace("M0 0A10 5 90 0 1 0 20")
    #expect(abs(tilted.length - 9.688448220547675 * 5 / 2) < 1e-9)
    #expect(isNear(tilted.points[12], [5, 10], within: 1e-9))
  }

  @Test(
    "reports the problem and its byte",
    arguments: [
      ("L 1 1", 0), ("M 1", 3), ("M 1 x", 4), ("M 0 0 L 1 1 & 2", 12), ("M0 0 A 1 1 0 2 0 1 1", 13),
      ("M0 0 L 1e999 0", 7), ("M0 0 C 1 1 2 2 3", 16), ("M0 0 ü", 5), ("M0 0 L 1e200 0", 7),
      ("M0 0 Z 5", 7), ("M0 0 L 1 1 2 .", 13),
    ]
  )
  func offsets(data: String, offset: Int) {
    let error = #expect(throws: MotionError.self) { try Path(svg: data) }
    #expect(error?.offset == offset, "\(error.map(String.init(describing:)) ?? "")")
  }

  @Test("names what it found and what it expects")
  func message() {
    let error = #expect(throws: MotionError.self) { try Path(svg: "M 0 0 L 1 oops") }
    #expect(
      error?.description == "path data, number at offset 10 is \"oops\"; give a number"
    )
  }

  @Test("makes an empty path from empty data")
  func empty() throws {
    #expect(try Path(svg: "  ").isEmpty)
  }
}
