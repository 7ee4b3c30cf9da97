internal import CChild

/// Runs of the `tiltbox` command on a pile, as fast as possible.
struct CommandRun {
  private let words: [String]
  private let pile: Pile

  init(_ pile: Pile, tiltbox: String, ticks: Int, _ settings: Settings) {
    self.pile = pile
    let scenario = settings.write(pile.scenarioFile(), as: "pile.json")
    let tilt = settings.write(pile.tiltFile(ticks: ticks), as: "tilt.csv")
    words = [tiltbox, "run", scenario, "--tilt", tilt, "--fast"]
  }

  /// Runs the command, and returns its CPU time in seconds.
  func seconds(ticks: Int, format: String = "none") -> Double {
    let duration = "\((Double(ticks) + 0.1) * pile.timeStep)"
    return Child.cost(of: words + ["--format", format, "--duration", duration]).seconds
  }
}
