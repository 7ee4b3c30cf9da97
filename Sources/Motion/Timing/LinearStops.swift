/// A timing function of straight pieces: CSS's `linear()` with stops.
public struct LinearStops: Hashable, Sendable {
  /// One corner of the line.
  public struct Stop: Hashable, Sendable {
    /// The fraction of the time; `nil` to be spread evenly between its neighbours.
    public var input: Double?
    /// The progress.
    public var output: Double

    /// Makes a stop with a progress and, if it is not to be spread evenly, its time.
    public init(_ output: Double, at input: Double? = nil) {
      self.input = input
      self.output = output
    }
  }

  /// The corners, with every input known and none before the one to its left.
  public let points: [SIMD2<Double>]

  /// Makes a line through stops, completed as the CSS easing specification says.
  ///
  /// A first input that is missing is 0, a last one is 1, those between are spread evenly; an input
  /// before the one to its left is moved to it.
  ///
  /// - Throws: `MotionError` if there are fewer than two stops, or a number is not finite.
  public init(_ stops: [Stop]) throws(MotionError) {
    try require(stops.count >= 2, "linear()", has: "\(stops.count) stops", "give at least 2")
    var inputs = stops.map(\.input)
    inputs[0] = inputs[0] ?? 0
    inputs[stops.count - 1] = inputs[stops.count - 1] ?? 1
    var last = -Double.infinity
    for (index, stop) in stops.enumerated() {
      try requireFinite(stop.output, "stops[\(index)].output")
      guard let input = inputs[index] else { continue }
      try requireFinite(input, "stops[\(index)].input")
      last = max(last, input)
      inputs[index] = last
    }
    points = zip(Self.spread(inputs), stops).map { SIMD2($0, $1.output) }
  }

  /// Spreads each run of missing inputs evenly between the known ones around it.
  private static func spread(_ inputs: [Double?]) -> [Double] {
    var filled: [Double] = []
    for (index, input) in inputs.enumerated() {
      if let input {
        filled.append(input)
        continue
      }
      let next = inputs[index...].firstIndex { $0 != nil } ?? index
      let before = filled.last ?? 0
      let after = inputs[next] ?? before
      filled.append(before.interpolated(to: after, at: 1 / Double(next - index + 1)))
    }
    return filled
  }

  /// The progress at a fraction of the time; the outer segments continue straight beyond the stops.
  ///
  /// Logarithmic in the number of stops.
  public func callAsFunction(_ t: Double) -> Double {
    guard !t.isNaN else { return 0 }
    let index = min(points.lastIndex(notAfter: t) { $0.x }, points.count - 2)
    let a = points[index]
    let b = points[index + 1]
    guard a.x < b.x else { return b.y }
    return a.y.interpolated(to: b.y, at: (t - a.x).saturated / (b.x - a.x).saturated)
  }
}

extension Array {
  /// The index of the last element whose key is at most `limit`, or 0 if there is none, by bisection.
  func lastIndex(notAfter limit: Double, by key: (Element) -> Double) -> Int {
    var low = 0
    var high = count
    while high - low > 1 {
      let middle = (low + high) / 2
      if key(self[middle]) <= limit { low = middle } else { high = middle }
    }
    return low
  }
}
