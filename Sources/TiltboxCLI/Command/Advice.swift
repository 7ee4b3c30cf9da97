internal import ArgumentParser
internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxPlatform

extension TiltboxCommand {
  /// Returns the message on a command line that cannot be parsed, with advice on a common mistake; nil if it has none.
  static func advice(on error: any Error) -> String? {
    var message = escapingArguments(in: message(for: error))
    // The parser reports a missing or invalid value before an unknown option, which may be its cause.
    let unknown = message.hasPrefix("Unknown option ") ? nil : unknownOption
    if let unknown { message = "Unknown option '\(unknown.escapedName)'" }
    // The quoted words of the message: the argument, and the option that it belongs to.
    let quoted = message.split(separator: "'", omittingEmptySubsequences: false).map(String.init)
    let advice = quoted.count > 2 ? advice(on: quoted) : nil
    guard advice != nil || unknown != nil else { return nil }
    let lines = escapingArguments(in: fullMessage(for: error))
      .split(separator: "\n", omittingEmptySubsequences: false)
    // Drop the parser's own suggestion, which would contradict the advice.
    let problem =
      unknown == nil ? String(lines[0].text(before: ". Did you mean ")) : "Error: \(message)"
    let rest = lines.dropFirst().filter { unknown == nil || !$0.hasPrefix("Help:") }
    return (["\(problem); \(advice ?? "drop it")"] + rest).joined(separator: "\n")
  }

  /// Returns a message with line ends in the arguments that it quotes, or in the values after their `=`, as escapes.
  static func escapingArguments(in message: String) -> String {
    CommandLine.arguments.flatMap { [$0, String($0.drop { $0 != "=" }.dropFirst())] }
      .filter { $0 != $0.escapedName }
      .reduce(message) { $0.replacing($1, with: $1.escapedName) }
  }

  /// Returns advice on a message, split at its quotes.
  private static func advice(on parts: [String]) -> String? {
    switch parts[0] {
    case "The value " where parts.count > 4: advice(onValue: parts[1], of: parts[3], parts[4])
    case "Unexpected argument ": advice(onArgument: parts[1])
    case "Unknown option ": advice(onOption: parts[1])
    case "Missing expected argument " where parts[1] == "<count>":
      "give the number of environments, from 1 to 65536"
    default: nil
    }
  }

  /// Returns advice on an invalid value of an option such as `--duration <S>`; `rest` is what the parser says about
  /// valid values.
  private static func advice(onValue word: String, of option: String, _ rest: String) -> String? {
    if option == "<count>", word.first?.isNumber == false {
      return "give the number of environments first, as in tiltbox env 4 \(word)"
    }
    let point = word.replacing(",", with: ".")
    if point != word, Double(point) != nil { return "write \(point), with a point" }
    let kind = option.split { " <>".contains($0) }.last.map(String.init) ?? ""
    let number = word.prefix { $0.isNumber || "+-.".contains($0) }
    let unit = word.dropFirst(number.count).drop { $0 == " " }
    let isLength = kind == "PX" && !unit.hasPrefix("p")
    if let value = Double(number), !unit.isEmpty, unit.allSatisfy(\.isLetter), !isLength {
      let factor = ["ms": 1e-3, "min": 60, "h": 3600, "kHz": 1e3][unit]
      return "write \(factor.map { (value * $0).brief() } ?? String(number)), without a unit"
    }
    guard rest.isEmpty else { return nil }
    return validValues[kind] ?? "give a whole number"
  }

  /// What is valid, by the name of an option's value in the help.
  private static let validValues = [
    "S": "write seconds, as in 5", "HZ": "write a number, as in 60",
    "SEED": "give a whole number from 0 to \(UInt64.max)", "PX": "write pixels, as in 480",
    "X": "write a number, as in 0.5", "port": "give 0 to 65535",
  ]

