import Foundation
import Motion
import Testing

@Suite("Elementary functions with one result on every machine")
struct MathTests {
  @Test("have an error of less than one unit in the last place", arguments: MathTable.all)
  func exact(table: MathTable) {
    for row in table.rows {
      let value = table.function(row.x, row.y)
      #expect(distance(value, row.value) <= 1, "\(table.name)(\(row.x), \(row.y)) is \(value)")
    }
  }

  /// Arguments of all signs and of sizes from 2⁻²⁰ to 2²⁰.
  private static let arguments: [Double] = {
    var random = SplitMix(seed: 1)
    return (0..<4000).map { index in
      Double(
        sign: index % 2 == 0 ? .plus : .minus,
        exponent: index % 41 - 20,
        significand: 1 + random.unit()
      )
    }
  }()

  @Test("differ by at most one unit in the last place from the system's")
  func likeTheSystem() {
    for x in Self.arguments {
      let unit = x / 0x1p21, positive = abs(x), small = x.remainder(dividingBy: 700)
      #expect(distance(sine(x), sin(x)) <= 1 && distance(cosine(x), cos(x)) <= 1, "\(x)")
      #expect(distance(tangent(x), tan(x)) <= 1, "\(x)")
      #expect(distance(arcSine(unit), asin(unit)) <= 1, "\(unit)")
      #expect(distance(arcCosine(unit), acos(unit)) <= 1, "\(unit)")
      #expect(distance(arcTangent(x, over: small), atan2(x, small)) <= 1, "\(x), \(small)")
      #expect(distance(exponential(small), exp(small)) <= 1, "\(small)")
      #expect(distance(exponentialMinusOne(small), expm1(small)) <= 1, "\(small)")
      #expect(distance(powerOfTwo(small), exp2(small)) <= 1, "\(small)")
      #expect(distance(logarithm(positive), log(positive)) <= 1, "\(positive)")
      #expect(distance(power(positive, unit), pow(positive, unit)) <= 1, "\(positive), \(unit)")
      #expect(distance(hypotenuse(x, small), hypot(x, small)) <= 1, "\(x), \(small)")
    }
  }

  @Test("have known bits, with and without fused multiply-add")
  func bits() {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for x in Self.arguments {
      let unit = x / 0x1p21, positive = abs(x), small = x.remainder(dividingBy: 700)
      for value in [
        sine(x), cosine(x), tangent(x), arcSine(unit), arcCosine(unit), arcTangent(x, over: small),
        exponential(small), exponentialMinusOne(small), powerOfTwo(small), logarithm(positive),
        power(positive, unit), hypotenuse(x, small),
      ] {
        hash = (hash ^ value.bitPattern) &* 0x100_0000_01b3
      }
    }
    #expect(String(hash, radix: 16) == "6f998421e12124cd")
  }

  @Test("of zeros, infinities and NaN are as C says")
  func special() {
    let (nan, infinity) = (Double.nan, Double.infinity)
    for function in [
      sine, cosine, tangent, arcSine, arcCosine, exponential, exponentialMinusOne, powerOfTwo,
      logarithm,
    ] {
      #expect(function(nan).isNaN)
    }
    for function in [sine, cosine, tangent, arcSine, arcCosine] {
      #expect(function(infinity).isNaN && function(-infinity).isNaN)
    }
    #expect(arcSine(1.0000001).isNaN && arcCosine(-2).isNaN && logarithm(-1).isNaN)
    for function in [sine, tangent, arcSine, exponentialMinusOne] {
      #expect(function(-0.0).bitPattern == (-0.0).bitPattern && function(0).bitPattern == 0)
    }
    #expect(cosine(0) == 1 && arcCosine(1) == 0 && arcCosine(-1) == .pi && arcSine(1) == .pi / 2)
    #expect(exponential(-infinity) == 0 && exponential(infinity) == infinity && exponential(0) == 1)
    #expect(exponential(710) == infinity && exponential(-750) == 0)
    #expect(exponentialMinusOne(-infinity) == -1 && exponentialMinusOne(infinity) == infinity)
    #expect(powerOfTwo(-infinity) == 0 && powerOfTwo(1024) == infinity && powerOfTwo(-1080) == 0)
    #expect(logarithm(0) == -infinity && logarithm(infinity) == infinity && logarithm(1) == 0)
    #expect(hypotenuse(nan, -infinity) == infinity && hypotenuse(nan, 1).isNaN)
  }

  private static let edges: [Double] = [
    0, -0.0, 1, -1, 0.5, 2, 3, -3, 1e300, -1e300, .leastNonzeroMagnitude, .infinity, -.infinity,
    .nan,
  ]

  @Test(
    "of directions and powers are the system's where one argument is special",
    arguments: edges
  )
  func specialPairs(x: Double) {
    for y in Self.edges {
      let (direction, power) = (arcTangent(x, over: y), power(x, y))
      #expect(isSame(direction, atan2(x, y)), "atan2(\(x), \(y)) is \(direction)")
      #expect(isSame(power, pow(x, y)), "pow(\(x), \(y)) is \(power)")
    }
  }
}

private func isSame(_ a: Double, _ b: Double) -> Bool {
  a.bitPattern == b.bitPattern || a.isNaN && b.isNaN
}

/// The distance of two numbers in units in the last place; NaN is far from all numbers.
private func distance(_ a: Double, _ b: Double) -> Double {
  guard a != b else { return 0 }
  return a.isFinite && b.isFinite ? abs(a - b) / min(a.ulp, b.ulp) : .infinity
}
