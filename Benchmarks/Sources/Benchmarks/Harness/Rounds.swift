/// Several ways to do the same work, measured in alternation so that disturbances affect all of them.
struct Rounds {
  /// The median time of each way, in seconds.
  let times: [Double]
  /// The total time of each way, in seconds.
  let total: [Double]
  /// The median over the rounds of each way's ratio to the first way.
  let ratios: [Double]

  /// Measures all ways in each round, one after another.
  ///
  /// - Parameters:
  ///   - count: The number of rounds.
  ///   - ways: Functions that do the work and return their time in seconds.
  /// - Throws: The errors of the ways.
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
