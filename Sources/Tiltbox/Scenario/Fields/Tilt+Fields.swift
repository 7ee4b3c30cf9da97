package import Chipmunk

/// A description of tilt as in a file: the fields of a constant, and those of a recording.
package struct TiltFields: Sendable {
  package var constant: Vector?
  package var file: String?
  var convention: TiltConvention?
  var units: TiltUnits?
  var rate: Double?
  var interpolation: TiltInterpolation?
  var orientation = Orientation.portrait

  package init() {}

  package static let record = Schema(
    "tilt",
    "Where tilt comes from.",
    standard: Self(),
    [
      Property("constant", \.constant, .vector(Scenario.tilt))
        .means("The same all the time, in g: [0, -1] is upright."),
      Property("file", \.file, .text)
        .means("A phone's recording, relative to the folder of the scenario file."),
      Property("convention", \.convention, .choices(TiltConvention.self)).of(["file"])
        .means(
          "Which way the sensor points; if absent gravity, unless the recording begins the other way."
        ),
      Property("units", \.units, .choices(TiltUnits.self)).of(["file"])
        .means("The unit where no header names it; auto if absent."),
      Property("rate", \.rate, .number(Scenario.tiltRate)).of(["file"])
        .means("Samples a second, for lines that carry no time, in Hz."),
      Property("interpolation", \.interpolation, .choices(TiltInterpolation.self)).of(["file"])
        .means("What holds between two samples; hold if absent."),
      Property("orientation", \.orientation, .choices(Orientation.self)).always
        .means("Which way the screen is turned; {} if absent."),
    ],
    alternatives: .exactlyOne(["constant", "file"])
  )
}

extension TiltDescription {
  /// The description as in a file.
  package var fields: TiltFields {
    get {
      var fields = TiltFields()
      fields.orientation = orientation
      switch source {
      case .constant(let tilt): fields.constant = Vector(tilt.x, tilt.y)
      case .file(let path, let options, let interpolation):
        (fields.file, fields.rate) = (path, options.rate)
        (fields.convention, fields.units) = (options.convention, options.units)
        fields.interpolation = interpolation
      }
      return fields
    }
    set {
      orientation = newValue.orientation
      if let constant = newValue.constant {
        source = .constant(Tilt(x: constant.x, y: constant.y))
      } else if let path = newValue.file {
        let options = TiltOptions(
          convention: newValue.convention,
          units: newValue.units ?? .auto,
          rate: newValue.rate
        )
        source = .file(path: path, options: options, interpolation: newValue.interpolation ?? .hold)
      }
    }
  }
}
