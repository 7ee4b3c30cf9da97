import Foundation
import TestSupport
import Testing

@Suite("tiltbox curve --fit")
struct FitCommandTests {
  /// The ball that physics bounces, until its fourth contact.
  static let bounce = [
    "curve", "--fit", "Examples/motion/ball.yaml", "--body", "physics", "--value", "y", "--within",
    "2", "--to", "1.3",
  ]

  @Test("fits a real bounce by eight keyframes, with falls that ease in and rises that ease out")
  func fit() throws {
    let result = try Command.Running(Self.bounce + ["--format", "yaml"]).finish()
    #expect(result.status == 0, "\(result.errors)")
    func numbers(_ key: String) throws -> [Double] {
      let line = try #require(result.lines.first { $0.contains("\(key): [") })
      return line.split { "[], ".contains($0) }.compactMap { Double($0) }
    }
    let (values, times) = (try numbers("values"), try numbers("keyTimes"))
    #expect(values.count == 8 && times.count == 8, "\(result.output)")
    // Each contact comes after a flight that is 0.736 times as long as the one before: 0.3 s, then twice 0.736 · 0.3 s …
    for (place, time) in [(1, 0.3), (3, 0.7416), (5, 1.0666)] {
      #expect(abs(times[place] * 1.3 - time) < 0.03)
      #expect(abs(values[place] - 32) < 8)
    }
    #expect(abs(values[2] - 160) < 6 && abs(values[4] - 101) < 6)
  }

  @Test("prints a fit as YAML, CSS and Swift, and draws it")
  func fitFormats() throws {
    let result = try Command.Running(Self.bounce).finish()
    for part in [
      "# YAML", "target: body.physics.position.y", "@keyframes physics-y", "cubic-bezier(",
      "linear(0 0%",
      "try KeyframeAnimation(", "timingFunctions: [",
    ] {
      #expect(result.output.contains(part), "\(part)")
    }
    let drawing = try Command.Running(Self.bounce + ["--format", "svg"]).finish()
    #expect(drawing.output.contains("8 keyframes, at most"))
  }

  @Test("a number that no animation of a body changes becomes one of a value")
  func target() throws {
    let fit = [
      "curve", "--fit", "Examples/motion/ball.yaml", "--body", "physics", "--within", "20", "--to",
      "0.2", "--format", "yaml", "--value",
    ]
    for (value, target) in [
      ("speed", "value.motion"), ("energy", "value.motion"), ("angle", "body.physics.angle"),
    ] {
      let result = try Command.Running(fit + [value]).finish()
      #expect(result.lines.first == "- target: \(target)", "\(result.output)\(result.errors)")
    }
  }

  @Test("the CSS of a body whose id begins with a digit has a name that CSS allows")
  func cssName() throws {
    let folder = try Folder()
    let text = """
      tiltbox: 1
      bodies: [{id: "1", circle: 1, mass: 1}]
      run: {duration: 0.5}
      """
    let file = try folder.write(Array(text.utf8), "one.yaml")
    let fit = ["curve", "--fit", file, "--body", "1", "--value", "y", "--within", "1"]
    let css = try Command.Running(fit + ["--format", "css", "--as", "keyframes"]).finish()
    #expect(css.output.contains("@keyframes body-1-y {"), "\(css.output)\(css.errors)")
  }

  @Test("a spring ends with its motion where it is pasted", arguments: ["yaml", "swift"])
  func durationOfSpring(format: String) throws {
    let folder = try Folder()
    let lines = (0...80).map { "\(1 + Double($0) / 40),\(cos(Double($0) * .pi / 20))\n" }
    let file = try folder.write(Array(lines.joined().utf8), "swing.csv")
    let fit = ["curve", "--fit", file, "--within", "0.1", "--as", "spring", "--format", format]
    let result = try Command.Running(fit).finish()
    let timing =
      format == "yaml"
      ? "  begin: 1\n  duration: 2\n" : "timing: MediaTiming(beginTime: 1, duration: 2)\n"
    #expect(result.output.contains(timing), "\(result.output)\(result.errors)")
  }

  @Test("a spring that swings on has no CSS, which alone is an error")
  func springWithoutCSS() throws {
    let folder = try Folder()
    let lines = (0...80).map { "\(Double($0) / 40),\(cos(Double($0) * .pi / 20))\n" }
    let file = try folder.write(Array(lines.joined().utf8), "swing.csv")
    let fit = ["curve", "--fit", file, "--within", "0.1", "--as", "spring"]
    let css = try Command.Running(fit + ["--format", "css"]).finish()
    #expect(css.status == 65 && css.output.isEmpty)
    #expect(css.errors.hasPrefix("tiltbox: this spring has no CSS: "), "\(css.errors)")
    let all = try Command.Running(fit).finish()
    #expect(all.status == 0 && all.output.contains("spring: {") && !all.output.contains("CSS"))
  }

  @Test(
    "names the line and the value of a mistake in a table",
    arguments: [
      ("t,x,y\n0,1,2\n", ":2: expected a time and a value, got \"0,1,2\"\n"),
      ("t,x\n0,1\n1,high\n", ":3: expected a time and a value, got \"1,high\"\n"),
      ("t,x\n0,1\nnan,1\n", ":3: expected a time and a value, got \"nan,1\"\n"),
      ("t,x\n0,1\n2,1\n1,0\n", ":4: time is 1 s, after 2 s; give times that rise\n"),
      ("0,1\n", ": the number of samples is 1; give at least 2\n"),
      ("\u{FEFF}0,1\n", ": the number of samples is 1; give at least 2\n"),
    ]
  )
  func tableMistakes(text: String, message: String) throws {
    let folder = try Folder()
    let file = try folder.write(Array(text.utf8), "t1.csv")
    let result = try Command.run("curve", "--fit", file, "--within", "1")
    #expect(result.status == 65)
    #expect(result.errors.hasSuffix("t1.csv" + message), "\(result.errors)")
  }

  @Test("says what is missing for a fit")
  func fitMistakes() throws {
    for (arguments, words) in [
      (["--fit", "a.jsonl"], "needs --within"),
      (["--fit", "a.jsonl", "--within", "1"], "needs --body and --value"),
      (
        ["--fit", "a.csv", "--within", "1", "--from", "2", "--to", "1"],
        "--to is 1 s; give a finite number from 2 to 1e9"
      ),
      (["--within", "1", "linear"], "needs --fit"),
      (["linear", "--format", "yaml"], "needs --fit"),
      (["linear", "--fit", "a.csv", "--within", "1"], "--fit stands by itself"),
    ] {
      let result = try Command.Running(["curve"] + arguments).finish()
      #expect(
        result.status == 64 && result.errors.contains(words),
        "\(arguments): \(result.errors)"
      )
    }
  }
}
