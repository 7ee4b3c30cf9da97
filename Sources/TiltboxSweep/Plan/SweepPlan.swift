internal import Chipmunk
internal import Tiltbox
package import TiltboxFiles

/// The runs of a sweep and their measures: everything that its results depend on.
package struct SweepPlan: Sendable {
  /// How the values of several fields are combined.
  package enum Combination: String, Sendable {
    /// All combinations; the last field changes fastest.
    case grid
    /// The first values, then the second values, …
    case zip
  }

  let template: ScenarioTemplate
  let axes: [Axis]
  let combination: Combination
  /// The number of runs for each grid point if other fields are random; nil if none is.
  let samples: Int?
  let seed: UInt64
  let measures: [Measure]
  /// The files that the scenario refers to, with the fingerprints of their contents.
  let files: [(name: String, fingerprint: String)]
  /// The number of runs; for a search, the maximum.
  let runs: Int
  /// Whether the fields have intervals to search.
  let isSearch: Bool
  /// Whether each field of a search takes only whole numbers.
  private(set) var takesWholeNumbers: [Bool] = []

  private let streams: [RandomStream]
  /// The maximum number of runs of a sweep.
  static let most = 1_000_000_000_000

  /// Makes a plan; that of a search, in which all fields have intervals, with the maximum number of its runs.
  ///
  /// - Throws: ``SweepError`` with the mistakes.
  package init(
    _ template: ScenarioTemplate,
    axes: [Axis],
    combination: Combination = .grid,
    samples: Int? = nil,
    seed: UInt64 = 0,
    measures: [Measure],
    searchRuns: Int? = nil
  ) throws(SweepError) {
    try SweepPlan.check(axes, measures)
    isSearch = searchRuns != nil
    for axis in axes where isSearch {
      guard case .interval = axis.values else {
        throw SweepError("\(axis.origin): a search needs an interval, low:high, as in -1:1")
      }
    }
    runs = if let searchRuns { searchRuns } else { try Self.count(axes, combination, samples) }
    self.samples = axes.contains(where: \.isRandom) && combination == .grid ? samples : nil
    (self.axes, self.combination, self.seed, self.measures) = (axes, combination, seed, measures)
    streams = axes.map { RandomStream(seed: seed, path: $0.path) }
    var template = template
    if !measures.contains(where: \.usesExpectations) { template.dropExpectations() }
    self.template = template
    files = FileFingerprints.of(template, axes)
    try checkTimes()
    try checkFit()
    if isSearch { takesWholeNumbers = axes.map(isWhole) }
  }

  /// Whether the scenario accepts two whole numbers of an interval, but no fraction between them. The scenario decides,
  /// since a name in `let` may be a count or a length.
  private func isWhole(_ axis: Axis) -> Bool {
    guard case .interval(let low, let high) = axis.values else { return false }
    let first = low.rounded(.up)
    guard first + 1 <= high else { return false }
    func fits(_ x: Double) -> Bool { template.misfit(setting: [(axis.field, .number(x))]) == nil }
    return fits(first) && fits(first + 1) && !fits(first + 0.4142)
  }

  /// Returns the values of the fields in a run. O(*fields*).
  func values(ofRun run: Int) -> [FieldContent] {
    var values = axes.map { _ in FieldContent.null }
    var rest = samples.map { run / $0 } ?? run
    for index in axes.indices.reversed() {
      if case .random(let distribution) = axes[index].values {
        values[index] = .number(distribution.value(streams[index], run: run))
      } else if let count = axes[index].count {
        values[index] = axes[index].value(at: combination == .zip ? run : rest % count)
        rest /= count
      }
    }
    return values
  }
}

