internal import ArgumentParser
internal import TiltboxFiles

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
    help: ArgumentHelp(
      "Copy the examples into a folder. Files that it has already stay as they are.",
      valueName: "folder"
    ),
    completion: .directory
  )
  var copy: String?

  func validate() throws {
    if copy == "" { throw ValidationError("--copy is empty; name a folder, such as Examples") }
  }

  func run() throws {
    try reportingFailure {
      guard let folder = ExampleFolder() else {
        printError(
          "tiltbox: the examples are not beside this command, in ../share/doc/tiltbox/examples; install tiltbox again"
        )
        throw ExitStatus.noInput
      }
      if let copy {
        let count = try folder.copy(to: copy)
        let kept = folder.files.count - count
        printError(
          "copied \(count) files to \(copy)" + (kept > 0 ? "; \(kept) were there and stay" : "")
        )
      } else {
        let examples = try folder.examples()
        let width = examples.map(\.name.count).max() ?? 0
        let lines = examples.map { example in
          let gap = String(repeating: " ", count: width - example.name.count)
          return example.about.isEmpty ? example.name : "\(example.name)\(gap)  \(example.about)"
        }
        try deliver(lines.joined(separator: "\n") + "\n", to: nil)
      }
    }
  }
}
