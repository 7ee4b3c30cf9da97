import Motion
import Testing

@Suite("Path")
struct PathTests {
  func length(_ path: Path) throws -> Double {
    try PathAnimation<SIMD2<Double>>(along: path).length
  }

  @Test("measures lines, circles, ellipses and Béziers exactly")
  func lengths() throws {
    #expect(try length(Path(through: [[0, 0], [3, 4], [3, 10]])) == 11)
    #expect(try length(Path(Rect(x: 1, y: 2, width: 3, height: 4))) == 14)
    let circle = try Path(ellipseIn: Rect(x: -150, y: -150, width: 300, height: 300))
    #expect(abs(try length(circle) - 300 * .pi) < 1e-9)
    // 4·a·E(e) of half axes 2 and 1.
    let ellipse = try Path(ellipseIn: Rect(x: 0, y: 0, width: 4, height: 2))
    #expect(abs(try length(ellipse) - 9.688448220547675) < 1e-9)
    // y = x² from 0 to 1 as a quadratic: √5/2 + asinh(2)/4.
    var parabola = Path()
    try parabola.move(to: [0, 0])
    try parabola.quad(to: [1, 1], control: [0.5, 0])
    #expect(abs(try length(parabola) - 1.4789428575445975) < 1e-9)
  }

  @Test("begins an ellipse at its right end and goes counterclockwise")
  func ellipse() throws {
    let path = try Path(ellipseIn: Rect(x: 10, y: 20, width: 40, height: 20))
    let animation = try PathAnimation<SIMD2<Double>>(along: path, calculationMode: .linear)
    #expect(isNear(animation.value(atProgress: 0, over: [0, 0]), [50, 30]))
    #expect(isNear(animation.value(atProgress: 0.25, over: [0, 0]), [30, 40]))
    #expect(isNear(animation.value(atProgress: 0.5, over: [0, 0]), [10, 30]))
  }

  @Test("has no piece that closes an ellipse")
  func closedEllipse() throws {
    var path = try Path(ellipseIn: Rect(x: -20, y: -10, width: 40, height: 20))
    path.close()
    let animation = try PathAnimation<SIMD2<Double>>(along: path, calculationMode: .linear)
    #expect(isNear(animation.value(atProgress: 0.5, over: [0, 0]), [-20, 0]))
  }

  @Test("joins an arc with a straight piece, and closes with one")
  func joins() throws {
    var path = Path()
    try path.move(to: [0, 0])
    try path.arc(center: [10, 0], radii: [1, 1], startAngle: 0, endAngle: .pi)
    #expect(isNear(try #require(path.currentPoint), [9, 0]))
    path.close()
    #expect(path.currentPoint == [0, 0])
    #expect(abs(try length(path) - (11 + .pi + 9)) < 1e-9)
  }

  @Test("rejects a segment without a start, and coordinates out of range")
  func refuses() throws {
    var path = Path()
    #expect(throws: MotionError("path", is: "not started", remedy: "move to its first point")) {
      try path.line(to: [1, 1])
    }
    #expect(throws: MotionError.self) { try path.move(to: [.nan, 0]) }
    #expect(throws: MotionError.self) { try path.move(to: [1e151, 0]) }
    #expect(throws: MotionError.self) {
      try path.arc(center: [0, 0], radii: [-1, 1], startAngle: 0, endAngle: 1)
    }
    #expect(path.isEmpty && path.currentPoint == nil)
  }
}
