internal import ArgumentParser
internal import Chipmunk
internal import Motion
internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxJSON

/// `tiltbox curve`: prints or draws timing functions, or fits them to a motion.
struct CurveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "curve",
    abstract: "Print timing functions as numbers, draw them, or fit them to a motion.",
    discussion: """
      A curve is a name (see --list), four numbers x1,y1,x2,y2 of a cubic Bézier, or a CSS function: \
      cubic-bezier(…), steps(4, jump-none), linear(0, 0.25 75%, 1); and spring(mass, stiffness, \
      damping). Several curves share a table or a drawing.

      Examples:
        tiltbox curve easeIn 0.68,-0.55,0.735,1.55 --at .25,.5,.75
        tiltbox curve easeIn easeOut easeInOutBack -o curves.svg
        tiltbox curve --list -o all.svg

      --fit finds the fewest Bézier keyframes, or the spring, that reproduce a motion. It prints them as YAML, CSS \
      and Swift, or in one of these, or draws them with the motion:
        tiltbox curve --fit run.jsonl --body crate-1 --value y --within 1
        tiltbox curve --fit run.jsonl --body crate-1 --value y --within 1 -o fit.svg

      Exit status: 0 done; 64 usage; 65 a file is damaged, or nothing fits; 66 a file is missing; 74 writing failed.
      """
  )

  @Argument(help: ArgumentHelp("Names, numbers or CSS functions.", valueName: "curve"))
  var curves: [String] = []

  @Option(number: "t,t,…", help: "The times to print, with commas between.")
  var at: String?

  @Option(
    parsing: .unconditional,
    help: "The number of equal intervals to sample, if --at is absent. (default: \(defaultSamples))"
  )
  var samples: Int?
  private static let defaultSamples = 60

  @Option(help: "What to write; the default follows from the file's name, else csv.")
  var format: CurveFormat?

  @Option(
    name: .shortAndLong,
    help: "The file to write, instead of standard output.",
    completion: .file()
  )
  var output: String?

  @Flag(
    help:
      "List every named curve, with its other names and its control points; or write them all, in a format that is asked for."
  )
  var list = false

  @OptionGroup(title: "Fitting") var fitting: FitOptions

  func validate() throws {
    let isFit = fitting.fit != nil
    if isFit, list || !curves.isEmpty || at != nil {
      throw ValidationError("--fit stands by itself; drop the curves, --list and --at")
    }
    if let format = chosenFormat, isFit ? [.csv, .json].contains(format) : format.isCode {
      throw ValidationError(
        isFit
          ? "a fit is yaml, css, swift, svg or png, not \(format)"
          : "\(format) needs --fit FILE; curves are csv, json, svg or png"
      )
    }
    if curves.isEmpty, !list, !isFit {
      throw ValidationError("no curve given; tiltbox curve --list lists them")
    }
    if at != nil, let format = chosenFormat, [.svg, .png].contains(format) {
      throw ValidationError("--at chooses the times of a table, and \(format) draws all; drop one")
    }
    if let samples { try check(samples, 1...1_000_000, "--samples", "1 to 1000000") }
    let other = firstGiven([
      ("--fit", isFit), ("--at", at != nil), ("--list", list && chosenFormat == nil),
      ("a drawing", [.svg, .png].contains(chosenFormat)),
    ])
    if samples != nil, let other {
      throw ValidationError("--samples has no effect beside \(other); drop it")
    }
    let target = OutputTarget("-o", output)
    try target?.check(isNone: [(fitting.fit, "the motion to fit")])
    let formats = CurveFormat.allCases.filter { isFit ? ![.csv, .json].contains($0) : !$0.isCode }
    try target?.check(endings: formats.map(\.rawValue) + ["txt"], hasFormat: format != nil)
    if chosenFormat == .png, output?.hasSuffix(".png") != true {
      throw ValidationError("a PNG needs a file; name it with -o curve.png")
    }
    _ = try table()
  }

  func run() throws {
    if let file = fitting.fit {
      return try reportingFailure { try fitting.withFit(of: file, show) }
    }
    let format = chosenFormat
    let text = list && format == nil ? Curve.catalogue : try table().text(in: format ?? .csv)
    try reportingFailure {
      if format == .png, let output { return try PictureFile.write(text, to: output) }
      try writeOutput(text, to: output)
    }
  }

  private func show(_ fit: FitOptions.Fit) throws {
    let (samples, motion) = fit
    let (format, within) = (chosenFormat, fitting.within ?? 1)
    if format == .svg || format == .png {
      let name = [fitting.body, fitting.value].compactMap(\.self).joined(separator: ".")
      let svg = FitDrawing(name: name.isEmpty ? "motion" : name, samples: samples, motion: motion)
        .svg
      guard let output, format == .png else { return try writeOutput(svg, to: output) }
      return try PictureFile.write(svg, to: output)
    }
    let parts: [(CurveFormat, String, String?)] = [
      (.yaml, "# YAML\n", motion.yaml(target: fitting.target)),
      (.css, "/* CSS */\n", motion.css(name: fitting.name, tolerance: within)),
      (.swift, "// Swift\n", motion.swift),
    ]
    let wanted = parts.filter { format == nil || $0.0 == format }
    let texts = wanted.compactMap { _, title, text in
      text.map { format == nil ? title + $0 : $0 }
    }
    guard !texts.isEmpty else {
      throw CommandError(
        ExitStatus.badData,
        "this spring has no CSS: it settles too late, or where it began; "
          + "take --as keyframes, or --format yaml"
      )
    }
    try writeOutput(texts.joined(separator: "\n"), to: output)
  }

  /// The format given by `--format` or by the file's extension; nil if neither names one.
  private var chosenFormat: CurveFormat? { format ?? output.flatMap(CurveFormat.init(endingOf:)) }

  private func table() throws -> CurveTable {
    let names = (list ? TimingFunction.named.map(\.name) : []) + curves
    return CurveTable(curves: try names.map { try Curve($0) }, times: try times())
  }

  private func times() throws -> [Double] {
    let count = samples ?? Self.defaultSamples
    guard let at else { return (0...count).map { Double($0) / Double(count) } }
    return try at.split(separator: ",", omittingEmptySubsequences: false).map { word throws in
      guard let time = Double(word.filter { $0 != " " }), time.isFinite else {
        throw ValidationError("--at has \"\(word)\"; give numbers with commas between: .25,.5,.75")
      }
      return time
    }
  }
}

