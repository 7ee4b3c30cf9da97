internal import ArgumentParser
internal import Tiltbox
internal import TiltboxFiles

/// Where the tilt of a run comes from, once files are read and flags are laid over the scenario.
enum TiltInput {
  case constant(Tilt)
  case track(TiltTrack, TiltDescription.Source)
  /// What comes in while the box runs; at first the scenario's own tilt holds.
  case live(LiveInput, Tilt)

  var source: any TiltSource {
    switch self {
    case .constant(let tilt): ConstantTilt(tilt)
    case .track(let track, .file(_, _, let interpolation)):
      TrackTilt(track, interpolation: interpolation)
    case .track(let track, .constant): TrackTilt(track)
    case .live(_, let tilt): ConstantTilt(tilt)
    }
  }

  /// The input as a scenario describes it.
  var description: TiltDescription.Source {
    switch self {
    case .constant(let tilt), .live(_, let tilt): .constant(tilt)
    case .track(_, let source): source
    }
  }

  var live: LiveInput? {
    if case .live(let input, _) = self { input } else { nil }
  }

  /// The simulated time that the input covers, where it has an end.
  var duration: Double? {
    if case .track(let track, _) = self { track.times.last } else { nil }
  }

  /// Reads what is to be read before the run. Live input has no clock to live by when there is none:
  /// then standard input is read to its end first, as a recording is.
  ///
  /// Throws `FileError` or `TiltFileError`; a `ValidationError` for a flag that nothing is read by.
  init(_ scenario: Scenario, _ flags: TiltFlags, isFast: Bool) throws {
    var path: String?
    var options = TiltOptions()
    var interpolation = TiltInterpolation.hold
    var first = Tilt.upright
    switch scenario.tilt.source {
    case .constant(let tilt):
      if flags.tilt == nil {
        if let flag = flags.readingFlag {
          throw ValidationError(
            "\(flag) applies to a tilt recording; give --tilt FILE or --tilt -, or drop it"
          )
        }
        self = .constant(tilt)
        return
      }
      first = tilt
    case .file(let file, let fileOptions, let fileInterpolation):
      (path, options, interpolation) = (file, fileOptions, fileInterpolation)
    }
    if let given = flags.tilt {
      (path, options, interpolation) = (given, TiltOptions(), .hold)
    }
    options = flags.overlay(options)
    interpolation = flags.tiltInterpolation ?? interpolation
    let name = path ?? standardStreamName
    if name == standardStreamName, !isFast, options.rate == nil {
      let ticksPerFrame = 1 / (scenario.run.frames * scenario.world.step)
      let ticksPerLine = Int(min(max(ticksPerFrame.rounded(.up), 1), 1e6))
      self = .live(LiveInput(options: options, ticksPerLine: ticksPerLine), first)
      return
    }
    let bytes: [UInt8]
    do { bytes = try readInput(name) } catch {
      throw error.of(flags.tilt == nil ? "tilt.file" : "--tilt")
    }
    let track = try TiltTrack(contentsOf: bytes, name: shownName(of: name), options: options)
    for notice in track.notices { printError("tiltbox: \(notice)") }
    let place = name == standardStreamName ? name : absolutePath(of: name)
    self = .track(track, .file(path: place, options: options, interpolation: interpolation))
  }
}
