import Motion
import Testing

@Suite("Linear with stops")
struct LinearStopsTests {
  @Test("goes straight between stops and spreads those without a time evenly")
  func spreads() throws {
    let stops = try LinearStops([.init(0), .init(0.2), .init(0.4), .init(1)])
    let thirds: [Double] = [0, 1, 2, 3]
    for (point, third) in zip(stops.points, thirds) { #expect(abs(point.x - third / 3) < 1e-15) }
    #expect(stops.points.count == 4)
    #expect(abs(stops(0.5) - 0.3) < 1e-15)
  }

  @Test("moves a time that runs back to the previous one")
  func monotone() throws {
    let stops = try LinearStops([.init(0), .init(0.5, at: 0.8), .init(0.7, at: 0.2), .init(1)])
    #expect(stops.points.map(\.x) == [0, 0.8, 0.8, 1])
    #expect(stops(0.8) == 0.7)
    #expect(abs(stops(0.79999) - 0.5) < 1e-4)
  }

  @Test("goes on straight outside its stops")
  func outside() throws {
    let stops = try LinearStops([.init(0), .init(0.5, at: 0.25), .init(1)])
    #expect(stops(-0.25) == -0.5)
    #expect(abs(stops(1.75) - 1.5) < 1e-15)
  }

  @Test("holds the outer value beside a jump at its first or last stops")
  func outerJump() throws {
    let stops = try LinearStops([.init(0.25, at: 0.5), .init(0.75, at: 0.5)])
    #expect([0, 0.4, 0.5, 1].map { stops($0) } == [0.25, 0.25, 0.75, 0.75])
  }

  @Test("stays finite with stops at the limits of the number range")
  func far() throws {
    let big = Double.greatestFiniteMagnitude
    let stops = try LinearStops([.init(-big, at: -big), .init(big, at: big)])
    for t in [-big, -1, 0, 1, big] { #expect(stops(t).isFinite) }
  }

  @Test("needs two stops and finite numbers")
  func refuses() {
    #expect(throws: MotionError.self) { try LinearStops([.init(0)]) }
    #expect(throws: MotionError.self) { try LinearStops([.init(0), .init(.nan), .init(1)]) }
    #expect(throws: MotionError.self) { try LinearStops([.init(0, at: .infinity), .init(1)]) }
  }
}
