/// The keyframes that approximate a curve of several numbers by straight lines, for an SVG animation.
struct Keyframes {
  /// The times, in seconds, ascending.
  let moments: [Double]
  /// The numbers at those times.
  let values: [[Double]]

  /// Omits samples that are on a line between the remaining ones, within the tolerance.
  ///
  /// Complexity: Usually O(*samples* log *samples*).
  init(_ samples: [[Double]], at moments: [Double], tolerance: [Double]) {
    var keeps = Array(repeating: false, count: samples.count)
    var open = [(0, samples.count - 1)]
    keeps[0] = true
    keeps[samples.count - 1] = true
    while let (first, last) = open.popLast() {
      guard last - first > 1 else { continue }
      let length = moments[last] - moments[first]
      var (worst, place) = (1.0, -1)
      for index in first + 1..<last {
        let share = length > 0 ? (moments[index] - moments[first]) / length : 0
        for (number, limit) in tolerance.enumerated() {
          let from = samples[first][number]
          let line = from + (samples[last][number] - from) * share
          let error = abs(samples[index][number] - line) / limit
          if error > worst { (worst, place) = (error, index) }
        }
      }
      guard place > 0 else { continue }
      keeps[place] = true
      open += [(first, place), (place, last)]
    }
    let kept = samples.indices.filter { keeps[$0] }
    self.moments = kept.map { moments[$0] }
    values = kept.map { samples[$0] }
  }

  /// Returns the keys of an animation from a time on, with times as shares of its length; values are constant before
  /// the first moment and after the last.
  func keys(from start: Double, length: Double) -> [(time: Double, numbers: [Double])] {
    var keys = zip(moments, values).map { (time: ($0 - start) / length, numbers: $1) }
    if values.allSatisfy({ $0 == values[0] }) { keys = [keys[0]] }
    // SMIL requires the first key at 0 and the last at 1.
    if keys[0].time > 0 { keys.insert((0, keys[0].numbers), at: 0) }
    if let last = keys.last, last.time < 1 || keys.count == 1 { keys.append((1, last.numbers)) }
    return keys
  }
}
