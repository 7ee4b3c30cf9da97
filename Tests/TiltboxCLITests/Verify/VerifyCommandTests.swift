import Foundation
import Testing

@Suite("tiltbox verify")
struct VerifyCommandTests {
  @Test(
    "prints a table of the given cases, and exits with 0 if all agree with theory"
  )
  func table() throws {
    let result = try Command.run("verify", "--case", "free-fall", "--case", "torque")
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    #expect(result.lines[0].hasPrefix("case       step   quantity"))
    #expect(result.lines.contains { $0.hasPrefix("free-fall  1/60 ") && $0.hasSuffix("ok") })
    #expect(result.lines.contains { $0.hasPrefix("torque  ") })
    #expect(result.output.hasSuffix("all as theory says.\n"))
  }

  @Test("runs at the given steps, as numbers or fractions")
  func steps() throws {
    let result = try Command.run(
      "verify",
      "--case",
      "free-fall",
      "--step",
      "1/50",
      "--step",
      "0.001",
      "--step",
      "1/50",
      "--format",
      "json"
    )
    #expect(result.status == 0)
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    let rows = try #require((object as? [String: Any])?["measurements"] as? [[String: Any]])
    #expect(rows.compactMap { $0["step"] as? Double } == [0.02, 0.02, 0.001, 0.001])
    #expect(rows.allSatisfy { $0["passes"] as? Bool == true })
  }

  @Test("writes Markdown")
  func markdown() throws {
    let result = try Command.run("verify", "--case", "free-fall", "--format", "markdown")
    #expect(result.lines[0].hasPrefix("| case | step | quantity |"))
  }

  @Test("lists the cases, each with what it shows")
  func list() throws {
    let result = try Command.run("verify", "--list")
    #expect(result.status == 0)
    #expect(result.lines.count >= 19)
    #expect(result.lines.contains { $0.hasPrefix("free-fall ") && $0.contains("falls from rest") })
  }

  @Test("draws errors against steps")
  func plot() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).svg")
    defer { try? FileManager.default.removeItem(at: file) }
    let result = try Command.run(
      "verify",
      "--engine",
      "chipmunk",
      "--case",
      "thrown-ball",
      "--plot",
      file.path
    )
    #expect(result.status == 0)
    let svg = try String(contentsOf: file, encoding: .utf8)
    #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
    #expect(svg.contains("thrown-ball: range"))
  }

  @Test(
    "reports mistakes in the command line",
    arguments: [
      (["--case", "free-fal"], "no case is called \"free-fal\"; did you mean free-fall?"),
      (["--case", "x"], "no case is called \"x\"; the cases are free-fall, "),
      (["--step", "0"], "'0' is invalid for '--step <S>': give a step from 0.0001 to 1/30 s"),
      (["--step", "-1"], "'-1' is invalid for '--step <S>': give a step from 0.0001 to 1/30 s"),
      (["--step", "1/2"], "1/30 s"), (["--step", "nan"], "1/30 s"), (["--step", "1/0"], "1/30 s"),
      (["--step", "fast"], "give seconds, as in 0.01 or 1/100"),
      (["--step", "1/60", "--step", "1/60", "--plot", "x.svg"], "two steps at least"),
      (["--step", "1/60", "--plot", "x.svg"], "two steps at least"),
      (["--case", "stack", "--plot", "x.svg"], "no order of convergence"),
    ]
  )
  func usage(arguments: [String], message: String) throws {
    let running = try Command.Running(["verify"] + arguments)
    running.closeInput()
    let result = running.finish()
    #expect(result.status == 64)
    #expect(result.errors.contains(message))
    #expect(!FileManager.default.fileExists(atPath: "x.svg"))
  }

  @Test("a file that cannot be written is an error of output")
  func unwritable() throws {
    let result = try Command.run("verify", "--case", "free-fall", "--plot", "/nonexistent/x.svg")
    #expect(result.status == 74)
    #expect(result.errors.contains("/nonexistent/x.svg"))
  }
}
