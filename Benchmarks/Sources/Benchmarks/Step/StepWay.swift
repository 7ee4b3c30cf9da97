/// A way of stepping a pile and reading all its states.
struct StepWay {
  let name: String
  /// Takes some ticks more, each with the states read, and returns the processor's seconds that they took.
  let run: (_ ticks: Int) throws -> Double
  /// The crates' heights, for they must lie alike everywhere.
  let heights: () throws -> Heights
}

/// How high the crates of a pile lie, in units.
struct Heights: Hashable {
  var mean: Double
  var highest: Double

  init(_ heights: [Double]) {
    mean = heights.reduce(0, +) / Double(heights.count)
    highest = heights.max() ?? 0
  }

  /// From a peer's answer: the mean and the highest.
  init(line: String) {
    let numbers = line.split(separator: " ").compactMap { Double($0) }
    precondition(numbers.count == 2, "heights are two numbers: \(line)")
    (mean, highest) = (numbers[0], numbers[1])
  }
}
