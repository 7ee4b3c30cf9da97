/// Minimizes a function of several numbers without derivatives.
///
/// The simplex method of Nelder and Mead (*The Computer Journal* 7, 1965) with the usual coefficients, in the unit
/// cube: points outside are clamped to it.
struct NelderMead {
  /// A point and the function's value there.
  struct Vertex: Sendable {
    let point: [Double]
    let value: Double
  }

  /// The function returned nil, so the search ends.
  private struct Stopped: Error {}

  /// The extent of the first simplex.
  private static let reach = 0.2
  /// The size of a simplex at which the search has converged.
  private static let tolerance = 1e-7

  private let function: ([Double]) -> Double?
  private var simplex: [Vertex] = []

  /// Minimizes from a starting point; returns the best vertex, or nil if there is none.
  static func minimize(
    from start: [Double],
    _ function: @escaping ([Double]) -> Double?
  ) -> Vertex? {
    var search = NelderMead(function: function)
    do {
      try search.begin(start)
      while search.size > tolerance { try search.move() }
    } catch {}
    return search.simplex.min { $0.value < $1.value }
  }

  private func vertex(_ point: [Double]) throws -> Vertex {
    let inside = point.map { min(max($0, 0), 1) }
    guard let value = function(inside) else { throw Stopped() }
    return Vertex(point: inside, value: value.isNaN ? .infinity : value)
  }

  private mutating func begin(_ start: [Double]) throws {
    simplex.append(try vertex(start))
    for index in start.indices {
      var point = start
      point[index] += point[index] + Self.reach <= 1 ? Self.reach : -Self.reach
      simplex.append(try vertex(point))
    }
  }

  /// The greatest distance along an axis from the first vertex to another.
  private var size: Double {
    simplex.dropFirst().reduce(0) { size, vertex in
      Swift.zip(vertex.point, simplex[0].point).reduce(size) { max($0, abs($1.0 - $1.1)) }
    }
  }

  private mutating func move() throws {
    simplex.sort { $0.value < $1.value }
    let last = simplex.count - 1
    let (best, worst) = (simplex[0], simplex[last])
    let center = worst.point.indices.map { index in
      simplex.dropLast().reduce(0) { $0 + $1.point[index] } / Double(last)
    }
    func along(_ share: Double) -> [Double] {
      center.indices.map { center[$0] + share * (worst.point[$0] - center[$0]) }
    }
    let reflected = try vertex(along(-1))
    if reflected.value < best.value {
      let expanded = try vertex(along(-2))
      simplex[last] = expanded.value < reflected.value ? expanded : reflected
    } else if reflected.value < simplex[last - 1].value
      || last == 1 && reflected.value < worst.value
    {
      simplex[last] = reflected
    } else {
      let isOutside = reflected.value < worst.value
      let contracted = try vertex(along(isOutside ? -0.5 : 0.5))
      if contracted.value < min(reflected.value, worst.value) {
        simplex[last] = contracted
      } else {
        try shrink()
      }
    }
  }

  private mutating func shrink() throws {
    let best = simplex[0]
    for index in simplex.indices.dropFirst() {
      let point = simplex[index].point
      simplex[index] = try vertex(
        point.indices.map { best.point[$0] + 0.5 * (point[$0] - best.point[$0]) }
      )
    }
  }
}
