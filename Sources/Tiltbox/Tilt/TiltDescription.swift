/// The source of a scenario's tilt, and its conversion to gravity.
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
  /// The orientation of the device's axes in the world.
  public var orientation: Orientation

  /// Makes a description; without arguments a phone held upright.
  public init(_ source: Source = .constant(.upright), orientation: Orientation = .portrait) {
    self.source = source
    self.orientation = orientation
  }
}
