internal import Chipmunk
internal import CReference
internal import Glibc

/// Many boxes: the machine's throughput in runs of five crates for two seconds, with one core and with all cores.
enum BoxesBenchmark {
  private static let ticks = 240

  static func run(_ settings: Settings) throws {
    note("boxes")
    let cores = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    let boxes = settings.isQuick ? 500 : 2000
    try compare("C, a process for each core", boxes, cores, settings) { jobs in
      let words = [CommandLine.arguments[0], "runs", "\(boxes / jobs)"]
      let children = (0..<jobs).map { _ in Child(words) }
      for child in children { _ = child.end() }
    }
    guard let tiltbox = settings.tiltbox else { return }
    let scenario = settings.write(Pile(count: 5).scenarioFile(.tiltbox), as: "pile.json")
    try compare("`tiltbox sweep`", boxes, cores, settings) { jobs in
      let words = [
        tiltbox, "sweep", scenario, "--set", "run.duration=2",
        "--vary", "bodies.crate-1.at[0]=uniform(12, 14)",
        "--samples", "\(boxes)", "--measure", "x=x(crate-1)", "--jobs", "\(jobs)", "--format",
        "csv",
      ]
      _ = Child.cost(of: words)
    }
  }

  private static func compare(
    _ way: String,
    _ boxes: Int,
    _ cores: Int,
    _ settings: Settings,
    _ run: @escaping (_ jobs: Int) -> Void
  ) throws {
    let ways = [1, cores].map { jobs in
      {
        let start = realTime()
        run(jobs)
        return realTime() - start
      }
    }
    let result = try Rounds(settings.isQuick ? 3 : 5, ways)
    let share = 1 / result.ratios[1] / Double(cores)
    for (index, jobs) in [1, cores].enumerated() {
      Row(
        what: "boxes a second",
        size: jobs == 1 ? "1 core" : "\(jobs) cores",
        way: way,
        value: number(Double(boxes) / result.times[index], 4),
        ratio: 1 / result.ratios[index],
        measured: share,
        target: index == 1 && way.hasPrefix("`") ? .atLeast(0.95, " × cores") : nil
      ).show()
    }
  }

  /// Runs a number of boxes in C, one after another, for a process that measures this one. Optionally computes a
  /// digest of the states of every tick.
  static func runInC(_ boxes: Int, digests: Bool) throws {
    let pile = Pile(count: 5)
    for _ in 0..<boxes {
      let scene = unsafe try pile.makeScene()
      var digest = 0xcbf2_9ce4_8422_2325 as UInt64
      for _ in 0..<ticks {
        unsafe CReferenceSceneTick(scene, 0, -pile.gravity)
        if digests { digest = unsafe CReferenceSceneDigest(scene, digest) }
      }
      unsafe CReferenceSceneFree(scene)
    }
  }
}
