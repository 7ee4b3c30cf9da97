// The ways in other processes.
extension StepWay {
  /// A program that answers a number of ticks with their time in seconds, and `heights` with the heights.
  static func peer(_ name: String, _ words: [String]) -> StepWay {
    let child = Child(words)
    return StepWay(
      name: name,
      run: { ticks in
        guard let seconds = Double(child.ask("\(ticks)")) else {
          fatalError("\(name) gave no time")
        }
        return seconds
      },
      heights: { Heights(line: child.ask("heights")) }
    )
  }

  /// Returns the peers whose programs are installed.
  static func peers(_ pile: Pile, _ settings: Settings) -> [StepWay] {
    let file = settings.write(pile.peerFile, as: "pile.txt")
    var ways: [StepWay] = []
    if let python = settings.python {
      let pymunk = [python, settings.peers + "/pymunk_pile.py", file]
      ways.append(.peer("pymunk, body by body", pymunk + ["bodies"]))
      ways.append(.peer("pymunk, batch", pymunk + ["batch"]))
    }
    let box2d = settings.folder + "/box2d_pile"
    if settings.has(box2d) { ways.append(.peer("Box2D 2.4, C++", [box2d, file])) }
    if let python = settings.python {
      let box2D3 = [python, settings.peers + "/box2d3_pile.py", file]
      ways.append(.peer("Box2D 3.1, pyb2d3", box2D3))
      ways.append(.peer("Box2D 3.1, nothing read", box2D3 + ["--blind"]))
    }
    return ways
  }
}
