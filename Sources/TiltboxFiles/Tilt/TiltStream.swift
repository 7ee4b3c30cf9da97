internal import Tiltbox

/// Reads lines of live tilt and commands; drops invalid lines with a warning.
///
/// Ignores times, since a live sample takes effect when it arrives. However, a line whose time is before that of the
/// previous line is out of order and dropped. A sender that restarts loses only one line this way.
struct TiltStream {
  /// The number of lines that held a tilt or should have.
  private(set) var lineCount = 0
  /// The number of those lines that were dropped.
  private(set) var droppedCount = 0
  /// The warnings for the user.
  var warnings = WarningLimiter()

  private let name: String
  private let options: TiltOptions
  private var parser = TiltLineParser()
  private var lastTime: Double?
  private var guessed: TiltUnits?

  /// Creates an empty stream.
  ///
  /// - Parameters:
  ///   - name: The name of the input in messages.
  ///   - options: The interpretation of tilt numbers; the rate is not used.
  init(name: String, options: TiltOptions) {
    self.name = name
    self.options = options
  }

  /// Reads a line; `nil` represents a line that was too long.
  ///
  /// - Returns: The line's tilt in g, or its bytes if it is a command; `nil` if it is neither.
  mutating func read(_ number: Int, _ line: Span<UInt8>?) -> LiveInput.Item? {
    guard let line else {
      lineCount += 1
      drop { [name] in "\(name):\(number): longer than \(LineSplitter.longestLine) bytes" }
      return nil
    }
    do throws(TiltLineError) {
      switch try parser.parse(line) {
      case .nothing: return nil
      case .header:
        lastTime = nil
        guessed = nil
        return nil
      case .reading(let reading):
        let tilt = try tilt(of: reading)
        lineCount += 1
        return .tilt(tilt)
      }
    } catch {
      switch error.fault {
      // The object may be something other than a tilt.
      case .noAxes where line.isObject, .syntax where line.isObject:
        return .command(line: number, bytes: line.indices.map { line[$0] })
      default: break
      }
      lineCount += 1
      drop { [name] in
        let message =
          error.fault == .noAxes && !line.isTable
          ? "\(line.quoted(line.indices)) is neither a tilt, as in 0.5 -0.9, nor a command, as in {\"quit\":true}"
          : error.message(in: line)
        return "\(name):\(number):\(line.column(of: error.range.lowerBound)): \(message)"
      }
      return nil
    }
  }

  private mutating func tilt(of reading: TiltReading) throws(TiltLineError) -> Tilt {
    let before = lastTime
    lastTime = reading.time ?? lastTime
    if let before, let time = reading.time, time < before {
      throw TiltLineError(.timeGoesBack(from: before, to: time), at: reading.timeRange)
    }
    let stated = parser.layout.map { TiltUnits.stated(by: $0, options) } ?? options.units
    let units = stated == .auto ? guessed ?? guess(reading) : stated
    return try TiltScale(units, options.convention).tilt(of: reading)
  }

  private mutating func guess(_ reading: TiltReading) -> TiltUnits {
    let units = TiltUnits.guessed(fromMagnitude: reading.magnitude)
    guessed = units
    warnings.add { [name] in
      "\(name): no unit is named; read as \(units.rawValue), since the first magnitude is "
        + "\(reading.magnitude.brief(4)); --tilt-units decides otherwise"
    }
    return units
  }

  private mutating func drop(_ text: () -> String) {
    droppedCount += 1
    warnings.add { text() + "; the line is dropped" }
  }
}

extension Span where Element == UInt8 {
  /// Whether the line may be meant as a header: words with separators between them, and no number.
  fileprivate var isTable: Bool {
    indices.contains { ",;\t{".utf8.contains(self[$0]) }
      && !indices.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self[$0]) }
  }

  /// Whether the line begins like a JSON object.
  fileprivate var isObject: Bool {
    indices.first { !isBlank(at: $0) }.map { self[$0] } == UInt8(ascii: "{")
  }
}