  private static func advice(onArgument word: String) -> String? {
    if [".csv", ".txt"].contains(where: word.hasSuffix) { return "write --tilt \(word)" }
    let command = CommandLine.arguments.dropFirst().first
    if command != "diff", [".jsonl", ".mcap"].contains(where: word.hasSuffix) {
      return "write -o \(word)"
    }
    switch command {
    case "diff": return "it compares two runs; drop \(word)"
    case "run" where [".yaml", ".yml", ".json"].contains(where: word.hasSuffix):
      return "tiltbox run takes one scenario, and tiltbox check several"
    case "verify": return "write --case \(word)"
    default: return nil
    }
  }

  private static func advice(onOption word: String) -> String? {
    let name = CommandLine.arguments.dropFirst().first ?? ""
    if name == word, ["-v", "-V"].contains(word) { return "write --version" }
    guard word.hasPrefix("--") else { return nil }
    guard let command = subcommands.first(where: { $0.configuration.commandName == name }) else {
      return suggestion(for: word, among: options(of: Self.self))
    }
    let (key, own) = (String(word.dropFirst(2)), options(of: command))
    let synonym = otherNames.first { own.contains($0.option) && $0.others.contains(key) }
    if let synonym { return "write \(synonym.option)" }
    if let way = otherWays.first(where: { $0.command == name && $0.options.contains(key) }) {
      return way.advice
    }
    if own.contains("--set") {
      if Scenario.World.fields.table[key] != nil { return "write --set world.\(key)=…" }
      if Scenario.Run.fields.table[key] != nil { return "write --set run.\(key)=…" }
    }
    let owners = subcommands.filter { options(of: $0).contains(word) }
    guard !owners.isEmpty else { return suggestion(for: word, among: own) }
    let names = owners.compactMap { $0.configuration.commandName }.joined(separator: ", ")
    return "it is an option of tiltbox \(names) and not of \(name); drop it"
  }

  private static func suggestion(for word: String, among options: [String]) -> String? {
    let known = options.filter { $0.hasPrefix("--") }
    return Suggestion.nearest(to: word, among: known).map { "did you mean \($0)?" }
  }

  /// The first argument that looks like an option of the subcommand and is none.
  private static var unknownOption: String? {
    let arguments = CommandLine.arguments.dropFirst()
    guard
      let command = subcommands.first(where: { $0.configuration.commandName == arguments.first })
    else { return nil }
    let known = options(of: command)
    return arguments.dropFirst().prefix { $0 != "--" }.lazy
      .map { String($0.prefix { $0 != "=" }) }
      .first { word in
        let isOption = word.hasPrefix("--") || word.count == 2 && word.last?.isLetter == true
        return word.hasPrefix("-") && isOption && !known.contains(word)
      }
  }

  /// An option that the command line gives twice, so that the parser would ignore a file, a picture or a search; nil if
  /// there is none. Of a number, the last one counts, so that a script can append it.
  static var repeatedOption: String? {
    let arguments = CommandLine.arguments.dropFirst()
    let words = arguments.prefix { $0 != "--" }.map { $0.prefix { $0 != "=" } }
    let mayRepeat = arguments.first == "sweep" ? "--output" : nil
    return singleOptions.first { option in
      option != mayRepeat
        && words.count { $0 == option || option == "--output" && $0 == "-o" } > 1
    }
  }

  /// Options with one file, one list or one formula; a sweep may have several outputs.
  private static let singleOptions = [
    "--output", "--junit", "--pictures", "--journal", "--plot", "--at", "--plan", "--minimize",
    "--maximize", "--find",
  ]

  /// Returns the options of a subcommand that its help lists.
  private static func options(of command: any ParsableCommand.Type) -> [String] {
    helpMessage(for: command, columns: 80).split(separator: "\n").filter { $0.hasPrefix("  -") }
      .flatMap { line in
        line.dropFirst(2).text(before: "  ").split { ", /".contains($0) }.map(String.init)
      }
  }

  /// What to do instead of options that a subcommand does not have.
  private static let otherWays: [(command: String, options: [String], advice: String)] = [
    ("serve", ["duration"], "a service runs until Ctrl-C or SIGTERM stops it; drop it"),
    (
      "run", ["speed", "slow", "slowmo", "slow-motion", "rate"],
      "with --tilt -, the line {\"speed\":0.25} on standard input slows a run down"
    ),
  ]

