internal import ArgumentParser
internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxSweep

/// `tiltbox sweep`: runs a scenario many times with varied fields.
struct SweepCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract: "Run a scenario many times with varied values, on all cores, and measure each run.",
    discussion: """
      Each run is a row of results, in the order of the plan; a failed run is a row with an error. Without a \
      scenario, the classic five crates run.

        tiltbox sweep crates.yaml --vary walls.elasticity=0:1.2:0.05 \\
          --measure 'bounce=max(y(crate-5), 1, 10)'
        tiltbox sweep fall.yaml --vary 'world.gravity=normal(1000, 50)' \\
          --samples 10000 --measure 'stays=max(y(ball)) < 300' -o results.csv
        tiltbox sweep --plan plan.yaml -o results.jsonl --resume   start or continue
        tiltbox sweep --plan plan.yaml --shard 3/16 -o part-3.jsonl   one of 16
        tiltbox sweep --merge part-*.jsonl -o results.jsonl        join the parts
        tiltbox sweep --missing part-*.jsonl                       what they lack
        tiltbox sweep --plan plan.yaml --missing part-*.jsonl -o more.jsonl
        tiltbox sweep --vary tilt[0]=-1:1 --find 'x(crate-3) = 267' --within 0.5

      Values: a range first:last:step, a list with commas, uniform(a, b), normal(mean, deviation), \
      loguniform(a, b); several --vary form a grid, or with --zip vary together. A measure is a formula: \
      y(ball), y(ball, 1.5) at a time, max, min and mean over the run, firstContact(ball, walls), \
      contacts(ball), asleep(ball), expect, a comparison.

      Exit status: 0 done, even if some runs failed; 1 every run failed, --find found nothing, or --missing \
      without --plan found missing runs; 64 usage error; 65 a file is invalid; 66 a file is missing; 70 internal \
      error. These are permanent. After all others, retry with --resume: 74 reading or writing failed; 130 or 143 \
      stopped, with finished runs kept.
      """
  )

  @Argument(
    help: ArgumentHelp(
      "The scenario file; with --merge and --missing, the parts.",
      valueName: "scenario"
    ),
    completion: .scenario
  )
  var files: [String] = []

  @OptionGroup var changes: Overrides

  @Option(value: "path=values", help: "A field and its values.")
  var vary: [String] = []

  @Flag(help: "Pair the values of several fields one to one instead of combining each with each.")
  var zip = false

  @Option(number: "N", help: "The number of runs with random values.")
  var samples: Int?

  @Option(number: "SEED", help: "The seed of the random values; 0 if absent.")
  var seed: UInt64?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A measure of each run.", valueName: "name=formula")
  )
  var measure: [String] = []

  @Option(value: "FILE", help: "Read all of this from a file.")
  var plan: String?

  @Option(
    outputs:
      "Write results (.jsonl, .csv) to a file instead of standard output, or a plot (.svg, .png); may be given again."
  )
  var outputs: [String] = []

  @Option(help: "How to write results. (default: by the file's name, else jsonl)")
  var format: ResultsFormat?

  @Option(number: "N", help: "Runs at a time.")
  var jobs = Workers.cores

  @Flag(help: "Continue an existing results file; start a new one if there is none.")
  var resume = false

  @Flag(
    help:
      "Add a column wall with the seconds each run took; it is the only column that differs between equal sweeps."
  )
  var timing = false

  @Option(value: "I/N", help: "Run only one shard of the runs.")
  var shard: String?

  @Option(number: "I", help: "The shard to run, counted from 0; needs --shard-count.")
  var shardIndex: Int?

  @Option(number: "N", help: "The number of shards; needs --shard-index.")
  var shardCount: Int?

  @Flag(
    help: """
      List the runs that are missing from the parts or have failed. With --plan, run only these, in any number of shards.
      """
  )
  var missing = false

  @Flag(help: "Merge the results of all shards.")
  var merge = false

  @OptionGroup(title: "Search") var search: SearchOptions

  func validate() throws {
    try check(jobs, 1...1024, "--jobs")
    if missing { return try validateMissing() }
    if merge {
      guard !files.isEmpty else { throw ValidationError("name the parts to --merge") }
      guard plan == nil, !describesPlan, !isPart, !resume, !timing, !search.hasLimits else {
        throw ValidationError("--merge takes parts and -o alone; the plan is in the parts")
      }
      return
    }
    guard files.count <= 1 else {
      throw ValidationError(
        "a sweep has one scenario, and here are \(files.count); drop the others"
      )
    }
    if search.goal != nil || search.hasLimits { try validateSearch() }
    if plan != nil {
      guard files.isEmpty, !describesPlan else {
        let others = files.isEmpty ? "the options" : files.joined(separator: " ")
        throw ValidationError("--plan has scenario, fields and measures in it; drop \(others)")
      }
    } else if vary.isEmpty {
      throw ValidationError("nothing varies; give --vary path=values, or --plan")
    }
  }

  /// The shard to run; nil for all runs.
  var part: Shard? {
    get throws {
      switch (shard, shardIndex, shardCount) {
      case (let text?, nil, nil): return try Shard(text)
      case (nil, nil, nil): return nil
      case (nil, let index?, let count?): return try Shard(index: index, count: count)
      case (nil, _, _):
        throw ValidationError("--shard-index and --shard-count go together; give both")
      default:
        throw ValidationError(
          "--shard counts parts from 1 on, --shard-index from 0 on; drop one of them"
        )
      }
    }
  }

  private var isPart: Bool { shard != nil || shardIndex != nil || shardCount != nil }

  /// Whether an option is given that a plan file has inside.
  private var describesPlan: Bool {
    !vary.isEmpty || !measure.isEmpty || !changes.list.isEmpty || samples != nil || seed != nil
      || zip || search.goal != nil
  }

  private func validateSearch() throws {
    guard !isPart, !missing else {
      let option = isPart ? "--shard" : "--missing"
      throw ValidationError(
        "\(option): a search has no parts, each of its runs follows from those before; drop it"
      )
    }
    guard !timing, samples == nil, !zip else {
      throw ValidationError("a search chooses its own values; drop --timing, --samples, --zip")
    }
  }

  private func validateMissing() throws {
    guard !files.isEmpty else { throw ValidationError("name the parts with --missing") }
    guard !merge, !describesPlan, !timing, !search.hasLimits else {
      throw ValidationError(
        "--missing takes parts, and --plan to make what they lack; drop the rest"
      )
    }
    guard plan != nil || outputs.isEmpty && !resume && !isPart else {
      throw ValidationError(
        "to make what is missing, give the --plan; without it, it is told alone"
      )
    }
  }

  func run() throws {
    StopSignal.listen()
    try reportingFailure {
      if missing, plan == nil {
        let gaps = try MissingRuns(files)
        try writeOutput(gaps.text.escapedForTerminal, to: nil)
        if gaps.both.count > 0 { throw ExitStatus.expectationFailed }
        return
      }
      let outputs = try SweepOutputs(self.outputs, format: format)
      if merge { return try outputs.merge(files, format) }
      let request = try SweepRequest(self)
      try outputs.check(isNone: request.source.scenario.inputs)
      guard let goal = request.goal else { return try runSweep(request, outputs) }
      try validateSearch()
      if let plot = outputs.plot {
        throw SweepError("\(plot): a search draws nothing; -o trace.jsonl keeps its runs")
      }
      try runSearch(request.search(goal), outputs)
    }
  }
}

