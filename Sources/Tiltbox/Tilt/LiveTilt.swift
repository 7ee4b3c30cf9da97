/// Tilt from a file descriptor while the box runs: standard input, a pipe, a terminal, a file.
///
/// Each tick reads what is there, at most 64 KiB and for 2 ms, without waiting and in constant memory: a flood waits in
/// its pipe, and the ticks come in time. Of several lines the newest good one takes effect: a phone that sends more often
/// than the box ticks is followed without delay. Of the lines that came with the end of input nothing is skipped: they
/// take effect one after another, and the last stays in force.
public final class LiveTilt: TiltSource {
  /// How many bytes are read in one tick, at most: as many as a pipe holds.
  public static let bytesPerTick = 64 << 10
  /// How long a tick reads for, at most, but for the block that it is at.
  var timePerTick = Duration.milliseconds(2)

  /// Whether more input may come.
  public private(set) var isOpen = true
  /// How many lines held a tilt or should have: headers, comments and blank lines are not counted.
  public var lineCount: Int { stream.lineCount }
  /// How many of them were bad and dropped.
  public var droppedLineCount: Int { stream.droppedCount }

  private let input: Descriptor
  private let name: String
  private var buffer = [UInt8](repeating: 0, count: 8 << 10)
  private var lines = LineSplitter()
  private var stream: TiltStream
  private let ticksPerLine: Int
  private var waiting: [Tilt] = []
  private var nextWaitingTick = 0

  /// Makes a source that reads from a descriptor and leaves it open.
  ///
  /// - Parameters:
  ///   - fileDescriptor: What to read; 0 is standard input. Whether it blocks does not matter.
  ///   - name: What messages call it.
  ///   - options: How the numbers are meant; the rate is not used.
  ///   - ticksPerLine: How long each of the last lines holds when input has ended, at least 1.
  public init(
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

  /// The newest tilt that has come since the tick before; `nil` if none has. O(bytes that came).
  public func tilt(atTick tick: Int, time: Double) -> Tilt? {
    if isOpen {
      stream.warnings.advance(to: time)
      readAvailable()
      if isOpen {
        defer { waiting.removeAll(keepingCapacity: true) }
        return waiting.last
      }
      waiting.reverse()
      nextWaitingTick = tick
    }
    guard tick >= nextWaitingTick, let next = waiting.popLast() else { return nil }
    nextWaitingTick = tick + ticksPerLine
    return next
  }

  private func readAvailable() {
    func read(_ number: Int, _ line: Span<UInt8>?) {
      if let tilt = stream.read(number, line) { waiting.append(tilt) }
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
          "\(name): cannot be read (\(Descriptor.message(code))); the tilt in force stays"
        }
        finish(read)
      }
    }
  }

  /// What there is to tell the user since the last call: at most ten warnings of each simulated second, and a count of
  /// the others.
  public func takeWarnings() -> [String] { stream.warnings.take() }

  private func finish(_ read: (Int, Span<UInt8>?) -> Void) {
    isOpen = false
    lines.finish(read)
    stream.warnings.flush()
  }
}
