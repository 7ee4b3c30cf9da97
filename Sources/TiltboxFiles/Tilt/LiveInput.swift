package import Tiltbox

/// Reads tilt and commands from a file descriptor while the box runs: standard input, a pipe, a terminal, a file.
///
/// Each tick reads the available bytes, at most 64 KiB and for at most 2 ms, without waiting and in constant memory. A
/// flood therefore waits in its pipe and does not delay ticks. If several tilts arrive in one tick, the newest takes
/// effect: even if a phone sends more often than the box ticks, the box follows it without delay. The tilts that arrive
/// with the end of input all take effect, one after another, and the last stays in force. Commands are never skipped.
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
  package var lineCount: Int { stream.lineCount }
  /// The number of those lines that were invalid and dropped.
  package var droppedLineCount: Int { stream.droppedCount }

  private let input: Descriptor
  private let name: String
  private var buffer = [UInt8](repeating: 0, count: 8 << 10)
  private var lines = LineSplitter()
  private var stream: TiltStream
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
    self.name = name
    stream = TiltStream(name: name, options: options)
  }

  /// Reads the bytes that have arrived since the last call, unless earlier items still wait. O(bytes read).
  ///
  /// - Parameters:
  ///   - tick: The tick at which the new items take effect; never decreases.
  ///   - time: The simulated time of the tick, in seconds.
  package func read(atTick tick: Int, time: Double) {
    self.tick = tick
    guard isOpen, index == waiting.count else { return }
    stream.warnings.advance(to: time)
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
  package func takeWarnings() -> [String] { stream.warnings.take() }

  private func readAvailable() {
    func read(_ number: Int, _ line: Span<UInt8>?) {
      guard let item = stream.read(number, line) else { return }
      if case .tilt = item { newestTilt = waiting.count }
      waiting.append(item)
    }
    let clock = MonotonicClock()
    let end = clock.now() + timePerTick
    var budget = Self.bytesPerTick
    var bytes: [UInt8] = []
    swap(&bytes, &buffer)
    defer { swap(&bytes, &buffer) }
    while isOpen, budget > 0, budget == Self.bytesPerTick || clock.now() < end {
      switch input.readAvailable(into: &bytes, atMost: budget) {
      case .bytes(let count):
        lines.feed(bytes.span.extracting(0..<count), read)
        budget -= count
      case .nothing: return
      case .end: finish(read)
      case .failed(let code):
        stream.warnings.add {
          "\(name): cannot be read (\(SystemError.message(code))); the tilt in force stays"
        }
        finish(read)
      }
    }
  }

  private func finish(_ read: (Int, Span<UInt8>?) -> Void) {
    isOpen = false
    lines.finish(read)
    stream.warnings.flush()
  }
}

/// Lines of input are requests to a run, which applies them as fast as it can; a flood waits in its pipe.
extension LiveInput: RequestSource {
  /// Reads the bytes that have arrived since the previous tick.
  package func read(in run: Run) {
    read(atTick: run.simulation.tick, time: run.simulation.time)
  }

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
    guard suppressed > 0 else { return }
    if pending.count <= Self.atMost {
      pending.append("and \(suppressed) more warnings like these")
      suppressed = 0
    }
  }

  /// Returns and removes the kept warnings.
  mutating func take() -> [String] {
    defer { pending = [] }
    return pending
  }
}
