internal import ArgumentParser
internal import Tiltbox

/// How many threads a tick may use.
struct ThreadOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Threads for the steps of one scenario, at most: large scenes use them. (default: one for each processor)",
      discussion: "The number changes no result.",
      valueName: "N"
    )
  )
  var threads: Int?

  func validate() throws {
    if let threads { try check(threads, 1...64, "--threads") }
  }

  /// The number for one of several scenarios that run at a time.
  func limit(beside jobs: Int = 1) -> Int {
    threads ?? min(max(Workers.cores / max(jobs, 1), 1), 64)
  }
}
