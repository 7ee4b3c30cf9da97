/// Finds the point at a length along a curve, quickly.
///
/// The curve's segments are divided into cells. The length of each cell is integrated by five-point Gauss–Legendre
/// quadrature. Within a cell the parameter is the cubic with the right value and the right rate at both ends, kept
/// monotone. Cells are halved until that cubic moves along the curve at a speed that is constant to 1/5000 (down to a
/// limit, which cusps reach).
struct ArcLengthTable: Sendable {
  /// The length of the curve.
  private(set) var total = 0.0
  private var cells: [Cell] = []

  private struct Cell {
    /// The length at the start of the cell, and the cell's own length.
    var start = 0.0
    var length: Double
    /// The segment of the cell, the fraction of the segment at its start, and the fraction that it covers.
    var stretch: Int
    var low: Double
    var width: Double
    /// The rate of the parameter at both ends; 1 for a cell with constant speed.
    var rates: SIMD2<Double>

    /// The fraction of the parameter at a fraction of the length, and its rate.
    func parameter(at t: Double) -> (value: Double, rate: Double) {
      let s = 1 - t
      return (
        t * (s * (s * rates.x - t * rates.y) + t * (3 - 2 * t)),
        s * (1 - 3 * t) * rates.x - t * (2 - 3 * t) * rates.y + 6 * t * s
      )
    }
  }

  /// Measures a curve.
  init(stretches: Int, halvings: Int, speed: (Int, Double) -> Double) {
    for stretch in 0..<stretches {
      let parts = 4
      for part in 0..<parts {
        let width = 1 / Double(parts)
        measure(stretch, Double(part) * width, width, depth: halvings) { speed(stretch, $0) }
      }
    }
  }

  private mutating func measure(
    _ stretch: Int,
    _ low: Double,
    _ width: Double,
    depth: Int,
    speed: (Double) -> Double
  ) {
    let length = width * Self.mean { speed(low + $0 * width) }
    guard length > 0 else { return }
    let rates = length / (width * SIMD2(speed(low), speed(low + width)))
    var cell = Cell(
      length: length,
      stretch: stretch,
      low: low,
      width: width,
      rates: rates.clamped(lowerBound: .zero, upperBound: SIMD2(repeating: 3))
    )
    let isEven = [0.25, 0.5, 0.75].allSatisfy { t in
      let u = cell.parameter(at: t)
      return abs(u.rate * speed(low + u.value * width) * width / length - 1) < 2e-4
    }
    guard isEven || depth == 0 else {
      measure(stretch, low, width / 2, depth: depth - 1, speed: speed)
      measure(stretch, low + width / 2, width / 2, depth: depth - 1, speed: speed)
      return
    }
    cell.start = total
    cells.append(cell)
    total += length
  }

  /// The segment, and the fraction of it, at a length from the start of the curve.
  ///
  /// Logarithmic in the number of cells.
  func place(at length: Double) -> (stretch: Int, fraction: Double) {
    guard !cells.isEmpty else { return (0, 0) }
    let cell = cells[cells.lastIndex(notAfter: length) { $0.start }]
    let u = cell.parameter(at: ((length - cell.start) / cell.length).clamped(0, 1)).value
    return (cell.stretch, (cell.low + u.clamped(0, 1) * cell.width).clamped(0, 1))
  }

  /// The mean of a function over 0...1.
  private static func mean(_ f: (Double) -> Double) -> Double {
    let inner = 0.269234655052841545
    let outer = 0.453089922969331996
    return 0.284444444444444444 * f(0.5)
      + 0.239314335249683234 * (f(0.5 - inner) + f(0.5 + inner))
      + 0.118463442528094544 * (f(0.5 - outer) + f(0.5 + outer))
  }
}