  /// The names of options in other programs and in other subcommands.
  private static let otherNames: [(option: String, others: [String])] = [
    ("--duration", ["time", "seconds", "length", "for", "until"]),
    ("--to", ["duration", "time", "seconds", "length", "until", "end"]),
    ("--frames", ["fps", "framerate", "hz"]),
    ("--output", ["out", "file", "outfile", "record"]),
    ("--no-view", ["headless", "quiet", "batch"]),
    ("--fast", ["no-realtime", "nowait"]),
    ("--engine", ["broadphase"]),
  ]
}

extension Substring {
  /// The text before a separator, or all of it.
  fileprivate func text(before separator: String) -> Substring {
    firstRange(of: separator).map { self[..<$0.lowerBound] } ?? self
  }
}

/// Returns an error's message. If a file is missing, the message names the missing folder or suggests a similar name. If
/// a file or its folder is read-only, the message says so.
func explained(_ error: any Error) -> String {
  switch error {
  case let error as FileError where error.isMissing:
    if let field = error.field, field.hasSuffix(".digest") {
      [
        error.place, field,
        "\(error.path.escapedName) is neither a digest of 16 hexadecimal digits nor a file",
      ]
      .compactMap(\.self).joined(separator: ": ")
    } else {
      "\(error)"
        + (advice(onMissing: error.path)
          ?? (error.field == "tilt.file" ? "; a path starts at the scenario's folder" : ""))
    }
  case OutputError.failed(let file, ENOENT): "\(error)" + (advice(onMissing: file) ?? "")
  case OutputError.failed(let file, EACCES): "\(error)" + (advice(onReadOnly: file) ?? "")
  default: "\(error)"
  }
}

extension FileCheck {
  /// A check with the command's advice on missing files.
  init(always: Bool) {
    self.init(always: always) { error in
      guard let field = error.field else { return explained(error) }
      return String(explained(error).dropFirst("\(field): ".count))
    }
  }
}

/// Returns `; the file is read-only; make it writable`, or the same about its folder; nil if both are writable.
private func advice(onReadOnly file: String) -> String? {
  let path = absolutePath(of: file)
  if isFile(path), unsafe access(path, W_OK) != 0 {
    return "; the file is read-only; make it writable"
  }
  let folder = PathParts(path).folderToRead
  return unsafe access(folder, W_OK) == 0
    ? nil : "; the folder \(folder.escapedName) is read-only; make it writable"
}

/// Returns `; did you mean crates.yaml?`, or nil. Complexity: O(*files in the folder*).
private func advice(onMissing path: String) -> String? {
  let parts = PathParts(path)
  guard let names = fileNames(in: parts.folderToRead) else {
    return parts.folder.isEmpty ? nil : "; there is no folder \(parts.folder.escapedName)"
  }
  guard !names.contains(parts.name) else {
    return parts.name.contains("\u{FFFD}") ? "; its name is not UTF-8: rename it" : nil
  }
  return nearest(to: parts.name, among: names).map {
    "; did you mean \((parts.folder + $0).escapedName)?"
  }
}

/// The extensions of files that the command reads; another file is none that it could mean.
private let readable = [".yaml", ".yml", ".json", ".jsonl", ".csv", ".txt", ".tsv", ".mcap"]

/// Returns the file whose stem is nearest, and of several the one whose whole name is: at most one letter in three of
/// the stem may be wrong.
private func nearest(to name: String, among names: [String]) -> String? {
  func stem(_ name: String) -> [UInt8] { Array(name.lowercased().utf8.prefix { $0 != 0x2E }) }
  let own = stem(name)
  let isReadable = readable.contains(where: name.hasSuffix)
  let distances = names.sorted().filter { other in
    !other.hasPrefix(".") && (!isReadable || readable.contains(where: other.hasSuffix))
  }.map {
    (Suggestion.distance(own, stem($0)), Suggestion.distance(Array(name.utf8), Array($0.utf8)), $0)
  }
  guard let best = distances.min(by: { ($0.0, $0.1) < ($1.0, $1.1) }), best.0 <= own.count / 3
  else { return nil }
  return best.2
}
