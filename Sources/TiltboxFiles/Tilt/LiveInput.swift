package import Tiltbox

/// Reads tilt and commands from a file descriptor while the box runs: standard input, a pipe, a terminal, a file.
///
/// Each tick reads the available bytes, at most 64 KiB and for at most 2 ms, without waiting and in constant memory. A
/// flood therefore waits in its pipe and does not delay ticks. If several tilts arrive in one tick, the newest takes
/// effect: even if a phone sends more often than the box ticks, the box follows it without delay. The tilts that arrive
/// with the end of input all take effect, one after another, and the last stays in force. Commands are never skipped.
///
/// Invalid lines are dropped with a warning. Times are ignored, since a live sample takes effect when it arrives.
/// However, a line whose time is before that of the previous line is out of order and dropped. A sender that restarts
/// loses only one line this way.
package final class LiveInput {
  /// The content of a line of input.
  package enum Item: Hashable, Sendable {
    /// The orientation of the device.
    case tilt(Tilt)
    /// A JSON object that is not a tilt: a command, with its line number counted from 1.
    case command(line: Int, bytes: [UInt8])
  }

  /// The maximum number of bytes to read in one tick: the capacity of a pipe.
  package static let bytesPerTick = 64 << 10
  /// The maximum time to read in one tick; a block that has been read is finished in any case.
  var timePerTick = Duration.milliseconds(2)

  /// Whether more input may come.
  package private(set) var isOpen = true
  /// The number of lines that held a tilt or should have; excludes headers, comments, commands and blank lines.
  package private(set) var lineCount = 0
  /// The number of those lines that were invalid and dropped.
  package private(set) var droppedLineCount = 0

  private let input: Descriptor
  private let name: String
  private var buffer = [UInt8](repeating: 0, count: 8 << 10)
  private var lines = LineSplitter()
  private let options: TiltOptions
  private var parser = TiltLineParser()
  /// The time of the previous line, if it had one.
  private var lastTime: Double?
  /// The unit that the first magnitude suggests, if none is named.
  private var guessed: TiltUnits?
  private var warnings = WarningLimiter()
  private let ticksPerLine: Int
  /// The items read so far, oldest first; those before `index` have been returned.
  private var waiting: [Item] = []
  private var index = 0
  private var newestTilt = -1
  private var tick = 0
  private var nextTiltTick = 0

  /// Creates an input that reads from a descriptor and never closes it.
  ///
  /// - Parameters:
  ///   - fileDescriptor: The descriptor; 0 is standard input. It may be blocking or not.
  ///   - name: The name of the input in messages.
  ///   - options: The interpretation of tilt numbers; the rate is not used.
  ///   - ticksPerLine: The number of ticks, at least 1, for which each of the last tilts holds after the end of input.
  package init(
    fileDescriptor: Int32 = 0,
    name: String = "standard input",
    options: TiltOptions = TiltOptions(),
    ticksPerLine: Int = 1
  ) {
    precondition(ticksPerLine >= 1, "a line holds for at least one tick")
    self.ticksPerLine = ticksPerLine
    input = Descriptor(number: fileDescriptor)
    (self.name, self.options) = (name, options)
  }

  /// Reads the bytes that have arrived since the last call, unless earlier items still wait. O(bytes read).
  ///
  /// - Parameters:
  ///   - tick: The tick at which the new items take effect; never decreases.
  ///   - time: The simulated time of the tick, in seconds.
  package func read(atTick tick: Int, time: Double) {
    self.tick = tick
    guard isOpen, index == waiting.count else { return }
    warnings.advance(to: time)
    waiting.removeAll(keepingCapacity: true)
    (index, newestTilt) = (0, -1)
    readAvailable()
    if !isOpen { nextTiltTick = tick }
  }

  /// Returns the next item that takes effect at the tick; nil if there is none. Amortised O(1).
  package func next() -> Item? {
    while index < waiting.count {
      let item = waiting[index]
      guard case .tilt = item else {
        index += 1
        return item
      }
      if isOpen {
        index += 1
        if index <= newestTilt { continue }
      } else {
        guard tick >= nextTiltTick else { return nil }
        index += 1
        nextTiltTick = tick + ticksPerLine
      }
      return item
    }
    return nil
  }

  /// Returns the warnings for the user since the last call: at most ten for each simulated second, and a count of the
  /// others.
  package func takeWarnings() -> [String] { warnings.take() }

  private func readAvailable() {
    let clock = MonotonicClock()
    let end = clock.now() + timePerTick
    var budget = Self.bytesPerTick
    var bytes: [UInt8] = []
    swap(&bytes, &buffer)
    defer { swap(&bytes, &buffer) }
    while isOpen, budget > 0, budget == Self.bytesPerTick || clock.now() < end {
      switch input.readAvailable(into: &bytes, atMost: budget) {
      case .bytes(let count):
        lines.feed(bytes.span.extracting(0..<count), take)
        budget -= count
      case .nothing: return
      case .end: finish()
      case .failed(let code):
        warnings.add {
          "\(name): cannot be read (\(SystemError.message(code))); the tilt in force stays"
        }
        finish()
      }
    }
  }

  private func finish() {
    isOpen = false
    lines.finish(take)
    warnings.flush()
  }
}

