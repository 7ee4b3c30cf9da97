#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// What a formula can call. Angles are in radians.
struct FormulaFunction: Sendable {
  let arity: Int
  let apply: @Sendable ([Double]) -> Double

  static let all: [String: FormulaFunction] = [
    "sqrt": one { $0.squareRoot() }, "abs": one { abs($0) },
    "sin": one { sin($0) }, "cos": one { cos($0) }, "tan": one { tan($0) },
    "asin": one { asin($0) }, "acos": one { acos($0) }, "atan": one { atan($0) },
    "atan2": two { atan2($0, $1) },
    "exp": one { exp($0) }, "ln": one { log($0) },
    "floor": one { $0.rounded(.down) }, "ceil": one { $0.rounded(.up) },
    "round": one { $0.rounded() },
    "min": two { min($0, $1) }, "max": two { max($0, $1) },
  ]

  private static func one(_ apply: @escaping @Sendable (Double) -> Double) -> FormulaFunction {
    FormulaFunction(arity: 1) { apply($0[0]) }
  }

  private static func two(
    _ apply: @escaping @Sendable (Double, Double) -> Double
  ) -> FormulaFunction {
    FormulaFunction(arity: 2) { apply($0[0], $0[1]) }
  }
}

func raise(_ base: Double, to exponent: Double) -> Double { pow(base, exponent) }

func cosine(_ angle: Double) -> Double { cos(angle) }
func sine(_ angle: Double) -> Double { sin(angle) }
