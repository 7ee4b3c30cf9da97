internal import ArgumentParser
internal import Chipmunk
internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxPlatform

/// The source of a run's tilt, with files read and options applied to the scenario.
struct TiltInput {
  let source: any TiltSource
  /// The input as a scenario's tilt source.
  let description: TiltDescription.Source
  /// The tilt that arrives during the run; until then, the source applies.
  var live: LiveInput?
  /// The simulated time that the input covers; nil if it has no end.
  var duration: Double?
}

extension TiltInput {
  /// Reads the input that is needed before the run. A fast run has no clock for live input, so it first reads standard
  /// input to its end, like a recording.
  ///
  /// Throws `FileError` or `TiltFileError`; a `ValidationError` for an option that applies to no input.
  init(_ scenario: Scenario, _ flags: TiltFlags, isFast: Bool) throws {
    let own = scenario.tilt.source
    let first = if case .constant(let tilt) = own { tilt } else { Tilt.upright }
    let given = flags.tilt.map { path in
      TiltDescription.Source.file(path: path, options: TiltOptions(), interpolation: .hold)
    }
    guard case .file(let name, var options, var interpolation) = given ?? own else {
      if let flag = flags.readingFlag {
        throw ValidationError(
          "\(flag) applies to a tilt recording; give --tilt FILE or --tilt -, or drop it"
        )
      }
      self.init(source: ConstantTilt(first), description: own)
      return
    }
    options = TiltOptions(
      convention: flags.tiltConvention ?? options.convention,
      units: flags.tiltUnits ?? options.units,
      rate: flags.tiltRate ?? options.rate
    )
    interpolation = flags.tiltInterpolation ?? interpolation
    if name == standardStreamName, !isFast, options.rate == nil {
      let ticksPerFrame = 1 / (scenario.run.frames * scenario.world.step)
      let ticksPerLine = Int(min(max(ticksPerFrame.rounded(.up), 1), 1e6))
      let live = LiveInput(options: options, ticksPerLine: ticksPerLine)
      self.init(source: ConstantTilt(first), description: .constant(first), live: live)
      return
    }
    let bytes: [UInt8]
    do { bytes = try readInput(name) } catch {
      guard flags.tilt == nil else { throw error.of("--tilt") }
      throw error.of("tilt.file", at: scenario.files.places["tilt.file"])
    }
    let (file, held) = (shownName(of: name), flags.orientation ?? scenario.tilt.orientation)
    let track: TiltTrack
    do throws(TiltFileError) {
      track = try TiltTrack(contentsOf: bytes, name: file, options: options, orientation: held)
    } catch {
      guard error.lacksTimes, name == standardStreamName else { throw error }
      throw error.adding("without --fast, the lines are live tilt and need no time")
    }
    for notice in track.notices { printError("tiltbox: \(notice)") }
    let place = name == standardStreamName ? name : absolutePath(of: name)
    self.init(
      source: TrackTilt(track, interpolation: interpolation),
      description: .file(path: place, options: options, interpolation: interpolation),
      duration: track.times.last
    )
  }
}

/// The options for the source of tilt and the meaning of its numbers.
struct TiltFlags: ParsableArguments {
  @Option(value: "FILE|-", help: "Take tilt from a recording, or live from standard input (-).")
  var tilt: String?

  @Option(
    help:
      "The sign of the sensor: along gravity (iOS) or against it (phyphox, Android); needed if a recording begins upside down."
  )
  var tiltConvention: TiltConvention?

  @Option(help: "The unit of the samples if the header does not name it.")
  var tiltUnits: TiltUnits?

  @Option(number: "HZ", help: "Samples per second, for recordings without times.")
  var tiltRate: Double?

  @Option(help: "How to interpolate between two samples of a recording.")
  var tiltInterpolation: TiltInterpolation?

  @Option(help: "How the device is held.")
  var orientation: Orientation?

  func validate() throws {
    if let tilt, isNumbers(tilt), (unsafe access(tilt, F_OK)) != 0 {
      throw ValidationError(
        "--tilt takes a file, or - for standard input; for a constant give --set 'tilt=[0.5, -0.8]', in g"
      )
    }
    if let tiltRate { try check(tiltRate, Scenario.frameRate, "--tilt-rate") }
  }

  /// The option that concerns reading a recording or live input, if one is given.
  var readingFlag: String? {
    firstGiven([
      ("--tilt-convention", tiltConvention != nil), ("--tilt-units", tiltUnits != nil),
      ("--tilt-rate", tiltRate != nil), ("--tilt-interpolation", tiltInterpolation != nil),
    ])
  }

  /// Whether a text has only numbers, as in `0.5,-0.8`, which is hardly the name of a file.
  private func isNumbers(_ text: String) -> Bool {
    text.split(whereSeparator: { ",; []".contains($0) }).allSatisfy { Double($0) != nil }
  }
}

/// Throws a `ValidationError` if an option's number is out of range.
func check(_ value: Double, _ range: ParameterRange, _ flag: String) throws {
  guard !range.contains(value) else { return }
  let number = range.unit.isEmpty ? value.shortest : "\(value.shortest) \(range.unit)"
  throw ValidationError("\(flag) is \(number); give \(range.rule)")
}

/// Throws a `ValidationError` if an option's whole number is out of range, with what to give instead.
func check(_ value: Int, _ range: ClosedRange<Int>, _ flag: String, _ rule: String? = nil) throws {
  guard !range.contains(value) else { return }
  let rule = rule ?? "a whole number from \(range.lowerBound) to \(range.upperBound)"
  throw ValidationError("\(flag) is \(value); give \(rule)")
}
