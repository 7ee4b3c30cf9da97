/// Where a scenario's tilt comes from, and how it becomes gravity.
public struct TiltDescription: Hashable, Sendable {
  /// A constant, or a recording in a file.
  public enum Source: Hashable, Sendable {
    /// The same all the time.
    case constant(Tilt)
    /// The file of a phone's recording.
    case file(path: String, options: TiltOptions, interpolation: TiltInterpolation)
  }

  /// A constant, or a recording in a file.
  public var source: Source
  /// How the device's axes stand in the world.
  public var orientation: Orientation

  /// Makes a description; without arguments a phone held upright.
  public init(_ source: Source = .constant(.upright), orientation: Orientation = .portrait) {
    self.source = source
    self.orientation = orientation
  }

  /// What the description stands for: a source, and how long it lasts, in seconds, where it has an end.
  ///
  /// - Returns: a source that starts at tick 0.
  /// - Throws: `FileError` or ``TiltFileError`` for a recording that cannot be read.
  public func load() throws -> (source: any TiltSource, duration: Double?) {
    switch source {
    case .constant(let tilt): return (ConstantTilt(tilt), nil)
    case .file(let path, let options, let interpolation):
      let track = try TiltTrack(contentsOf: try readFile(path), name: path, options: options)
      return (TrackTilt(track, interpolation: interpolation), track.times.last)
    }
  }
}
