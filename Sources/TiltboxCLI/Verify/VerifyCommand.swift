internal import ArgumentParser
internal import Chipmunk
internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxVerification

/// `tiltbox verify`: compares the physics with theory.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Compare the physics with theory in cases that have a known result.",
    usage: "tiltbox verify [<options>]",
    discussion: """
      Each case runs at each step and is compared with the exact solution of the integrator (discrete theory) if \
      there is one, otherwise with that of the differential equation (continuous theory). The exit status is 1 if \
      an error exceeds its tolerance.

        tiltbox verify                                 every case at four steps
        tiltbox verify --case free-fall --step 1/1000  one case at your own step
        tiltbox verify --plot errors.svg               errors against steps
        tiltbox verify --format json > physics.json    for other programs
      """
  )

  /// The format of the report.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json, markdown
  }

  @Option(help: "How to write the report.")
  var format: Format = .text

  @Option(
    name: .customLong("step"),
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A step to run at, in seconds, as a number or a fraction; several may be given.",
      valueName: "S"
    ),
    transform: Self.step
  )
  var steps: [Double] = []

  @Option(name: "case", value: "NAME", help: "A case to run; several may be given.")
  var names: [String] = []

  @Option(value: "FILE", help: "Draw errors against steps into a file (.svg, .png).")
  var plot: String?

  @Option(
    help: ArgumentHelp(
      "What computes the steps: tiltbox (default), or chipmunk, the C library.",
      valueName: "NAME"
    ),
    transform: Self.engine
  )
  var engine = Engine.tiltbox

  @Flag(help: "List the cases and what each one shows.")
  var list = false

  func validate() throws {
    _ = try cases()
    try OutputTarget("--plot", plot)?.check(endings: ["svg", "png"])
    if plot != nil, Set(steps).count == 1 {
      throw ValidationError("a plot needs two steps at least; give --step again, or leave it out")
    }
  }

  func run() throws {
    try reportingFailure {
      let cases = try cases()
      if list {
        let lines = TextTable.lines(cases.map { [$0.name, $0.summary] })
        return try writeOutput(lines.map { $0 + "\n" }.joined(), to: nil)
      }
      try OutputTarget("--plot", plot)?.checkAccess()
      let report = try measure(cases)
      switch format {
      case .text: try writeOutput(report.text, to: nil)
      case .json: try writeOutput(report.json, to: nil)
      case .markdown: try writeOutput(report.markdown, to: nil)
      }
      if let plot {
        guard let picture = ConvergencePlot(report) else {
          let words = "no picture: these cases claim no order of convergence; leave --case out"
          throw CommandError(ExitStatus.usage, words)
        }
        try PictureFile.write(picture.svg, to: plot)
      }
      if !report.passes { throw ExitStatus.expectationFailed }
    }
  }

  private func measure(_ cases: [VerificationCase]) throws -> VerificationReport {
    let given = steps.isEmpty ? VerificationSettings.defaultSteps : steps
    let settings = VerificationSettings(steps: given.unique, engine: engine)
    var progress = ProgressLine()
    defer { progress.clear() }
    return try settings.run(cases) { name, index, count in
      progress.show("verify \(index)/\(count): \(name)")
    }
  }

  private func cases() throws -> [VerificationCase] {
    guard !names.isEmpty else {
      return VerificationCase.all.filter { $0.engines.contains(engine) }
    }
    return try names.unique.map { name in
      if let found = VerificationCase.all.first(where: { $0.name == name }) {
        if found.engines.contains(engine) { return found }
        let others = found.engines.map(\.rawValue).sorted().joined(separator: ", ")
        throw ValidationError(
          "\(name) is not for the engine \(engine.rawValue); use --engine \(others)"
        )
      }
      let known = VerificationCase.all.map(\.name)
      let advice =
        Suggestion.nearest(to: name, among: known).map { "did you mean \($0)?" }
        ?? "the cases are \(known.joined(separator: ", "))"
      throw ValidationError("no case is called \"\(name)\"; \(advice)")
    }
  }
}

extension Array where Element: Hashable {
  /// The elements without later duplicates.
  fileprivate var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension VerifyCommand {
  /// Parses a step in seconds: `0.01` or `1/100`.
  fileprivate static func step(_ text: String) throws -> Double {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Double($0) }
    let numbers = parts.compactMap(\.self)
    let range = VerificationSettings.step
    guard numbers.count == parts.count, (1...2).contains(numbers.count) else {
      throw ValidationError("give seconds, as in 0.01 or 1/100")
    }
    let step = numbers.count == 1 ? numbers[0] : numbers[0] / numbers[1]
    guard range.contains(step) else {
      throw ValidationError("give a step from \(range.lowerBound) to 1/30 s")
    }
    return step
  }

  fileprivate static func engine(_ name: String) throws -> Engine {
    guard let engine = Engine(rawValue: name) else {
      throw ValidationError("give \(Engine.allCases.map(\.rawValue).joined(separator: " or "))")
    }
    return engine
  }
}
