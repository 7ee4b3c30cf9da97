/// Ways of doing the same, measured in turns so that what disturbs one disturbs all.
struct Rounds {
  /// The median time of each way, in seconds.
  let times: [Double]
  /// All that each way took, in seconds.
  let total: [Double]
  /// The median of the rounds' ratios to the first way.
  let ratios: [Double]

  /// Measures all ways in each round, one after the other.
  ///
  /// - Parameters:
  ///   - count: How many rounds.
  ///   - ways: Each returns the seconds that it took.
  /// - Throws: What a way throws.
  init(_ count: Int, _ ways: [() throws -> Double]) throws {
    var all = ways.map { _ in [Double]() }
    for _ in 0..<count {
      for (index, way) in ways.enumerated() { all[index].append(try way()) }
    }
    times = all.map(median)
    total = all.map { $0.reduce(0, +) }
    ratios = all.map { own in median(zip(own, all[0]).map { $0 / $1 }) }
  }
}
