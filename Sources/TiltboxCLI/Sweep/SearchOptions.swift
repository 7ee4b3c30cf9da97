internal import ArgumentParser

/// The goal and the limits of a search over intervals.
struct SearchOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Look for the values, in intervals low:high, at which a formula is least.",
      valueName: "formula"
    )
  )
  var minimize: String?

  @Option(
    help: ArgumentHelp("Look for the values at which a formula is greatest.", valueName: "formula")
  )
  var maximize: String?

  @Option(
    help: ArgumentHelp(
      "Look for the values at which two formulas are the same.",
      valueName: "formula=formula"
    )
  )
  var find: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The tolerance of --find; 1e-6 if absent.", valueName: "X")
  )
  var within: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The number of starting points of a search; 8 if absent.", valueName: "N")
  )
  var starts: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The most runs from each starting point; 200 if absent.", valueName: "N")
  )
  var evaluations: Int?

  /// The kind of goal, its formula and where it was given.
  var goal: (key: String, formula: String, origin: String)? {
    let given = [("minimize", minimize), ("maximize", maximize), ("find", find)]
    return given.compactMap { key, formula in
      formula.map { (key, $0, "--\(key) \($0)") }
    }.first
  }

  /// Whether a tolerance or a limit of the search is given.
  var hasLimits: Bool { within != nil || starts != nil || evaluations != nil }

  func validate() throws {
    guard [minimize, maximize, find].count(where: { $0 != nil }) <= 1 else {
      throw ValidationError("one thing is sought at a time: --minimize, --maximize or --find")
    }
  }
}
