internal import Chipmunk
public import Tiltbox

extension TiltTrack {
  /// Reads all samples of a tilt file in any supported format.
  ///
  /// - Parameters:
  ///   - bytes: The file's contents.
  ///   - name: The file's name, for messages.
  ///   - options: The interpretation of the numbers.
  ///   - orientation: The orientation of the screen, which tells where down is.
  /// - Throws: `TiltFileError` for the first line that is not a sample, whose time decreases or is not finite, or whose
  ///   tilt exceeds the range of any sensor; for a file without samples or without times; for a phone's recording of an
  ///   unknown convention whose first second does not look upright or face up. O(n log n).
  public init(
    contentsOf bytes: [UInt8],
    name: String,
    options: TiltOptions = TiltOptions(),
    orientation: Orientation = .portrait
  ) throws(TiltFileError) {
    if let rate = options.rate, !(rate > 0 && rate.isFinite) {
      throw TiltFileError(whole: name, "the tilt rate is \(rate) Hz; give a finite rate above 0")
    }
    var reader = TrackReader(name: name)
    var lines = LineSplitter()
    func read(_ number: Int, _ line: Span<UInt8>?) throws(TiltFileError) {
      try reader.read(number, line)
    }
    try lines.feed(bytes.span, read)
    try lines.finish(read)
    guard !reader.samples.isEmpty else {
      let words = "no samples; give lines such as `0.1,0,-1` below a header `t,x,y`"
      throw TiltFileError(whole: name, words)
    }
    let units = reader.units(options)
    let times = try reader.times(options)
    if let place = times.firstIndex(where: { !$0.isFinite }) {
      let words = "the time is too far from the first one to be a number; check the times"
      throw reader.error(reader.samples[place].line, 1, words)
    }
    reader.checkMagnitude(units, options)
    if options.convention == nil { try reader.checkDirection(units, times, options, orientation) }
    let tilts = try reader.tilts(in: units, options.convention)
    self.init(times: times, tilts: tilts, notices: reader.notices)
  }
}

/// Collects the readings of a file; their unit and the origin of their time are known only at its end.
private struct TrackReader {
  struct Sample {
    var reading: TiltReading
    var line: Int
    var column: Int
  }

  let name: String
  var samples: [Sample] = []
  var notices: [String] = []
  private var parser = TiltLineParser()
  /// The line that names the columns or keys, and their names as a message lists them.
  private var header: (line: Int, names: String)?
  /// The layout of the first sample; the layouts of all others must have the same meaning.
  private var layout: TiltLayout?

  init(name: String) { self.name = name }

  mutating func read(_ number: Int, _ line: Span<UInt8>?) throws(TiltFileError) {
    guard let line else {
      throw error(number, 1, "longer than \(LineSplitter.longestLine) bytes; is this a text file?")
    }
    if number == 1, let file = WrittenFile(firstLine: line.string(0..<line.count).utf8) {
      throw error(1, 1, file.words)
    }
    do throws(TiltLineError) {
      switch try parser.parse(line) {
      case .nothing: return
      case .header:
        guard header == nil, samples.isEmpty else {
          throw TiltLineError(.secondHeader, at: 0..<line.count)
        }
        header = (number, TiltLayout.names(in: line))
      case .reading(let reading):
        if layout == nil {
          layout = parser.layout
          if layout?.isPlain == false, header == nil {
            header = (number, TiltLayout.names(in: line))
          }
        }
        guard let layout, parser.layout?.means(layout) == true else {
          throw TiltLineError(.anotherFormat, at: 0..<line.count)
        }
        if let from = samples.last?.reading.time, let to = reading.time, to < from {
          throw TiltLineError(.timeGoesBack(from: from, to: to), at: reading.timeRange)
        }
        let column = line.column(of: reading.xRange.lowerBound)
        samples.append(Sample(reading: reading, line: number, column: column))
      }
    } catch {
      if let advice = Self.advice(on: line.string(0..<line.count)) {
        throw self.error(number, 1, advice)
      }
      throw self.error(number, line.column(of: error.range.lowerBound), error.message(in: line))
    }
  }

  func error(_ line: Int, _ column: Int, _ reason: String) -> TiltFileError {
    TiltFileError(file: name, line: line, column: column, reason: reason)
  }