/// A timing function with the name that the user gave.
struct Curve {
  let name: String
  let function: TimingFunction

  init(name: String, function: TimingFunction) { (self.name, self.function) = (name, function) }

  /// Parses a name, four numbers or a CSS function.
  init(_ text: String) throws(ValidationError) {
    do throws(MotionError) {
      function = try TimingFunction(text)
      name = text
    } catch {
      let close = TimingFunction.nearestName(to: text).map {
        "timing function is \"\(text)\"; did you mean \($0)?"
      }
      throw ValidationError(close ?? "\(error)")
    }
  }

  /// Returns the value at a time; a zero has no sign.
  func value(at time: Double) -> Double { function(time) + 0 }

  /// The two inner control points of a cubic Bézier; nil for other functions.
  var controls: [SIMD2<Double>]? {
    guard case .cubicBezier = function else { return nil }
    return function.controlPoints.map { Array($0[1...2]) }
  }

  /// The CSS function of a cubic Bézier; nil for other functions.
  var css: String? {
    controls.map { points in
      "cubic-bezier(\(points.flatMap { [$0.x, $0.y] }.map(\.shortest).joined(separator: ", ")))"
    }
  }

  /// A list of all named curves, one per line: name, aliases, control points.
  static var catalogue: String {
    let rows = TimingFunction.named.map { entry in
      var notes = entry.aliases.map { "also \($0)" }
      if let css = Curve(name: entry.name, function: entry.function).css { notes.append(css) }
      return [entry.name, notes.joined(separator: "; ")]
    }
    return TextTable.lines(rows).map { $0 + "\n" }.joined()
  }
}

/// The output formats of `tiltbox curve`.
enum CurveFormat: String, CaseIterable, ExpressibleByArgument {
  case csv, json, svg, png, yaml, css, swift

  /// Whether the format is for animations, which only a fit makes.
  var isCode: Bool { [.yaml, .css, .swift].contains(self) }
}

/// A table of the values of curves at given times.
struct CurveTable {
  let curves: [Curve]
  let times: [Double]

  func text(in format: CurveFormat) -> String {
    switch format {
    case .csv: csv
    case .json: json
    case .svg, .png: CurveDrawing(curves: curves).svg
    case .yaml, .css, .swift: preconditionFailure("curves are no code")
    }
  }

  /// A column of times, then a column for each curve.
  private var csv: String {
    let header = ["t"] + curves.map { quoted($0.name) }
    let rows = times.map { t in
      ([t] + curves.map { $0.value(at: t) }).map(\.shortest).joined(separator: ",")
    }
    return ([header.joined(separator: ",")] + rows).map { $0 + "\n" }.joined()
  }

  private func quoted(_ name: String) -> String {
    var text = TextBuffer()
    text.append(csv: name)
    return text.text
  }

  /// A JSON object: the times; for each curve its name, its control points if it has any, and its values.
  private var json: String {
    let lines = curves.map { curve in
      let points = curve.function.controlPoints.map { points in
        [("controlPoints", JSON.array(points.map { JSON([$0.x, $0.y]) }))]
      }
      return JSON.object(
        [("name", .text(curve.name))] + (points ?? [])
          + [("values", JSON(times.map { curve.value(at: $0) }))]
      ).line
    }
    return "{\"t\":\(JSON(times).line),\"curves\":[\n" + lines.joined(separator: ",\n") + "\n]}\n"
  }
}
