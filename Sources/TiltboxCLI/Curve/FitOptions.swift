internal import ArgumentParser
internal import Chipmunk
internal import Motion
internal import Tiltbox
internal import TiltboxDrawing
internal import TiltboxFiles

/// The options of `tiltbox curve --fit`.
struct FitOptions: ParsableArguments {
  @Option(
    value: "FILE",
    help:
      "Fit keyframes or a spring to a motion: a recording, a journal, a scenario, or a CSV of times and values."
  )
  var fit: String?

  @Option(value: "ID", help: "The body whose motion is fitted.")
  var body: String?

  @Option(help: "The number to fit: x, y, angle, or any other number of render --plot.")
  var value: String?

  @Option(number: "X", help: "The greatest deviation from the motion, in the unit of the values.")
  var within: Double?

  @Option(number: "S", help: "Begin at this time, in seconds.")
  var from: Double?

  @Option(number: "S", help: "End at this time, in seconds.")
  var to: Double?

  @Option(name: .customLong("as"), help: "What to fit: any, keyframes or spring.")
  var wanted = "any"

  /// The kind of motion to fit.
  private var form: FitForm { FitForm(rawValue: wanted) ?? .any }

  func validate() throws {
    guard FitForm(rawValue: wanted) != nil else {
      throw ValidationError("--as is \"\(wanted)\"; give any, keyframes or spring")
    }
    guard fit != nil else {
      let given = firstGiven([
        ("--body", body != nil), ("--value", value != nil), ("--within", within != nil),
        ("--from", from != nil), ("--to", to != nil), ("--as", form != .any),
      ])
      guard let given else { return }
      throw ValidationError("\(given) needs --fit FILE")
    }
    guard let within else { throw ValidationError("--fit needs --within: how far off it may be") }
    try check(within, ParameterRange("tolerance", "", 1e-12...1e12), "--within")
    if !isTable, body == nil || value == nil {
      throw ValidationError("--fit needs --body and --value: whose motion, and which number of it")
    }
    if isTable, body != nil || value != nil {
      throw ValidationError("a CSV holds one motion; drop --body and --value")
    }
    if let from { try check(from, ParameterRange("time", "s", -1e9...1e9), "--from") }
    if let to { try check(to, ParameterRange("time", "s", (from ?? -1e9)...1e9), "--to") }
  }

  private var isTable: Bool { fit?.hasSuffix(".csv") == true }

  /// The animation's target, as written in a scenario.
  var target: String {
    guard let body, let value else { return "value.motion" }
    switch value {
    case "x", "y": return "body.\(body).position.\(value)"
    case "vx": return "body.\(body).velocity.x"
    case "vy": return "body.\(body).velocity.y"
    case "angle", "angularVelocity": return "body.\(body).\(value)"
    default: return "value.motion"
    }
  }

  /// A name for CSS: letters, digits and hyphens, with a letter first.
  var name: String {
    let words = (body.map { "\($0)-" } ?? "") + (value ?? "motion")
    let name = String(words.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
    return name.first?.isLetter == true ? name : "body-" + name
  }

  /// The samples and the motion fitted to them.
  typealias Fit = (samples: [(time: Double, value: Double)], motion: FittedMotion)

  /// Reads and fits the motion, calls `use` with the result, and reports damage of a recording.
  func withFit(of file: String, _ use: (Fit) throws -> Void) throws {
    if isTable { return try use(fitted(table(file), of: file)) }
    let reader = try openTrajectory(file)
    try reportingDamage(of: reader) { try use(fitted(recorded(reader), of: file)) }
  }

  private func fitted(_ all: [(time: Double, value: Double)], of file: String) throws -> Fit {
    guard let within else { preconditionFailure("a fit has a tolerance") }
    let range = (from ?? -.infinity)...(to ?? .infinity)
    let samples = all.filter { range.contains($0.time) }
    do throws(MotionError) {
      return (samples, try Motion.fit(samples, within: within, as: form))
    } catch {
      throw CommandError(ExitStatus.badData, "\(shownName(of: file)): \(error)")
    }
  }

  /// Reads times and values from a CSV file with two columns, with or without a header.
  private func table(_ csv: String) throws -> [(time: Double, value: Double)] {
    var samples: [(time: Double, value: Double)] = []
    let lines = String(decoding: try readInput(csv)[...].withoutByteOrderMark, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let words = line.split { ",; \t".contains($0) }
      if words.isEmpty || (index == 0 && words.allSatisfy { Double($0) == nil }) { continue }
      let place = "\(shownName(of: csv)):\(index + 1)"
      guard words.count == 2, let time = Double(words[0]), let value = Double(words[1]),
        time.isFinite, value.isFinite
      else {
        let problem = "expected a time and a value, got \"\(line.prefix(60))\""
        throw CommandError(ExitStatus.badData, "\(place): \(problem)")
      }
      if let last = samples.last, time <= last.time {
        let problem =
          "time is \(time.shortest) s, after \(last.time.shortest) s; give times that rise"
        throw CommandError(ExitStatus.badData, "\(place): \(problem)")
      }
      samples.append((time, value))
    }
    return samples
  }

  private func recorded(_ reader: any TrajectoryReader) throws -> [(time: Double, value: Double)] {
    let end = to.map { max(0, $0) } ?? .infinity
    let trajectory = try Trajectory(of: reader, range: min(max(0, from ?? 0), end)...end)
    return try trajectory.points(of: "\(body ?? "").\(value ?? "")")
  }
}