  private mutating func note(_ text: String) { notices.append("\(name.escapedName): \(text)") }

  /// Returns advice on a line that has other contents than a sample.
  private static func advice(on line: String) -> String? {
    let text = line.trimmed
    if line.hasPrefix("tiltbox:") {
      return "this is a scenario; give a tilt recording, such as phone.csv"
    }
    if text.hasPrefix("[") {
      return
        "this is a JSON array; give one object in each line, as in {\"t\":0.1,\"x\":0,\"y\":-1}"
    }
    if FieldTable.verbs.contains(where: { text.hasPrefix("{\"\($0)\"") }) {
      return "this is a command, and a tilt recording has none; commands are live, without --fast"
    }
    return nil
  }

  /// Returns the unit of the axes: stated, or guessed from the median magnitude.
  mutating func units(_ options: TiltOptions) -> TiltUnits {
    guard let layout else { return options.units }
    let stated = TiltUnits.stated(by: layout, options)
    if options.units != .auto, stated != options.units {
      note("the header's unit, \(stated.rawValue), holds; --tilt-units is not used")
    }
    guard stated == .auto || (layout.isPlain && options.units == .auto) else { return stated }
    let median = samples.map(\.reading.magnitude).median
    let guess = TiltUnits.guessed(fromMagnitude: median)
    if stated == .auto {
      note(
        "no unit is named; read as \(guess.rawValue), "
          + "since the median magnitude is \(median.brief(4)); --tilt-units decides otherwise"
      )
      return guess
    }
    if guess != stated {
      note(
        "lines without a header are read as \(stated.rawValue), but the median magnitude is "
          + "\(median.brief(4)); --tilt-units \(guess.rawValue) if that is their unit"
      )
    }
    return stated
  }

  /// Returns the times in seconds.
  mutating func times(_ options: TiltOptions) throws(TiltFileError) -> [Double] {
    guard let first = samples[0].reading.time else {
      guard let rate = options.rate else {
        throw TiltFileError(
          file: name,
          line: header?.line ?? samples[0].line,
          column: nil,
          reason: "the samples have no time; give --tilt-rate HZ, or "
            + (header.map {
              "name the time \(ColumnName.usualTimes); this names the \($0.names)"
            }
              ?? "a header that names the time, as in `t,x,y`"),
          lacksTimes: true
        )
      }
      // A product, like the time of a tick: samples at the tick rate fall exactly on ticks.
      let period = 1 / rate
      return samples.indices.map { Double($0) * period }
    }
    if options.rate != nil {
      note("the samples have their own times; --tilt-rate is not used")
    }
    let (origin, perSecond) = (layout?.timeUnit ?? .unsaid).scale(first: first)
    let times = samples.map { (($0.reading.time ?? first) - origin) / perSecond }
    if times[0] > 1 {
      note(
        "the first sample is at \(times[0].brief()) s; there is no tilt from this file before it"
      )
    }
    return times
  }

  /// Returns the tilts in g.
  func tilts(in units: TiltUnits, _ convention: TiltConvention?) throws(TiltFileError) -> [Tilt] {
    try samples.map { sample throws(TiltFileError) in
      do throws(TiltLineError) { return try sample.reading.tilt(in: units, convention) } catch {
        throw self.error(sample.line, sample.column, error.message(in: [UInt8]().span))
      }
    }
  }

  /// The largest plausible median magnitude of a recording, in g.
  private static let largestMedian = 2.0

  /// Warns of tilts that no hand produces, such as angles in degrees or a sensor's raw counts.
  mutating func checkMagnitude(_ units: TiltUnits, _ options: TiltOptions) {
    let median = samples.map(\.reading.magnitude).median / units.perG
    guard median > Self.largestMedian, layout?.isPlain == false else { return }
    note(
      "the median magnitude is \(median.brief(4)) g, and that of a phone at rest is 1 g; "
        + "check the unit, which is g or m/s², not degrees"
    )
  }

