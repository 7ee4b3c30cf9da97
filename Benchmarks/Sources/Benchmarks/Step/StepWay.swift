/// A way to step a pile and read all its states.
struct StepWay {
  let name: String
  /// Takes some ticks and reads the states after each; returns their CPU time in seconds.
  let run: (_ ticks: Int) throws -> Double
  /// Returns the crates' heights, which must match between the ways.
  let heights: () throws -> Heights
}

/// The heights of the crates in a pile, in units.
struct Heights: Hashable {
  var mean: Double
  var highest: Double

  init(_ heights: [Double]) {
    mean = heights.reduce(0, +) / Double(heights.count)
    highest = heights.max() ?? 0
  }

  /// Reads a peer's answer: the mean and the maximum.
  init(line: String) {
    let numbers = line.split(separator: " ").compactMap { Double($0) }
    precondition(numbers.count == 2, "heights are two numbers: \(line)")
    (mean, highest) = (numbers[0], numbers[1])
  }
}
