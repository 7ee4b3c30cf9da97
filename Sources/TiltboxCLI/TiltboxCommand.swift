internal import ArgumentParser

/// The command `tiltbox`: one file for each of its subcommands.
@main
struct TiltboxCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tiltbox",
    abstract: "Crates in a box that a phone tilts: 2D physics from the command line.",
    subcommands: [
      RunCommand.self, ReplayCommand.self, DiffCommand.self, ValidateCommand.self,
      CheckCommand.self,
      VerifyCommand.self, RenderCommand.self,
      CurveCommand.self, ServeCommand.self, SweepCommand.self,
    ]
  )
}
