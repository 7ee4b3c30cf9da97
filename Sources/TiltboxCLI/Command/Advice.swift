internal import ArgumentParser
internal import Tiltbox

extension TiltboxCommand {
  /// Ends with what to write, where a command line that cannot be parsed has a common mistake.
  static func advise(on error: any Error) {
    let message = message(for: error)
    // The words between apostrophes: what was written, and the option that it is for.
    let quoted = message.split(separator: "'", omittingEmptySubsequences: false)
    guard quoted.count > 2, let advice = advice(on: String(quoted[1]), in: message) else { return }
    let lines = fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false)
    printError("\(lines[0]); \(advice)")
    lines.dropFirst().forEach { printError(String($0)) }
    exit(withError: exitCode(for: error))
  }

  private static func advice(on word: String, in message: String) -> String? {
    if message.hasPrefix("The value ") {
      let point = word.replacing(",", with: ".")
      if point != word, Double(point) != nil { return "write \(point), with a point" }
      let number = word.prefix { $0.isNumber || "+-.".contains($0) }
      let unit = word.dropFirst(number.count).drop { $0 == " " }
      guard Double(number) != nil, !unit.isEmpty, unit.allSatisfy(\.isLetter) else { return nil }
      return "write \(number), without a unit"
    }
    if message.hasPrefix("Unexpected argument"), [".csv", ".txt"].contains(where: word.hasSuffix) {
      return "a tilt recording goes behind --tilt"
    }
    if message.hasPrefix("Unknown option"), word.hasPrefix("--") {
      let key = String(word.dropFirst(2))
      return Scenario.World.fields.table[key].map { _ in
        "a field of the scenario is changed by --set world.\(key)=…"
      }
    }
    return nil
  }
}
