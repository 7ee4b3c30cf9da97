internal import ArgumentParser
internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxPlatform

/// `tiltbox examples`: lists the examples, or copies them.
struct ExamplesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "examples",
    abstract: "List the example scenarios, or copy them into a folder.",
    discussion: """
      Examples:
        tiltbox examples                        list them
        tiltbox examples --copy Examples        copy them all
        tiltbox check Examples/known-fall.yaml  run one

      Exit status: 0 success; 64 usage error; 66 the examples are missing; 74 input or output error.
      """
  )

  @Option(
    value: "folder",
    help: "Copy the examples into a folder. Files that it has already stay as they are."
  )
  var copy: String?

  func run() throws {
    try reportingFailure {
      guard let folder = ExampleFolder() else {
        throw CommandError(
          ExitStatus.noInput,
          "the examples are not beside this command, in ../share/doc/tiltbox/examples; install tiltbox again"
        )
      }
      if let copy {
        let count = try folder.copy(to: copy)
        let kept = folder.files.count - count
        printError(
          "copied \(count) files to \(copy)" + (kept > 0 ? "; \(kept) were there and stay" : "")
        )
      } else {
        let lines = TextTable.lines(try folder.examples())
        try writeOutput(lines.joined(separator: "\n") + "\n", to: nil)
      }
    }
  }
}

/// The folder of the examples that belong to this command: of an installation, or of the sources it was built from.
struct ExampleFolder {
  let path: String
  /// The files, relative to the folder, in order.
  let files: [String]

  /// The greatest size of an example, in bytes.
  private static let mostBytes = 1 << 20

  /// Finds the folder above the command's file; nil if there is none.
  init?() {
    guard let command = Self.commandPath else { return nil }
    var parts = command.split(separator: "/").dropLast()
    while !parts.isEmpty {
      parts.removeLast()
      for folder in ["share/doc/tiltbox/examples", "Examples"] {
        let path = "/" + (parts + [folder[...]]).joined(separator: "/")
        guard isFile("\(path)/crates.yaml") else { continue }
        self.path = path
        files = Self.files(in: path, below: "").sorted()
        return
      }
    }
    return nil
  }

  /// The absolute path of this command's file, which is either named or found as a shell finds it.
  private static var commandPath: String? {
    let name = CommandLine.arguments[0]
    return (name.contains("/") ? name : programPath(name)).map(absolutePath)
  }

  /// Returns the files in a folder and in those within it, except hidden ones, and the Swift package among the examples.
  private static func files(in path: String, below prefix: String) -> [String] {
    (fileNames(in: path) ?? []).filter { !$0.hasPrefix(".") && $0 != "Embedding" }
      .flatMap { name in
        let (path, name) = ("\(path)/\(name)", prefix + name)
        return isFile(path) ? [name] : files(in: path, below: "\(name)/")
      }
  }

  /// The scenarios and the plans of sweeps, each with what its first comment says about it. Throws `FileError`.
  func examples() throws(FileError) -> [[String]] {
    var examples: [[String]] = []
    for name in files where name.hasSuffix(".yaml") {
      let bytes = try readFile("\(path)/\(name)", atMost: Self.mostBytes)
      let text = String(decoding: bytes, as: UTF8.self)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      guard lines.contains(where: { $0.hasPrefix("tiltbox:") || $0.hasPrefix("sweep:") }) else {
        continue
      }
      let comment = lines.prefix { $0.hasPrefix("#") }.map { $0.drop { "# ".contains($0) } }
      let words = comment.joined(separator: " ")
      let end = words.firstMatch(of: /[.?]( |$)/)?.range.lowerBound ?? words.endIndex
      examples.append([name, String(words[..<end])])
    }
    return examples
  }

  /// Copies the files that another folder lacks. Returns their number. Throws `FileError` or `OutputError`.
  func copy(to folder: String) throws -> Int {
    try makeFolder(folder)
    var count = 0
    for name in files {
      let target = "\(folder)/\(name)"
      for end in name.indices where name[end] == "/" {
        try makeFolder("\(folder)/\(name[..<end])")
      }
      guard unsafe access(target, F_OK) != 0 else { continue }
      try writeOutput(readFile("\(path)/\(name)", atMost: Self.mostBytes), to: target)
      if unsafe access("\(path)/\(name)", X_OK) == 0 { _ = unsafe chmod(target, 0o755) }
      count += 1
    }
    return count
  }
}
