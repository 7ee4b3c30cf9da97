import Chipmunk
import Foundation
import Testing

@Suite("Simplification of a polyline")
struct PolylineSimplificationTests {
  private let bent = Polyline([
    Vector(0, 0), Vector(0, 10), Vector(5, 11), Vector(10, 10), Vector(0, 10),
  ])
  private let simple = Polyline([Vector(0, 0), Vector(0, 10), Vector(10, 10), Vector(0, 10)])

  @Test("leaves out points near the line, or at a slight bend")
  func simplify() throws {
    #expect(try bent.simplifiedCurves(tolerance: 1) == simple)
    #expect(try bent.simplifiedVertices(angle: 1) == simple)
  }

  @Test("stays within its tolerance of a circle", arguments: [0.01, 0.1, 1])
  func circle(tolerance: Double) throws {
    let circle = Polyline(
      closing: (0..<2000).map {
        let angle = Double($0) * .pi / 1000
        return Vector(100 * cos(angle), 100 * sin(angle))
      }
    )
    let reduced = try circle.simplifiedCurves(tolerance: tolerance)
    #expect(reduced.isClosed)
    #expect(reduced.vertices.count < 300)
    for (a, b) in zip(reduced.vertices, reduced.vertices.dropFirst()) {
      #expect(((a + b) * 0.5).length > 100 - tolerance - 1e-9)
    }
  }

  @Test("keeps the corners of a hull")
  func hull() throws {
    let line = Polyline([
      Vector(0, 0), Vector(0, 10), Vector(5, 5), Vector(10, 10), Vector(10, 0),
    ])
    let corners = [Vector(0, 0), Vector(10, 0), Vector(10, 10), Vector(0, 10)]
    #expect(try line.convexHull(tolerance: 1) == Polyline(closing: corners))
    #expect(try line.convexHull().area == 100)
    #expect(try Geometry.convexHull(of: line.vertices).count == 4)
  }

  @Test("rejects a tolerance or an angle that is not finite", arguments: hostile + [-1])
  func badTolerance(value: Double) {
    expect(.outOfRange, "tolerance") { _ = try bent.simplifiedCurves(tolerance: value) }
    expect(.outOfRange, "tolerance") { _ = try bent.convexHull(tolerance: value) }
    expect(.outOfRange, "angle") { _ = try bent.simplifiedVertices(angle: value) }
  }

  @Test("rejects lines without extent, or with points that are not finite")
  func badLines() throws {
    let a = Vector(1, 2)
    for vertices in [
      [], [a], [a, a], [a, a, a, a], [a, .zero, Vector(0, .nan)], [Vector(1e200, 0), a],
    ] {
      let line = Polyline(vertices)
      expect(.outOfRange) { _ = try line.simplifiedCurves(tolerance: 1) }
      expect(.outOfRange) { _ = try line.simplifiedVertices(angle: 1) }
      expect(.outOfRange) { _ = try line.convexHull() }
    }
  }

  @Test("accepts lines that run back on themselves, at any tolerance")
  func backAndForth() throws {
    let (a, b) = (Vector(0, 0), Vector(10, 0))
    for vertices in [
      [a, b], [a, b, a], [a, a, b, b, a], [a, b, a, b], [a, Vector(5, 0), b, a],
    ] {
      for tolerance in [0, 1, 1e9] {
        let reduced = try Polyline(vertices).simplifiedCurves(tolerance: tolerance)
        #expect(reduced.vertices.count >= 2)
        _ = try Polyline(vertices).convexHull(tolerance: tolerance)
      }
      for angle in [0, 0.5, 1.57] {
        let reduced = try Polyline(vertices).simplifiedVertices(angle: angle)
        #expect(reduced.vertices.count >= 2)
      }
    }
  }

  // The C function would crash: in the worst case, it recurses once for each point.
  @Test("is rejected for more points than the stack holds")
  func deep() throws {
    let zigzag = (0..<100_000).map { index -> Vector in
      let x = Double(index)
      return Vector(x, index.isMultiple(of: 2) ? x : -x)
    }
    expect(.stackTooSmall) { _ = try Polyline(zigzag).simplifiedCurves(tolerance: 0) }
  }
}
