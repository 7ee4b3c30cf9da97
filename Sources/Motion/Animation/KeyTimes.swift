/// The times of keyframes within one play, and the timing between neighbours.
struct KeyTimes: Sendable {
  /// The fraction of the duration at which each key is reached; at least one, never decreasing.
  let times: [Double]
  /// None, one for all segments, or one for each segment between two keys.
  let functions: [TimingFunction]

  /// Checks key times and timing functions; missing times are spread evenly.
  ///
  /// - Throws: `MotionError` if a count or a time is wrong.
  init(
    _ times: [Double]?,
    _ functions: [TimingFunction],
    keys: Int,
    mode: CalculationMode
  ) throws(MotionError) {
    try require(
      [0, 1, keys - 1].contains(functions.count),
      "timingFunctions",
      has: "\(functions.count) functions for \(keys) values",
      "give one, or \(keys - 1)"
    )
    if let times { try Self.check(times, keys: keys, mode: mode) }
    let isPaced = mode == .paced || mode == .cubicPaced
    let stretches = Double(mode == .discrete ? keys : max(1, keys - 1))
    if !isPaced, let times {
      self.times = Array(times.prefix(keys))
    } else {
      self.times = (0..<keys).map { Double($0) / stretches }
    }
    let ignoresFunctions = isPaced || mode == .discrete || keys < 2
    self.functions =
      ignoresFunctions
      ? []
      : functions
  }

  private init(times: [Double], functions: [TimingFunction]) {
    self.times = times
    self.functions = functions
  }

  /// The key times for segments of the given lengths at a constant rate.
  init(pacing lengths: [Double]) {
    let longest = lengths.max() ?? 0
    var sum = 0.0
    var sums = [0.0]
    for length in lengths {
      sum += longest > 0 ? length / longest : 1
      sums.append(sum)
    }
    times = sums.map { $0 / max(sum, 1) }
    functions = []
  }

  private static func check(
    _ times: [Double],
    keys: Int,
    mode: CalculationMode
  ) throws(MotionError) {
    let isExtended = mode == .discrete && times.count == keys + 1 && times.last == 1
    try require(
      times.count == keys || isExtended,
      "keyTimes",
      has: "\(times.count) times for \(keys) values",
      "give one for each value" + (mode == .discrete ? ", and at most a 1 after them" : "")
    )
    for (index, time) in times.enumerated() {
      try require(
        0 <= time && time <= 1,
        "keyTimes[\(index)]",
        is: time,
        "give a fraction from 0 to 1"
      )
      guard index > 0 else { continue }
      let previous = times[index - 1]
      try require(
        time >= previous,
        "keyTimes[\(index)]",
        is: "\(time) after \(previous)",
        "give key times that never fall"
      )
    }
  }

  /// The times of some of the keys, with linear segments between them.
  func keeping(_ indices: [Int]) -> KeyTimes {
    KeyTimes(times: indices.map { times[$0] }, functions: [])
  }

  /// The last key at or before a progress, or 0.
  func key(at progress: Double) -> Int { times.lastIndex(notAfter: progress) { $0 } }

  /// The segment of a progress, and the completed fraction of it, shaped by its timing function. Logarithmic in the
  /// number of keys.
  func stretch(at progress: Double) -> (index: Int, fraction: Double) {
    let index = min(key(at: progress), times.count - 2)
    guard index >= 0 else { return (0, 0) }
    let (start, end) = (times[index], times[index + 1])
    let fraction =
      progress >= end ? 1 : progress <= start ? 0 : (progress - start) / (end - start)
    if functions.isEmpty { return (index, fraction) }
    return (index, functions[functions.count == 1 ? 0 : index](fraction))
  }
}