  /// Throws if a phone's recording does not begin upright or face up, as most do: its sensor may point the other way.
  ///
  /// A script writes x and y in g, and may well turn the box upside down; a phone's recording has z or another unit.
  func checkDirection(
    _ units: TiltUnits,
    _ times: [Double],
    _ options: TiltOptions,
    _ orientation: Orientation
  ) throws(TiltFileError) {
    guard let layout, !layout.isPlain else { return }
    let count = times.firstIndex { $0 > times[0] + 1 } ?? times.count
    let direction = FirstDirection(samples.prefix(count).map(\.reading), units)
    guard direction.hasDepth || units == .metresPerSecondSquared,
      let words = direction.doubt(in: orientation)
    else { return }
    let isGuess = TiltUnits.stated(by: layout, options) == .auto
    let inG = isGuess && units != .g ? ", or --tilt-units g if the numbers are in g" : ""
    throw TiltFileError(whole: name, words + inG)
  }
}

extension [Double] {
  /// The median; for an even count, the mean of the middle two. The array must not be empty.
  var median: Double {
    let sorted = sorted()
    return sorted[(count - 1) / 2] / 2 + sorted[count / 2] / 2
  }
}

extension TiltFileError {
  fileprivate init(whole file: String, _ reason: String) {
    self.init(file: file, line: nil, column: nil, reason: reason)
  }
}

/// A problem in a tilt file, with its place.
public struct TiltFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's name, as given.
  public let file: String
  /// The line at fault, from 1; `nil` when the file as a whole is at fault.
  public let line: Int?
  /// The column at fault, in characters from 1.
  public let column: Int?
  /// The problem, with the value and the remedy.
  public let reason: String
  /// Whether the file is fine but for the times, which it does not have.
  package let lacksTimes: Bool

  init(file: String, line: Int?, column: Int?, reason: String, lacksTimes: Bool = false) {
    (self.file, self.line, self.column, self.reason) = (file, line, column, reason)
    self.lacksTimes = lacksTimes
  }

  /// Returns the error with one more remedy.
  package func adding(_ remedy: String) -> TiltFileError {
    TiltFileError(file: file, line: line, column: column, reason: "\(reason); \(remedy)")
  }

  /// `phone.csv:12:5: y is “abc”, which is not a number; give a number`.
  public var description: String {
    let place = [line, column].compactMap { $0.map { ":\($0)" } }.joined()
    return "\(file.escapedName)\(place): \(reason)"
  }
}

/// The direction in which a phone's sensor points in the first second of a recording.
struct FirstDirection {
  /// The medians of the axes, in g.
  private let tilt: Tilt
  private let depth: Double?

  /// The least component of a direction that counts, in g.
  private static let least = 0.5

  /// Whether the readings have a z.
  var hasDepth: Bool { depth != nil }

  /// Finds the direction of some readings, at least one.
  init(_ readings: [TiltReading], _ units: TiltUnits) {
    let z = readings.compactMap(\.z)
    tilt = Tilt(x: readings.map(\.x).median / units.perG, y: readings.map(\.y).median / units.perG)
    depth = z.count == readings.count ? z.median / units.perG : nil
  }

  /// Says why the sensor may point against gravity, with the remedies; nil if the phone looks upright or face up.
  func doubt(in orientation: Orientation) -> String? {
    let least = Self.least
    if let depth, depth < -least { return nil }
    let box = orientation.gravity(of: tilt, magnitude: 1)
    if box.y < -least { return nil }
    let (axis, value) = abs(tilt.x) > abs(tilt.y) ? ("x", tilt.x) : ("y", tilt.y)
    if abs(value) > least, abs(value) >= depth ?? 0 {
      func height(_ orientation: Orientation) -> Double {
        orientation.gravity(of: tilt, magnitude: 1).y
      }
      let cases = Orientation.allCases
      guard let upright = cases.min(by: { height($0) < height($1) }),
        let reverse = cases.max(by: { height($0) < height($1) })
      else { return nil }
      return Self.words(
        axis,
        value,
        box.y > least ? "was upside down" : "lay on its side",
        reverse == orientation ? "" : " --orientation \(reverse.rawValue)",
        " --orientation \(upright.rawValue) for iOS,"
      )
    }
    guard let depth, depth > least else { return nil }
    return Self.words("z", depth, "faced down", "", "")
  }

  private static func words(
    _ axis: String,
    _ value: Double,
    _ pose: String,
    _ turned: String,
    _ upright: String
  ) -> String {
    "at first \(axis) is \(value.brief(4)) g, as if the phone \(pose); "
      + "give --tilt-convention reaction\(turned) for Android or phyphox,\(upright) "
      + "or --tilt-convention gravity to run it as it is"
  }
}
