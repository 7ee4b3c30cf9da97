internal import ArgumentParser
internal import Tiltbox

extension TiltboxCommand {
  /// If a command line that cannot be parsed has a common mistake, exits with advice on what to write.
  static func advise(on error: any Error) {
    let message = message(for: error)
    // The quoted words of the message: the argument, and the option that it belongs to.
    let quoted = message.split(separator: "'", omittingEmptySubsequences: false)
    guard quoted.count > 2, let advice = advice(on: String(quoted[1]), in: message) else { return }
    let lines = fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false)
    // Drop the parser's own suggestion, which would contradict the advice.
    let problem = lines[0].text(before: ". Did you mean ")
    printError("\(problem); \(advice)")
    lines.dropFirst().forEach { printError(String($0)) }
    exit(withError: exitCode(for: error))
  }

  private static func advice(on word: String, in message: String) -> String? {
    if message.hasPrefix("The value ") { return advice(onValue: word, in: message) }
    if message.hasPrefix("Unexpected argument") { return advice(onArgument: word) }
    guard message.hasPrefix("Unknown option"), word.hasPrefix("--") else { return nil }
    let key = String(word.dropFirst(2))
    if let option = otherNames.first(where: { $0.others.contains(key) })?.option {
      return "write \(option)"
    }
    return Scenario.World.fields.table[key].map { _ in "write --set world.\(key)=…" }
  }

  private static func advice(onValue word: String, in message: String) -> String? {
    if message.contains("'<count>'") {
      return "give the number of boxes first, as in tiltbox env 4 \(word)"
    }
    let point = word.replacing(",", with: ".")
    if point != word, Double(point) != nil { return "write \(point), with a point" }
    let number = word.prefix { $0.isNumber || "+-.".contains($0) }
    let unit = word.dropFirst(number.count).drop { $0 == " " }
    guard Double(number) != nil, !unit.isEmpty, unit.allSatisfy(\.isLetter) else { return nil }
    return "write \(number), without a unit"
  }

  private static func advice(onArgument word: String) -> String? {
    let words = CommandLine.arguments
    if let index = words.firstIndex(of: word), index >= 2,
      words[index - 2] == "--set", !words[index - 1].contains("=")
    {
      return "write --set \(words[index - 1])=\(word)"
    }
    if [".csv", ".txt"].contains(where: word.hasSuffix) { return "write --tilt \(word)" }
    if [".jsonl", ".mcap"].contains(where: word.hasSuffix) { return "write -o \(word)" }
    return words.dropFirst().first == "verify" ? "write --case \(word)" : nil
  }

  /// The names of options in other programs.
  private static let otherNames: [(option: String, others: [String])] = [
    ("--duration", ["time", "seconds", "length", "for", "until"]),
    ("--frames", ["fps", "framerate", "hz"]),
    ("--output", ["out", "file", "outfile", "record"]),
    ("--no-view", ["headless", "quiet", "batch"]),
    ("--fast", ["no-realtime", "nowait"]),
  ]
}

extension Substring {
  /// The text before a separator, or all of it.
  fileprivate func text(before separator: String) -> Substring {
    firstRange(of: separator).map { self[..<$0.lowerBound] } ?? self
  }
}
