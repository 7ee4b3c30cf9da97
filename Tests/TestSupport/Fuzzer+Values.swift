import Chipmunk

// Vectors, boxes, rings and parameter ranges, which need no space. NaN and infinite input may give any number, but must
// not crash.
extension Fuzzer {
  static let valueCalls: [(String, Call)] = [
    ("vectors", { $0.vectors() }),
    ("boxes", { try $0.boxes() }),
    ("rings", { try $0.rings() }),
    (
      "points of a body",
      {
        let (body, point) = (try $0.body(), $0.vector(-9...9))
        _ = (body.worldVector(ofLocal: point), body.localVector(ofWorld: point))
        _ = (body.velocity(atWorld: point), body.velocity(atLocal: point))
        _ = body.worldPoint(ofLocal: body.localPoint(ofWorld: point))
        if !body.centerOfGravityInWorld.isFinite { $0.tally.unsound.append("a centre nowhere") }
      }
    ),
    (
      "parameter ranges",
      {
        let (a, b) = ($0.numbers.number(-9...9), $0.numbers.number(-9...9))
        guard a <= b else { return }
        let range = ParameterRange(
          "number",
          "",
          a...b,
          infinity: $0.numbers.chance(0.5) ? "infinite" : nil
        )
        _ = (range.rule, range.isAboveZero)
        let vector = $0.vector(-9...9)
        let isTaken = range.contains(vector.x) && range.contains(vector.y)
        if isTaken != ((try? range.check(vector)) != nil) {
          $0.tally.unsound.append("a range that accepts what it has not: \(vector) in \(range)")
        }
      }
    ),
  ]

  private mutating func vectors() {
    let (a, b, number) = (vector(-50...50), vector(-50...50), numbers.number(-9...9))
    let all = [
      a + b, a - b, -a, a * number, a.normalized, a.perpendicular, a.rotated(by: number),
      a.lerp(to: b, number), number.magnitude > 1e-100 ? a / number : a, number * a,
      a.projected(onto: b), .unit(angle: number),
      .unit(angle: a.angle),
    ]
    _ = (a.dot(b), a.cross(b), a.length, a.distance(to: b), a.description, a.hashValue)
    let reach = ParameterRange.position.range
    let isUsual = [a.x, a.y, b.x, b.y].allSatisfy(reach.contains) && abs(number) < 9
    if isUsual, !all.allSatisfy(\.isFinite) {
      tally.unsound.append("a vector that is no number, of \(a), \(b) and \(number)")
    }
  }

  private mutating func boxes() throws {
    let a = BoundingBox(low: vector(-50...0), high: vector(0...50))
    let b = BoundingBox(center: vector(-50...50), radius: numbers.number(0...50))
    let (from, to) = (vector(-90...90), vector(-90...90))
    _ = (a.area, a.center, a.contains(b), a.intersects(b), a.firstMeeting(from: from, to: to))
    let (union, nearest) = (a.union(b), a.clamped(from))
    try a.validate()
    try b.validate()
    try ParameterRange.position.check(from)
    try ParameterRange.position.check(to)
    if !(union.contains(a) && union.contains(b) && a.contains(nearest)) {
      tally.unsound.append("a union without its parts: \(a), \(b)")
    }
    if let meeting = a.firstMeeting(from: from, to: to), !(0...1).contains(meeting) {
      tally.unsound.append("a line that meets a box beyond its ends: \(a), \(from), \(to)")
    }
  }

  private mutating func rings() throws {
    let (inner, outer) = (numbers.number(0...10), numbers.number(10...20))
    _ = try Geometry.ringArea(inner: inner, outer: outer)
    let moment = try Geometry.ringMoment(
      mass: numbers.number(0.1...10),
      inner: inner,
      outer: outer,
      center: numbers.chance(0.5) ? .zero : vector(-9...9)
    )
    try ParameterRange.moment.check(moment)
  }
}
