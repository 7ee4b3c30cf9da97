import Chipmunk
import Foundation
import Testing

@Suite("Convex parts of a polygon")
struct ConvexPartsTests {
  private static func parts(of outline: [Vector]) throws -> [[Vector]] {
    try Geometry.polygon(outline).parts().compactMap {
      if case .polygon(let corners, _) = $0 { corners } else { nil }
    }
  }

  private static func area(_ corners: [Vector]) -> Double { Polyline(closing: corners).area }

  private static func isConvex(_ corners: [Vector]) -> Bool {
    corners.indices.allSatisfy { i in
      let (a, b) = (corners[i], corners[(i + 1) % corners.count])
      return (b - a).cross(corners[(i + 2) % corners.count] - b) > 0
    }
  }

  private static let outlines: [String: [Vector]] = [
    "L": [(0, 0), (20, 0), (20, 10), (10, 10), (10, 30), (0, 30)].map { Vector($0, $1) },
    "U": [(0, 0), (30, 0), (30, 20), (20, 20), (20, 10), (10, 10), (10, 20), (0, 20)]
      .map { Vector($0, $1) },
    "arrow": [(0, 0), (5, 0), (10, 8), (20, 20), (5, 5), (0, 10)].map { Vector($0, $1) },
    "star": (0..<10).map {
      let (angle, radius) = (Double($0) * .pi / 5, $0 % 2 == 0 ? 100.0 : 40)
      return Vector(radius * cos(angle), radius * sin(angle))
    },
    "comb": comb,
    "spiral": spiral(wider: 20, order: Array(0..<60))
      + spiral(wider: 10, order: (0..<60).reversed()),
    "convex": [(0, 0), (20, 0), (25, 10), (0, 20)].map { Vector($0, $1) },
  ]

  private static var comb: [Vector] {
    var corners = [Vector(0, -10), Vector(60, -10)]
    for tooth in (0..<20).reversed() {
      let x = Double(3 * tooth)
      corners += [Vector(x + 2, 0), Vector(x + 1, 50)]
    }
    return corners
  }

  private static func spiral(wider: Double, order: [Int]) -> [Vector] {
    order.map { at(angle: 0.3 * Double($0), radius: 3 * Double($0) + wider) }
  }

  private static func at(angle: Double, radius: Double) -> Vector {
    Vector(radius * cos(angle), radius * sin(angle))
  }

  @Test("fill the outline exactly, are convex, and make shapes", arguments: outlines.keys.sorted())
  func fill(name: String) throws {
    let corners = try #require(Self.outlines[name])
    let whole = abs(Self.area(corners))
    for outline in [corners, corners.reversed(), corners + [corners[0]]] {
      let parts = try Self.parts(of: outline)
      #expect(abs(parts.map { abs(Self.area($0)) }.reduce(0, +) / whole - 1) < 1e-9)
      #expect(name == "convex" ? parts.count == 1 : parts.allSatisfy(Self.isConvex))
      #expect(name == "convex" || parts.count > 1)
      #expect(parts.count < corners.count)
      #expect(try Body(mass: 1, moment: 1).addShapes(.polygon(outline)).count == parts.count)
    }
  }

  @Test("of random outlines fill them")
  func random() throws {
    var state: UInt64 = 7
    for count in 4..<80 {
      let corners = (0..<count).map { index in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let radius = 20 + Double(state >> 40) / Double(1 << 24) * 80
        return Self.at(angle: Double(index) * 2 * .pi / Double(count), radius: radius)
      }
      let sum = try Self.parts(of: corners).map(Self.area).reduce(0, +)
      #expect(abs(sum / Self.area(corners) - 1) < 1e-9)
    }
  }

  @Test("need an outline that does not meet itself")
  func refused() throws {
    let crossed: [[Vector]] = [
      [Vector(0, 0), Vector(5, 0), Vector(10, 10), Vector(20, 20), Vector(5, 5), Vector(0, 10)],
      // Two edges cross; an edge runs back on itself; a corner touches an edge; two corners touch.
      [Vector(0, 0), Vector(10, 10), Vector(10, 0), Vector(0, 20)],
      [Vector(0, 0), Vector(10, 0), Vector(10, 10), Vector(10, 20), Vector(10, 10), Vector(0, 10)],
      [Vector(0, 0), Vector(10, 0), Vector(10, 10), Vector(5, 0), Vector(0, 10)],
      [
        Vector(0, 0), Vector(5, 5), Vector(10, 0), Vector(10, 10), Vector(5, 5), Vector(0, 10),
      ],
    ]
    for corners in crossed {
      expect(.outOfRange, "meet") { _ = try Self.parts(of: corners) }
    }
  }
}
