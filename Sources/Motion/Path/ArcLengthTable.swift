/// Finds the point of a curve at a length along it, quickly.
///
/// The curve's stretches are cut into cells. The length of each cell is integrated by Gauss and
/// Legendre's rule of five points, and within a cell the parameter is the cubic that has the right
/// value and the right rate at both ends, kept monotone.
struct ArcLengthTable: Sendable {
  /// The length of the curve, and of each of its stretches.
  let total: Double
  let lengths: [Double]

  private struct Cell {
    /// The length at which the cell begins, its own length, and the parameter where it begins.
    var start: Double
    var length: Double
    var parameter: Double
    /// The change of the parameter over the cell, and its rates at both ends, in cells per length.
    var width: Double
    var rates: SIMD2<Double>
  }
  private let cells: [Cell]

  /// Measures a curve.
  ///
  /// - Parameters:
  ///   - stretches: The number of stretches; the parameter runs from 0 to this.
  ///   - cells: How many cells each stretch is cut into.
  ///   - speed: The rate of the length by the fraction of a stretch, at a fraction of it.
  init(stretches: Int, cells counts: (Int) -> Int, speed: (Int, Double) -> Double) {
    var cells: [Cell] = []
    var lengths: [Double] = []
    var total = 0.0
    for stretch in 0..<stretches {
      let start = total
      let count = counts(stretch)
      let width = 1 / Double(count)
      for index in 0..<count {
        let low = Double(index) * width
        let length = width * Self.mean { speed(stretch, low + $0 * width) }
        guard length > 0 else { continue }
        // The rate that a cell crossed at constant speed would have is 1.
        let rates = SIMD2(speed(stretch, low), speed(stretch, low + width))
        cells.append(
          Cell(
            start: total, length: length, parameter: Double(stretch) + low, width: width,
            rates: (length / (width * rates)).clamped(
              lowerBound: .zero, upperBound: SIMD2(repeating: 3)
            )
          )
        )
        total += length
      }
      lengths.append(total - start)
    }
    self.cells = cells
    self.lengths = lengths
    self.total = total
  }

  /// The stretch, and the fraction of it, at a length from the start of the curve.
  ///
  /// Logarithmic in the number of cells.
  func place(at length: Double) -> (stretch: Int, fraction: Double) {
    guard !cells.isEmpty else { return (0, 0) }
    let cell = cells[cells.lastIndex(notAfter: length) { $0.start }]
    let t = ((length - cell.start) / cell.length).clamped(0, 1)
    let s = 1 - t
    let u = t * (s * (s * cell.rates.x - t * cell.rates.y) + t * (3 - 2 * t))
    let stretch = cell.parameter.rounded(.down)
    return (Int(stretch), (cell.parameter - stretch + u.clamped(0, 1) * cell.width).clamped(0, 1))
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
