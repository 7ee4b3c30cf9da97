#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

// The package's door to the system's mathematics library. Angles are in radians.

package func sine(_ x: Double) -> Double { sin(x) }
package func cosine(_ x: Double) -> Double { cos(x) }
package func tangent(_ x: Double) -> Double { tan(x) }
package func arcSine(_ x: Double) -> Double { asin(x) }
package func arcCosine(_ x: Double) -> Double { acos(x) }
package func arcTangent(_ y: Double, over x: Double) -> Double { atan2(y, x) }
package func exponential(_ x: Double) -> Double { exp(x) }
package func logarithm(_ x: Double) -> Double { log(x) }
package func power(_ x: Double, _ y: Double) -> Double { pow(x, y) }
func exponentialMinusOne(_ x: Double) -> Double { expm1(x) }
func powerOfTwo(_ x: Double) -> Double { exp2(x) }

/// The length of (x, y), right for every finite pair whose length is finite.
func hypotenuse(_ x: Double, _ y: Double) -> Double { hypot(x, y) }

extension Double {
  /// The value, or the largest finite one of its sign if it is infinite.
  ///
  /// Arithmetic of this module saturates, so that what is finite stays so.
  @usableFromInline var saturated: Double {
    Swift.min(Swift.max(self, -Double.greatestFiniteMagnitude), Double.greatestFiniteMagnitude)
  }

  /// The value, kept between two others.
  @usableFromInline func clamped(_ low: Double, _ high: Double) -> Double {
    Swift.min(Swift.max(self, low), high)
  }
}
