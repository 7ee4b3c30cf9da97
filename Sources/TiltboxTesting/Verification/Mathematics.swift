#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

// What formulas are written with, from the system's own library; angles are in radians.

func sine(_ x: Double) -> Double { sin(x) }
func cosine(_ x: Double) -> Double { cos(x) }
func tangent(_ x: Double) -> Double { tan(x) }
func arcsine(_ x: Double) -> Double { asin(x) }
func arctangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
func exponential(_ x: Double) -> Double { exp(x) }
func logarithm(_ x: Double) -> Double { log(x) }
func power(_ x: Double, _ y: Double) -> Double { pow(x, y) }

/// The arithmetic-geometric mean, which the complete elliptic integral is made of:
/// K(k) = π / (2·agm(1, √(1 − k²))).
func arithmeticGeometricMean(_ a: Double, _ b: Double) -> Double {
  var (a, b) = (a, b)
  while abs(a - b) > 1e-15 * a { (a, b) = ((a + b) / 2, (a * b).squareRoot()) }
  return a
}
