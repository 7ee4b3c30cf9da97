import Motion
import Testing

@Suite("Path animation")
struct PathAnimationTests {
  static let paths = [
    "M0 0 C 100 0 -50 80 60 90", "M0 0 Q 50 200 100 0 L 300 0", "M0 0 A 100 10 30 1 1 50 60",
    "M0 0 C 100 100 0 100 100 1", "M0 0 C 0 0 5 100 100 100", "M0 0L10 0M50 50L60 50",
  ]

  @Test("keeps its speed to a thousandth when paced", arguments: paths)
  func paced(data: String) throws {
    let animation = try PathAnimation<SIMD2<Double>>(along: Path(svg: data))
    let count = 20_000
    let points = (0...count).map {
      animation.value(atProgress: Double($0) / Double(count), over: .zero)
    }
    let step = animation.length / Double(count)
    // A corner between two points reduces their distance; a jump between two parts increases it.
    let odd = zip(points, points.dropFirst()).filter { abs($0.distance(to: $1) / step - 1) > 1e-3 }
    #expect(odd.count <= 1)
  }

  @Test("gives each piece its time when linear, shaped by its own timing function")
  func linear() throws {
    let path = try Path(through: [[0, 0], [10, 0], [10, 100]])
    let even = try PathAnimation<SIMD2<Double>>(along: path, calculationMode: .linear)
    #expect(even.value(atProgress: 0.25, over: .zero) == [5, 0])
    let keyed = try PathAnimation<SIMD2<Double>>(
      along: path,
      calculationMode: .linear,
      keyTimes: [0, 0.8, 1],
      timingFunctions: [.ease(.in, .quad), .linear]
    )
    #expect(isNear(keyed.value(atProgress: 0.4, over: .zero), [2.5, 0]))
    #expect(isNear(keyed.value(atProgress: 0.9, over: .zero), [10, 50]))
    let jumps = try PathAnimation<SIMD2<Double>>(along: path, calculationMode: .discrete)
    #expect(
      [0.2, 0.5, 0.9].map { jumps.value(atProgress: $0, over: .zero) } == [
        [0, 0], [10, 0], [10, 100],
      ]
    )
  }

  @Test("turns with the path ahead, back, or not at all")
  func rotation() throws {
    let path = try Path(through: [[0, 0], [10, 10]])
    let start = Pose(position: .zero, angle: Angle(radians: 9))
    func angle(_ mode: PathAnimation<Pose>.RotationMode) throws -> Double {
      try PathAnimation(along: path, rotationMode: mode)
        .value(atProgress: 0.5, over: start).angle.radians
    }
    #expect(try angle(.none) == 9)
    #expect(try angle(.auto) == .pi / 4)
    #expect(try angle(.autoReverse) == .pi / 4 + .pi)
  }

  @Test("turns without a jump through whole turns, along pieces and within them")
  func winding() throws {
    var path = Path()
    try path.arc(center: [0, 0], radii: [5, 5], startAngle: 0, endAngle: 6 * .pi)
    try path.arc(center: [0, 0], radii: [5, 5], startAngle: 0, endAngle: 34 * .pi)
    let animation = try PathAnimation<Pose>(along: path, rotationMode: .auto)
    for i in 0...1000 {
      let t = Double(i) / 1000
      let angle = animation.value(atProgress: t, over: Pose(position: .zero)).angle.radians
      #expect(abs(angle - (.pi / 2 + t * 40 * .pi)) < 1e-3)
    }
  }

  @Test("has a direction even where a curve stands still")
  func standing() throws {
    let path = try Path(svg: "M0 0 C 0 0 0 10 0 10 L 0 10")
    let animation = try PathAnimation<Pose>(along: path, rotationMode: .auto)
    for t in [0, 0.5, 1] {
      let angle = animation.value(atProgress: t, over: Pose(position: .zero)).angle.radians
      #expect(abs(angle - .pi / 2) < 1e-6)
    }
    let point = try PathAnimation<Pose>(along: Path(svg: "M1 2Z L1 2"), rotationMode: .auto)
    #expect(point.value(atProgress: 0.5, over: Pose(position: .zero)).position == [1, 2])
  }

  @Test("rejects an empty path, a cubic mode, and wrong counts")
  func refuses() throws {
    let path = try Path(through: [[0, 0], [10, 10]])
    #expect(throws: MotionError.self) { try PathAnimation<Pose>(along: Path()) }
    #expect(throws: MotionError.self) {
      try PathAnimation<Pose>(along: path, calculationMode: .cubic)
    }
    #expect(throws: MotionError.self) {
      try PathAnimation<Pose>(along: path, calculationMode: .linear, keyTimes: [0, 0.5, 1])
    }
  }
}
