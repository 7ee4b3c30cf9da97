package import Tiltbox

/// Tilt, and commands beside it, from a file descriptor while the box runs: standard input, a pipe, a terminal, a file.
///
/// Each tick reads what is there, at most 64 KiB and for 2 ms, without waiting and in constant memory: a flood waits in
/// its pipe, and the ticks come in time. Of several tilts the newest takes effect: a phone that sends more often than
/// the box ticks is followed without delay. Of the tilts that came with the end of input nothing is skipped: they take
/// effect one after another, and the last stays in force. Of commands nothing is ever skipped.
package final class LiveInput {
  /// What a line of input can hold.
  package enum Item: Hashable, Sendable {
    /// How the device is held.
    case tilt(Tilt)
    /// An object that is no tilt: a command, in a line of that number, counted from 1.
    case command(line: Int, bytes: [UInt8])
  }

  /// How many bytes are read in one tick, at most: as many as a pipe holds.
  package static let bytesPerTick = 64 << 10
  /// How long a tick reads for, at most, but for the block that it is at.
  var timePerTick = Duration.milliseconds(2)

  /// Whether more input may come.
  package private(set) var isOpen = true
  /// How many lines held a tilt or should have: headers, comments, commands and blank lines are not counted.
  package var lineCount: Int { stream.lineCount }
  /// How many of them were bad and dropped.
  package var droppedLineCount: Int { stream.droppedCount }

  private let input: Descriptor
  private let name: String
  private var buffer = [UInt8](repeating: 0, count: 8 << 10)
  private var lines = LineSplitter()
  private var stream: TiltStream
  private let ticksPerLine: Int
  /// What was read, the oldest first; what stands before the index has been handed out.
  private var waiting: [Item] = []
  private var index = 0
  private var newestTilt = -1
  private var tick = 0
  private var nextTiltTick = 0

  /// Makes an input that reads from a descriptor and leaves it open.
  ///
  /// - Parameters:
  ///   - fileDescriptor: What to read; 0 is standard input. Whether it blocks does not matter.
  ///   - name: What messages call it.
  ///   - options: How the numbers of tilts are meant; the rate is not used.
  ///   - ticksPerLine: How long each of the last tilts holds when input has ended, at least 1.
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

  /// Reads what has come since the last time, unless some of that is still to be handed out. O(bytes that came).
  ///
  /// - Parameters:
  ///   - tick: The tick that what comes acts from; it never goes back.
  ///   - time: Its simulated time, in seconds.
  package func read(atTick tick: Int, time: Double) {
    self.tick = tick
    guard isOpen, index == waiting.count else { return }
    stream.warnings.advance(to: time)
    waiting.removeAll(keepingCapacity: true)
    (index, newestTilt) = (0, -1)
    readAvailable()
    if !isOpen { nextTiltTick = tick }
  }

  /// What takes effect next at the tick; nil if nothing does. O(1), amortised.
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

  /// What there is to tell the user since the last call: at most ten warnings of each simulated second, and a count of
  /// the others.
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
