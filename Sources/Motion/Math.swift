internal import CMath

// Elementary functions with one result on every machine. Angles are in radians.

package func sine(_ x: Double) -> Double { CMathSine(x) }
package func cosine(_ x: Double) -> Double { CMathCosine(x) }
package func tangent(_ x: Double) -> Double { CMathTangent(x) }
package func arcSine(_ x: Double) -> Double { CMathArcSine(x) }
package func arcCosine(_ x: Double) -> Double { CMathArcCosine(x) }
package func arcTangent(_ y: Double, over x: Double) -> Double { CMathArcTangent2(y, x) }
package func exponential(_ x: Double) -> Double { CMathExponential(x) }
package func logarithm(_ x: Double) -> Double { CMathLogarithm(x) }
package func power(_ x: Double, _ y: Double) -> Double { CMathPower(x, y) }
package func exponentialMinusOne(_ x: Double) -> Double { CMathExponentialLess1(x) }
package func powerOfTwo(_ x: Double) -> Double { CMathExponential2(x) }

/// The length of (x, y), correct for every finite pair whose length is finite.
package func hypotenuse(_ x: Double, _ y: Double) -> Double { CMathHypotenuse(x, y) }

extension Double {
  /// The value, or the largest finite value of its sign if it is infinite.
  ///
  /// Arithmetic in this module saturates, so that finite values stay finite.
  @usableFromInline var saturated: Double {
    Swift.min(Swift.max(self, -Double.greatestFiniteMagnitude), Double.greatestFiniteMagnitude)
  }

  /// The value, clamped to a range.
  @usableFromInline func clamped(_ low: Double, _ high: Double) -> Double {
    Swift.min(Swift.max(self, low), high)
  }
}