/// The description of a sweep, from options or a plan file.
struct SweepRequest {
  /// The goal of a search: `minimize`, `maximize` or `find`, its formula and where it was given.
  let goal: (key: String, formula: String, origin: String)?
  let within: Double?
  let starts: Int
  let evaluations: Int

  let source: ScenarioTemplate
  private let axes: [Axis]
  private let combination: SweepPlan.Combination
  private let samples: Int?
  private let seed: UInt64
  private let measures: [Measure]

  /// Reads the plan file or the options, and the scenario.
  ///
  /// Throws `FileError`, `ScenarioFileError` or `SweepError`.
  init(_ command: SweepCommand) throws {
    let search = command.search
    let file = try command.plan.map { try PlanFile(utf8: readInput($0), path: shownName(of: $0)) }
    // Beside a plan, the files are the parts of --missing.
    let scenario = file == nil ? command.files.first : file?.scenario
    let overrides = file?.overrides ?? command.changes.list
    let (text, name) = try ScenarioOptions.text(of: scenario)
    do throws(ScenarioFileError) {
      source = try ScenarioTemplate(utf8: text, file: name, overrides: overrides)
    } catch {
      throw file?.placed(error) ?? error
    }
    let source = source
    axes = try file?.axes ?? command.vary.map { try Axis($0, origin: "--vary \($0)") }
    let set = overrides.map { source.numbered(String($0.prefix { $0 != "=" })) }
    if let axis = axes.first(where: { set.contains(source.numbered($0.path)) }) {
      let words = "\(file == nil ? "--set" : "set") gives the field a value too; drop one of them"
      throw SweepError(file == nil ? .usage : .badData, "\(axis.origin): \(words)")
    }
    measures =
      try file?.measures.map {
        try Measure(name: $0.name, formula: $0.formula, of: source, origin: $0.origin)
      } ?? command.measure.map { try Measure($0, of: source, origin: "--measure \($0)") }
    combination = file?.combination ?? (command.zip ? .zip : .grid)
    (samples, seed) = (file?.samples ?? command.samples, file?.seed ?? command.seed ?? 0)
    (goal, within) = (file?.goal ?? search.goal, search.within ?? file?.within)
    let given = (
      starts: search.starts ?? file?.starts, evaluations: search.evaluations ?? file?.evaluations
    )
    (starts, evaluations) = (given.starts ?? 8, given.evaluations ?? 200)
    let hasLimits = within != nil || given.starts != nil || given.evaluations != nil
    guard goal != nil || !hasLimits else {
      throw SweepError(
        "--within, --starts and --evaluations go with a search; give --minimize, --maximize or --find"
      )
    }
    if let goal {
      guard samples == nil, combination == .grid else {
        throw SweepError("a search chooses its own values; drop samples and combine")
      }
      guard within == nil || goal.key == "find" else {
        throw SweepError("--within is the tolerance of --find, and none of \(goal.key); drop it")
      }
    }
    if let within, !(within >= 0 && within.isFinite) {
      throw SweepError("--within is \(within); give a number from 0 on")
    }
  }

  /// Makes the plan; that of a search has its goal before the other measures.
  func plan(_ goal: [Measure] = [], searchRuns: Int? = nil) throws(SweepError) -> SweepPlan {
    try SweepPlan(
      source,
      axes: axes,
      combination: combination,
      samples: samples,
      seed: seed,
      measures: goal + measures,
      searchRuns: searchRuns
    )
  }

  /// Makes the search; its goal is the first measure.
  func search(_ goal: (key: String, formula: String, origin: String)) throws(SweepError) -> Search {
    let sought = try Measure(
      name: goal.key == "find" ? "off" : goal.key,
      formula: goal.formula,
      of: source,
      origin: goal.origin,
      isEquation: goal.key == "find"
    )
    let plan = try plan([sought], searchRuns: starts * evaluations)
    let kinds: [String: Goal] = ["minimize": .minimize, "maximize": .maximize]
    var search = Search(plan, goal: kinds[goal.key] ?? .find(within: within ?? 1e-6))
    (search.starts, search.evaluations) = (starts, evaluations)
    return search
  }
}
