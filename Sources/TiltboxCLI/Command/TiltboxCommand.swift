internal import ArgumentParser
internal import Tiltbox

/// The command `tiltbox`, with one file for each subcommand.
@main
struct TiltboxCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tiltbox",
    abstract: "2D physics from the command line: crates in a box that you tilt.",
    discussion: """
      Examples:
        tiltbox run                      watch five crates; arrow keys tilt them
        tiltbox run crates.yaml --fast   frames and events as JSON lines
        tiltbox check tests/*.yaml       scenarios as tests
        tiltbox serve                    a live page that a phone tilts
        tiltbox examples                 scenarios to begin with

      Exit status: 0 success; 1 an expectation is not met, or runs differ; 64 usage error; 65 invalid file; 66 file not \
      found; 69 required program not found; 70 internal error; 74 input or output error; 75 the machine could not \
      keep up; 128 + n after signal n.
      """,
    version: "tiltbox \(Version.tiltbox), Chipmunk \(Version.chipmunk)",
    subcommands: subcommands
  )

  static var subcommands: [any ParsableCommand.Type] {
    var commands: [any ParsableCommand.Type] = [
      RunCommand.self, ReplayCommand.self, DiffCommand.self, ValidateCommand.self,
      CheckCommand.self, VerifyCommand.self, RenderCommand.self, CurveCommand.self,
    ]
    #if Server
    commands.append(ServeCommand.self)
    #endif
    return commands + [SweepCommand.self, EnvCommand.self, ExamplesCommand.self]
  }

  /// Runs the command, or suggests a name if there is no such subcommand.
  static func main() {
    // Without /proc there are no arguments, and every command would show the help and succeed.
    if CommandLine.arguments.isEmpty {
      printError("tiltbox: the arguments cannot be read; mount /proc")
      exit(withError: ExitStatus.io)
    }
    LoopThread.growMainStack()
    let known = configuration.subcommands.compactMap { $0.configuration.commandName }
    let word = CommandLine.arguments.dropFirst().first ?? "help"
    check(word, known)
    if word == "help", let subject = CommandLine.arguments.dropFirst(2).first {
      check(subject, known)
    }
    var kind: any ParsableCommand.Type = Self.self
    do {
      var command = try parseAsRoot()
      kind = type(of: command)
      if let option = repeatedOption {
        throw ValidationError("\(option) is given more than once; keep one")
      }
      if CommandLine.arguments.contains("") {
        throw ValidationError("an argument is empty, as from an unset variable; give it a value")
      }
      try command.run()
    } catch let error as ValidationError {
      exit(for: error, in: kind)
    } catch {
      if exitCode(for: error).isSuccess { exit(printing: fullMessage(for: error)) }
      fail(error)
    }
  }

  /// Exits for a mistake in the command line that a subcommand found while it ran, with the subcommand's usage.
  private static func exit(for error: ValidationError, in kind: any ParsableCommand.Type) -> Never {
    let name = kind.configuration.commandName ?? ""
    let help = "  See 'tiltbox \(name) --help' for more information."
    let message = escapingArguments(in: "\(error)")
    printError("Error: \(message)\nUsage: \(usageString(for: kind))\n\(help)")
    exit(withError: ExitStatus.usage)
  }

  /// Prints the message of an error and exits.
  private static func fail(_ error: any Error) -> Never {
    let text = advice(on: error) ?? escapingArguments(in: fullMessage(for: error))
    if !text.isEmpty { printError(text) }
    exit(withError: exitCode(for: error))
  }

  /// Prints help, the version or a completion script, and exits.
  private static func exit(printing text: String) -> Never {
    do { try reportingFailure { try writeOutput(text + "\n", to: nil) } } catch {
      exit(withError: error)
    }
    exit()
  }

  private static func check(_ word: String, _ known: [String]) {
    guard word.hasPrefix("-") || word == "help" || known.contains(word) else {
      fail(ValidationError("no command is called \"\(word)\"; \(advice(word, known))"))
    }
  }

  private static func advice(_ word: String, _ known: [String]) -> String {
    if let nearest = Suggestion.nearest(to: word, among: known) {
      return "did you mean \(nearest)?"
    }
    if word == "version" { return "write tiltbox --version" }
    if word.contains(".") { return "tiltbox run \(word) runs a scenario" }
    return "there are \(known.joined(separator: ", "))"
  }
}
