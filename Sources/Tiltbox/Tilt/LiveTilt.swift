/// Tilt alone from a file descriptor while the box runs; see ``LiveInput``, of which each tick takes the newest tilt.
public final class LiveTilt: TiltSource {
  /// Where the lines come from.
  public let input: LiveInput

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
    input = LiveInput(
      fileDescriptor: fileDescriptor,
      name: name,
      options: options,
      ticksPerLine: ticksPerLine,
      takesCommands: false
    )
  }

  /// The newest tilt that has come since the tick before; `nil` if none has. O(bytes that came).
  public func tilt(atTick tick: Int, time: Double) -> Tilt? {
    input.read(atTick: tick, time: time)
    guard case .tilt(let tilt)? = input.next() else { return nil }
    return tilt
  }
}
