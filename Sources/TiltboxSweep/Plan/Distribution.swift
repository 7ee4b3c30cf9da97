internal import Motion
internal import TiltboxFiles

/// A probability distribution.
enum Distribution: Hashable, Sendable {
  /// Uniform from low to just below high.
  case uniform(low: Double, high: Double)
  /// Normal, with a mean and a standard deviation.
  case normal(mean: Double, deviation: Double)
  /// From low, above 0, to just below high, with a uniform logarithm.
  case logUniform(low: Double, high: Double)
}

extension Distribution {
  /// Returns the number of a run.
  func value(_ stream: RandomStream, run: Int) -> Double {
    switch self {
    case .uniform(let low, let high): low + (high - low) * stream.unit(run)
    case .normal(let mean, let deviation):
      mean + deviation * NormalQuantile.value(stream.openUnit(run))
    case .logUniform(let low, let high):
      low * exponential(logarithm(high / low) * stream.unit(run))
    }
  }
}

/// The quantile function of the normal distribution.
///
/// Algorithm AS 241 (Wichura, *Applied Statistics* 37, 1988), PPND16: accurate to about one part in 10¹⁶.
enum NormalQuantile {
  /// Returns the quantile of the standard normal distribution; the probability must be above 0 and below 1.
  static func value(_ probability: Double) -> Double {
    let q = probability - 0.5
    if abs(q) <= 0.425 {
      let r = 0.180625 - q * q
      return q * ratio(r, middle)
    }
    let r = (-logarithm(q < 0 ? probability : 1 - probability)).squareRoot()
    let size = r <= 5 ? ratio(r - 1.6, near) : ratio(r - 5, far)
    return q < 0 ? -size : size
  }

  private typealias Polynomials = (over: [Double], under: [Double])

  private static func ratio(_ x: Double, _ polynomials: Polynomials) -> Double {
    func value(_ coefficients: [Double]) -> Double { coefficients.reduce(0) { $0 * x + $1 } }
    return value(polynomials.over) / value(polynomials.under)
  }

  private static let middle: Polynomials = (
    [
      2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987,
      13731.69376550946, 1971.5909503065513, 133.14166789178438, 3.3871328727963665,
    ],
    [
      5226.495278852854, 28729.085735721943, 39307.89580009271, 21213.794301586597,
      5394.196021424751, 687.1870074920579, 42.31333070160091, 1.0,
    ]
  )
  private static let near: Polynomials = (
    [
      0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684,
      3.6478483247632045, 5.769497221460691, 4.630337846156546, 1.4234371107496835,
    ],
    [
      1.0507500716444169e-09, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008,
      0.6897673349851, 1.6763848301838038, 2.053191626637759, 1.0,
    ]
  )
  private static let far: Polynomials = (
    [
      2.0103343992922881e-07, 2.7115555687434876e-05, 0.0012426609473880784, 0.026532189526576124,
      0.29656057182850487, 1.7848265399172913, 5.463784911164114, 6.657904643501103,
    ],
    [
      2.0442631033899397e-15, 1.421511758316446e-07, 1.8463183175100548e-05, 0.0007868691311456133,
      0.014875361290850615, 0.1369298809227358, 0.599832206555888, 1.0,
    ]
  )
}
