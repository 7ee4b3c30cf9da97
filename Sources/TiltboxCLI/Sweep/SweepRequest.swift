internal import ArgumentParser
internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxSweep

/// The description of a sweep, from options or a plan file.
struct SweepRequest {
  /// The goal of a search: `minimize`, `maximize` or `find`, its formula and where it was given.
  let goal: (key: String, formula: String, origin: String)?
  let within: Double?
  let starts: Int
  let evaluations: Int

  private let source: ScenarioSource
  private let axes: [Axis]
  private let combination: SweepPlan.Combination
  private let samples: Int?
  private let seed: UInt64
  private let measures: [Measure]

  /// Reads the plan file or the options, and the scenario.
  ///
  /// Throws `FileError`, `ScenarioFileError` or `SweepError`.
  init(_ command: SweepCommand) throws {
    if let path = command.plan {
      let file = try PlanFile(utf8: readInput(path), path: shownName(of: path))
      let source = try Self.source(file.scenario, file.overrides)
      (self.source, axes, combination) = (source, file.axes, file.combination)
      (samples, seed) = (file.samples, file.seed)
      measures = try file.measures.map {
        try Measure(name: $0.name, formula: $0.formula, of: source, origin: $0.origin)
      }
      goal = file.goal
      within = command.search.within ?? file.within
      starts = command.search.starts ?? file.starts ?? 8
      evaluations = command.search.evaluations ?? file.evaluations ?? 200
    } else {
      let source = try Self.source(command.files.first, command.changes.list)
      self.source = source
      axes = try command.vary.map { try Axis($0, origin: "--vary \($0)") }
      combination = command.zip ? .zip : .grid
      (samples, seed) = (command.samples, command.seed ?? 0)
      measures = try command.measure.map {
        try Measure($0, of: source, origin: "--measure \($0)")
      }
      (goal, within) = (command.search.goal, command.search.within)
      (starts, evaluations) = (command.search.starts ?? 8, command.search.evaluations ?? 200)
    }
    guard goal != nil || !command.search.hasLimits else {
      throw SweepError(
        "--within, --starts and --evaluations go with a search; give --minimize, --maximize or --find"
      )
    }
    guard (1...10_000).contains(starts), (1...1_000_000).contains(evaluations) else {
      throw SweepError(
        "\(starts) starts of \(evaluations) evaluations; give 1 to 10000 of 1 to 1000000"
      )
    }
    if let within, !(within >= 0 && within.isFinite) {
      let name = command.search.within == nil ? "within" : "--within"
      throw SweepError("\(name) is \(within); give a number from 0 on")
    }
  }

  private static func source(_ file: String?, _ overrides: [String]) throws -> ScenarioSource {
    let bytes =
      try file.map { try readInput($0, atMost: SourceText.mostBytes) }
      ?? Array(Scenario.classicText.utf8)
    let name = file.map(shownName) ?? "classic"
    return try ScenarioSource(utf8: bytes, file: name, overrides: overrides)
  }

  func plan() throws(SweepError) -> SweepPlan {
    try SweepPlan(
      source,
      axes: axes,
      combination: combination,
      samples: samples,
      seed: seed,
      measures: measures
    )
  }

  /// Makes the search; its goal is the first measure.
  func search() throws(SweepError) -> Search {
    guard let goal else { preconditionFailure("nothing is sought") }
    let sought = try Measure(
      name: goal.key == "find" ? "off" : goal.key,
      formula: goal.formula,
      of: source,
      origin: goal.origin,
      isEquation: goal.key == "find"
    )
    let plan = try SweepPlan(
      search: source,
      axes: axes,
      seed: seed,
      measures: [sought] + measures,
      runs: starts * evaluations
    )
    let kinds: [String: Goal] = ["minimize": .minimize, "maximize": .maximize]
    var search = Search(plan, goal: kinds[goal.key] ?? .find(within: within ?? 1e-6))
    (search.starts, search.evaluations) = (starts, evaluations)
    return search
  }
}
