internal import ArgumentParser
internal import Chipmunk
internal import Tiltbox
internal import TiltboxPlatform

/// The options for the source of tilt and the meaning of its numbers.
struct TiltFlags: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Take tilt from a recording, or live from standard input (-).",
      valueName: "FILE|-"
    )
  )
  var tilt: String?

  @Option(
    help:
      "The sign of the sensor: along gravity (iOS) or against it (phyphox, Android); needed if a recording begins upside down."
  )
  var tiltConvention: TiltConvention?

  @Option(help: "The unit of the samples if the header does not name it.")
  var tiltUnits: TiltUnits?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Samples per second, for recordings without times.", valueName: "HZ")
  )
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
    guard let tiltRate else { return }
    try check(tiltRate, Scenario.frameRate, "--tilt-rate")
  }

  /// The option that concerns reading a recording or live input, if one is given.
  var readingFlag: String? {
    if tiltConvention != nil { return "--tilt-convention" }
    if tiltUnits != nil { return "--tilt-units" }
    if tiltRate != nil { return "--tilt-rate" }
    return tiltInterpolation == nil ? nil : "--tilt-interpolation"
  }

  /// Whether a text has only numbers, as in `0.5,-0.8`, which is hardly the name of a file.
  private func isNumbers(_ text: String) -> Bool {
    text.split(whereSeparator: { ",; []".contains($0) }).allSatisfy { Double($0) != nil }
  }

  /// Returns the options of a description, overridden by those of the command line.
  func overlay(_ options: TiltOptions) -> TiltOptions {
    TiltOptions(
      convention: tiltConvention ?? options.convention,
      units: tiltUnits ?? options.units,
      rate: tiltRate ?? options.rate
    )
  }
}

/// Throws a `ValidationError` if an option's number is out of range.
func check(_ value: Double, _ quantity: ParameterRange, _ flag: String) throws {
  guard !quantity.contains(value) else { return }
  let number = quantity.unit.isEmpty ? "\(value)" : "\(value) \(quantity.unit)"
  throw ValidationError("\(flag) is \(number); give \(quantity.rule)")
}

/// Throws a `ValidationError` if an option's whole number is out of range.
func check(_ value: Int, _ range: ClosedRange<Int>, _ flag: String) throws {
  guard !range.contains(value) else { return }
  throw ValidationError(
    "\(flag) is \(value); give a whole number from \(range.lowerBound) to \(range.upperBound)"
  )
}
