import Foundation
import Testing

@Suite("tiltbox help")
struct HelpTests {
  private static let commands = [
    "run", "replay", "env", "diff", "validate", "check", "verify", "render", "curve", "serve",
    "sweep",
  ]

  // A line that is too long goes on at the margin.
  @Test("fits 80 columns, and breaks none of its examples", arguments: commands + [""])
  func examples(command: String) throws {
    let help = try Command.shell("\"$0\" \(command) --help").output
    let lines = help.components(separatedBy: "\n")
    let examples = lines.indices.filter { lines[$0].hasPrefix("  tiltbox ") }
    #expect(command == "" || !examples.isEmpty)
    for place in examples {
      #expect(lines[place].count <= 80)
      let next = lines[place + 1]
      #expect(next.isEmpty || next.hasPrefix("  "), "\(lines[place])")
    }
  }

  @Test("lists exactly the existing commands")
  func subjects() throws {
    #expect(try Command.run("help", "run").status == 0)
    let wrong = try Command.run("help", "rnu")
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("no command is called \"rnu\"; did you mean run?"))
  }

  @Test("reports a negative number as invalid, not as missing")
  func negative() throws {
    let result = try Command.run("run", "--fast", "--duration", "-1")
    #expect(result.status == 64)
    #expect(result.errors.contains("--duration is -1.0 s; give a finite number from 0 to 1e9"))
  }
}
