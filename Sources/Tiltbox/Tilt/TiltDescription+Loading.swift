extension TiltDescription {
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
