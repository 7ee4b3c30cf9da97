internal import ArgumentParser
internal import Motion

/// `tiltbox curve`: the values of timing functions, or a drawing of them.
struct CurveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "curve",
    abstract: "Print timing functions as numbers, or draw them.",
    discussion: """
      A curve is a name (see --list), four numbers x1,y1,x2,y2 of a cubic Bézier, or what CSS writes: \
      cubic-bezier(…), steps(4, jump-none), linear(0, 0.25 75%, 1); and spring(mass, stiffness, \
      damping). Several curves share a table, or stand side by side in a drawing.

      Examples:
        tiltbox curve easeIn 0.68,-0.55,0.735,1.55 --at .25,.5,.75
        tiltbox curve easeIn easeOut easeInOutBack -o curves.svg
        tiltbox curve --list -o all.svg

      Exit status: 0 done; 64 usage; 74 writing failed.
      """
  )

  @Argument(help: ArgumentHelp("Names, numbers or CSS functions.", valueName: "curve"))
  var curves: [String] = []

  @Option(help: ArgumentHelp("The times to print, with commas between.", valueName: "t,t,…"))
  var at: String?

  @Option(help: "Into how many equal parts the time is cut, without --at.")
  var samples = 60

  @Option(help: "What to write; the default follows from the file's name, else csv.")
  var format: CurveFormat?

  @Option(name: .shortAndLong, help: "The file to write, instead of standard output.")
  var output: String?

  @Flag(
    help: ArgumentHelp(
      "List every named curve, with its other names and its control points; or write them all, in a format that is asked for."
    )
  )
  var list = false

  func validate() throws {
    if curves.isEmpty, !list {
      throw ValidationError("Name a curve; tiltbox curve --list lists them.")
    }
    if !(1...1_000_000).contains(samples) {
      throw ValidationError("--samples is \(samples); give 1...1000000.")
    }
    if chosenFormat == nil, let name = output?.split(separator: "/").last,
      let dot = name.lastIndex(of: "."), dot > name.startIndex, !name.hasSuffix(".txt")
    {
      throw ValidationError(
        "\(name[dot...]) is no format of curves; name the file .csv, .json, .svg or .png, or give --format"
      )
    }
    if chosenFormat == .png, output?.hasSuffix(".png") != true {
      throw ValidationError("a PNG goes to a file; name it with -o curve.png")
    }
    _ = try table()
  }

  func run() throws {
    let format = chosenFormat
    let text =
      list && format == nil ? Curve.catalogue : try table().text(in: format ?? .csv)
    try reportingFailure {
      if format == .png, let output { return try PictureFile.write(text, to: output) }
      try deliver(text, to: output)
    }
  }

  /// The format that is asked for, by itself or with the file's name.
  private var chosenFormat: CurveFormat? {
    format ?? CurveFormat.allCases.first { output?.hasSuffix(".\($0.rawValue)") == true }
  }

  private func table() throws -> CurveTable {
    let names = (list ? TimingFunction.named.map(\.name) : []) + curves
    return CurveTable(curves: try names.map { try Curve($0) }, times: try times())
  }

  private func times() throws -> [Double] {
    guard let at else { return (0...samples).map { Double($0) / Double(samples) } }
    return try at.split(separator: ",", omittingEmptySubsequences: false).map { word throws in
      guard let time = Double(word.filter { $0 != " " }), time.isFinite else {
        throw ValidationError("--at has \"\(word)\"; give numbers with commas between: .25,.5,.75")
      }
      return time
    }
  }
}