// Validation.
extension SweepPlan {
  /// Throws if two columns would have the same name, or one a name of two lines.
  static func check(_ axes: [Axis], _ measures: [Measure]) throws(SweepError) {
    var seen = Set(Row.ownColumns)
    var messages: [String] = []
    for (name, origin) in axes.map({ ($0.path, $0.origin) })
      + measures.map({ ($0.name, $0.origin) })
    where !seen.insert(name).inserted {
      let isOwn = Row.ownColumns.contains(name)
      let reason = isOwn ? "is a column of every results file" : "is there already"
      messages.append("\(origin): \(name) \(reason); give another name, or drop one")
    }
    for measure in measures where measure.name.contains(where: \.isNewline) {
      messages.append("\(measure.origin): a name takes one line; drop the line break")
    }
    if !messages.isEmpty { throw SweepError(all: messages) }
  }

  /// Throws if a measure asks for a time after the end of every run.
  private func checkTimes() throws(SweepError) {
    guard let end = template.scenario.run.duration else { return }
    let step = template.scenario.world.step
    let late = measures.filter { $0.latestTime > end + step }.map { measure in
      "\(measure.origin): the run ends at \(end.plain) s, before \(measure.latestTime.plain) s; "
        + "lengthen run.duration"
    }
    // The duration may be a formula of a varied field.
    func varies(_ axis: Axis) -> Bool {
      axis.examples.contains { value in
        let scenario = try? template.scenario(setting: [(axis.field, value)])
        return scenario.map { $0.run.duration != end } ?? false
      }
    }
    if !late.isEmpty, !axes.contains(where: varies) { throw SweepError(all: late) }
  }

  private static func count(
    _ axes: [Axis],
    _ combination: Combination,
    _ samples: Int?
  ) throws(SweepError) -> Int {
    if let samples, !(1...most).contains(samples) {
      throw SweepError("--samples is \(samples); give a whole number from 1 to \(most)")
    }
    for axis in axes {
      if case .interval = axis.values {
        throw SweepError(
          "\(axis.origin): an interval is for a search; add a step, as in 0:1:0.05, or --minimize"
        )
      }
    }
    let random = axes.first { $0.count == nil }
    if random == nil, samples != nil {
      throw SweepError("--samples has no meaning: no field is drawn at random; drop it")
    }
    let finite = axes.filter { $0.count != nil }
    if combination == .zip, let first = finite.first, let count = first.count {
      for axis in finite where axis.count != count {
        throw SweepError(
          "\(axis.origin): \(axis.count ?? 0) values beside \(count) of \(first.path); "
            + "give zipped fields equally many"
        )
      }
      guard samples == nil || samples == count else {
        throw SweepError(
          "--samples is \(samples ?? 0) beside \(count) values that are zipped; drop it"
        )
      }
      return count
    }
    if let random, samples == nil {
      throw SweepError("\(random.origin): say how many are to be drawn, with --samples")
    }
    var total = samples ?? 1
    for axis in finite {
      let (product, isTooMuch) = total.multipliedReportingOverflow(by: axis.count ?? 1)
      guard !isTooMuch, product <= most else {
        throw SweepError("the grid has more than \(most) runs; take fewer values")
      }
      total = product
    }
    return total
  }

  /// Throws if a field is unknown, occurs twice, or has values of the wrong type; ranges are not checked.
  private func checkFit() throws(SweepError) {
    var messages: [String] = []
    var known: [String: Axis] = [:]
    for axis in axes {
      if let other = known.updateValue(axis, forKey: template.numbered(axis.path)) {
        messages.append("\(axis.origin): \(other.path) is the same field; drop one of them")
      }
      let isList = if case .list = axis.values { true } else { false }
      for value in axis.examples.prefix(isList ? .max : 1) {
        guard let misfit = template.misfit(setting: [(axis.field, value)]) else { continue }
        messages += misfit.messages.map { "\(axis.origin): \($0)" }
        break
      }
    }
    if !messages.isEmpty { throw SweepError(all: messages) }
  }
}

