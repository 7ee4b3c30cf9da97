internal import Tiltbox

/// Where the tilt of a run comes from, once files are read and flags are laid over the scenario.
enum TiltInput {
  case constant(Tilt)
  case track(TiltTrack, TiltInterpolation)
  case live(LiveTilt)

  var source: any TiltSource {
    switch self {
    case .constant(let tilt): ConstantTilt(tilt)
    case .track(let track, let interpolation): TrackTilt(track, interpolation: interpolation)
    case .live(let tilt): tilt
    }
  }

  var live: LiveTilt? {
    if case .live(let tilt) = self { tilt } else { nil }
  }

  /// The simulated time that the input covers, where it has an end.
  var duration: Double? {
    if case .track(let track, _) = self { track.times.last } else { nil }
  }

  /// Reads what is to be read before the run. Live input has no clock to live by when there is none:
  /// then standard input is read to its end first, as a recording is.
  ///
  /// Throws `FileError` or `TiltFileError`.
  init(_ scenario: Scenario, _ flags: TiltFlags, isFast: Bool) throws {
    var path: String?
    var options = TiltOptions()
    var interpolation = TiltInterpolation.hold
    switch scenario.tilt.source {
    case .constant(let tilt):
      if flags.tilt == nil {
        self = .constant(tilt)
        return
      }
    case .file(let file, let fileOptions, let fileInterpolation):
      (path, options, interpolation) = (file, fileOptions, fileInterpolation)
    }
    if let given = flags.tilt {
      (path, options, interpolation) = (given, TiltOptions(), .hold)
    }
    options = flags.overlay(options)
    interpolation = flags.tiltInterpolation ?? interpolation
    let name = path ?? "-"
    if name == "-", !isFast, options.rate == nil {
      let ticksPerFrame = 1 / (scenario.run.frames * scenario.world.step)
      let ticksPerLine = Int(min(max(ticksPerFrame.rounded(.up), 1), 1e6))
      self = .live(LiveTilt(options: options, ticksPerLine: ticksPerLine))
      return
    }
    let bytes = name == "-" ? try readStandardInput() : try readFile(name)
    let shownName = name == "-" ? "standard input" : name
    let track = try TiltTrack(contentsOf: bytes, name: shownName, options: options)
    for notice in track.notices { printError("tiltbox: \(notice)") }
    self = .track(track, interpolation)
  }
}