// The content of lines.
extension LiveInput {
  /// Reads a line; `nil` represents a line that was too long.
  private func take(_ number: Int, _ line: Span<UInt8>?) {
    guard let line else {
      return drop { "\(name):\(number): longer than \(LineSplitter.longestLine) bytes" }
    }
    do throws(TiltLineError) {
      switch try parser.parse(line) {
      case .nothing: break
      case .header: (lastTime, guessed) = (nil, nil)
      case .reading(let reading):
        waiting.append(.tilt(try tilt(of: reading)))
        newestTilt = waiting.count - 1
        lineCount += 1
      }
    } catch {
      switch error.fault {
      // The object may be something other than a tilt.
      case .noAxes where line.isObject, .syntax where line.isObject:
        return waiting.append(.command(line: number, bytes: line.indices.map { line[$0] }))
      default: break
      }
      drop {
        let message =
          error.fault == .noAxes && !line.isTable
          ? "\(line.quoted(line.indices)) is neither a tilt, as in 0.5 -0.9, nor a command, as in {\"quit\":true}"
          : error.message(in: line)
        return "\(name):\(number):\(line.column(of: error.range.lowerBound)): \(message)"
      }
    }
  }

  private func tilt(of reading: TiltReading) throws(TiltLineError) -> Tilt {
    let before = lastTime
    lastTime = reading.time ?? lastTime
    if let before, let time = reading.time, time < before {
      throw TiltLineError(.timeGoesBack(from: before, to: time), at: reading.timeRange)
    }
    let stated = parser.layout.map { TiltUnits.stated(by: $0, options) } ?? options.units
    let units = stated == .auto ? guessed ?? guess(reading) : stated
    return try reading.tilt(in: units, options.convention)
  }

  private func guess(_ reading: TiltReading) -> TiltUnits {
    let units = TiltUnits.guessed(fromMagnitude: reading.magnitude)
    guessed = units
    warnings.add {
      "\(name): no unit is named; read as \(units.rawValue), since the first magnitude is "
        + "\(reading.magnitude.brief(4)); --tilt-units decides otherwise"
    }
    return units
  }

  /// Drops a line with a warning.
  private func drop(_ text: () -> String) {
    lineCount += 1
    droppedLineCount += 1
    warnings.add { text() + "; the line is dropped" }
  }
}

/// Lines of input are requests to a run, which applies them as fast as it can; a flood waits in its pipe.
extension LiveInput: RequestSource {
  /// Reads the bytes that have arrived since the previous tick.
  package func read(in run: Run) { read(atTick: run.simulation.tick, time: run.simulation.time) }

  /// Returns the next line; nil if none is due at this tick.
  package func nextMessage() -> Mailbox.Message? {
    switch next() {
    case .tilt(let tilt): return Mailbox.Message(.success(.tilt(tilt)))
    case .command(let number, let bytes):
      let line = RequestLine(bytes)
      return Mailbox.Message(line.request, ack: line.ack, line: number)
    case nil: return nil
    }
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

/// Limits the rate of warnings: keeps the first few of each simulated second, and counts the rest.
struct WarningLimiter {
  /// The maximum number of warnings kept per second.
  static let perSecond = 10
  /// The maximum number of warnings kept for a caller that does not take them.
  static let atMost = 100

  private var second = 0.0
  private var count = 0
  private var suppressed = 0
  private var pending: [String] = []

  /// Begins a new second when the time reaches it; adds the count of suppressed warnings of the previous one.
  mutating func advance(to time: Double) {
    guard time.rounded(.down) != second else { return }
    second = time.rounded(.down)
    flush()
    count = 0
  }

  /// Keeps a warning, or counts it without building its text.
  mutating func add(_ text: () -> String) {
    guard count < Self.perSecond, pending.count < Self.atMost else { return suppressed += 1 }
    count += 1
    pending.append(text())
  }

  /// Adds the number of warnings suppressed since the last call.
  mutating func flush() {
    guard suppressed > 0, pending.count <= Self.atMost else { return }
    pending.append("and \(suppressed) more warnings like these")
    suppressed = 0
  }

  /// Returns and removes the kept warnings.
  mutating func take() -> [String] {
    defer { pending = [] }
    return pending
  }
}