/// An ordered subset of a plan's runs: a shard, or the missing runs.
package struct RunList: Hashable, Sendable {
  /// Disjoint, non-adjacent ranges in ascending order.
  private(set) var ranges: [Range<Int>] = []
  /// The number of runs before each range.
  private var before: [Int] = []
  /// The number of runs.
  package private(set) var count = 0

  init(_ range: Range<Int>) { append(range) }

  init(_ ranges: RangeSet<Int>) {
    for range in ranges.ranges { append(range) }
  }

  private mutating func append(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    ranges.append(range)
    before.append(count)
    count += range.count
  }

  /// The run at an index from 0. O(log *ranges*).
  subscript(place: Int) -> Int {
    let stretch = before.partitioningIndex { $0 > place } - 1
    return ranges[stretch].lowerBound + place - before[stretch]
  }

  /// Whether the list contains a run. O(log *ranges*).
  func contains(_ run: Int) -> Bool {
    let next = ranges.partitioningIndex { $0.lowerBound > run }
    return next > 0 && ranges[next - 1].contains(run)
  }

  /// Returns the runs at some indices.
  package func part(_ places: Range<Int>) -> RunList {
    var part = RunList(0..<0)
    for (range, start) in zip(ranges, before) {
      let own = places.clamped(to: start..<start + range.count)
      let offset = range.lowerBound - start
      part.append(own.lowerBound + offset..<own.upperBound + offset)
    }
    return part
  }
}

extension RunList {
  /// Parses `290-578,4000`; nil for anything else, and for runs beyond the plan.
  init?(_ text: String, of total: Int) {
    self.init(0..<0)
    guard !text.isEmpty else { return }
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false)
      guard (1...2).contains(ends.count), ends.allSatisfy({ $0.allSatisfy(\.isNumber) }),
        let first = Int(ends[0]), let last = Int(ends[ends.count - 1]), first <= last, last < total,
        first > ranges.last?.upperBound ?? -1
      else { return nil }
      append(first..<last + 1)
    }
  }

  /// `290-578,4000`.
  var text: String { ranges.map(Self.words).joined(separator: ",") }

  /// The first ranges and the number of further ones, for messages.
  var words: String {
    let more = ranges.count > 8 ? " and \(ranges.count - 8) more stretches" : ""
    return ranges.prefix(8).map(Self.words).joined(separator: ", ") + more
  }

  private static func words(_ range: Range<Int>) -> String {
    range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound - 1)"
  }
}

/// One of several parts of a plan, so that several machines can share it.
package struct Shard: Hashable, Sendable {
  /// The number of the shard, from 1.
  let number: Int
  let count: Int

  /// Reads `3/16`.
  package init(_ text: String) throws(SweepError) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1],
      (1...1_000_000).contains(count), (1...count).contains(number)
    else {
      throw SweepError(
        "--shard is \(text); give a part from 1 to the number of parts, as in 3/16"
      )
    }
    (self.number, self.count) = (number, count)
  }

  /// Makes a shard from an index that counts from 0, as schedulers' variables do.
  package init(index: Int, count: Int) throws(SweepError) {
    guard (1...1_000_000).contains(count) else {
      throw SweepError("--shard-count is \(count); give a whole number from 1 to 1000000")
    }
    guard (0..<count).contains(index) else {
      throw SweepError("--shard-index is \(index); of \(count) parts, give 0 to \(count - 1)")
    }
    (number, self.count) = (index + 1, count)
  }

  package init(number: Int, count: Int) { (self.number, self.count) = (number, count) }

  /// `3/16`.
  var text: String { "\(number)/\(count)" }

  /// Returns the runs of this shard: one contiguous range, so that the shards in order form the whole plan.
  package func runs(of total: Int) -> Range<Int> {
    func start(_ part: Int) -> Int {
      let (whole, rest) = total.quotientAndRemainder(dividingBy: count)
      return part * whole + part * rest / count
    }
    return start(number - 1)..<start(number)
  }
}
