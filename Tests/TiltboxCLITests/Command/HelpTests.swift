import Foundation
import Testing

@Suite("tiltbox help")
struct HelpTests {
  private static let commands = [
    "run", "replay", "env", "diff", "validate", "check", "verify", "render", "curve", "serve",
    "sweep", "examples",
  ]

  // A line that is too long continues at the margin.
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

  @Test("indents what it says of an option by 26 columns", arguments: commands)
  func options(command: String) throws {
    let lines = try Command.run("help", command).output.split(separator: "\n")
    let start = try #require(lines.firstIndex(of: "OPTIONS:"))
    for line in lines[start...] where line.hasPrefix("   ") {
      #expect(line.prefix { $0 == " " }.count >= 26, "\(line)")
    }
  }

  @Test("lists exactly the existing commands")
  func subjects() throws {
    #expect(try Command.run("help", "run").status == 0)
    let wrong = try Command.run("help", "rnu")
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("no command is called \"rnu\"; did you mean run?"))
  }

  @Test(
    "reports a negative number as invalid, not as missing",
    arguments: [
      (
        ["run", "--fast", "--duration", "-1"],
        "--duration is -1 s; give a finite number from 0 to 1e9"
      ),
      (["diff", "a", "--tolerance", "-1"], "--tolerance is -1; give a finite number from 0"),
      (["check", "a.yaml", "--jobs", "-1"], "--jobs is -1; give a whole number from 1"),
      (["serve", "--recording-size", "-1"], "--recording-size is -1 MiB; give 0 to 1000000"),
      (["sweep", "--minimize", "g", "--starts", "-1"], "--starts is -1; give a whole number from"),
      (["serve", "--checkpoint-every", "-1"], "--checkpoint-every is -1; give 0 to"),
      (
        ["env", "-1"],
        "Missing expected argument '<count>'; give the number of environments, from 1"
      ),
    ]
  )
  func negative(arguments: [String], message: String) throws {
    let result = try Command.Running(arguments).finish()
    #expect(result.status == 64)
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test(
    "completes the names of options, their values and files",
    arguments: [
      ("run --du", "--duration"), ("run --orientation land", "landscape landscape-flipped"),
      ("run --tilt Examples/ph", "Examples/phone.csv Examples/phone.yaml"),
      ("sweep --plan Examples/sw", "Examples/sweeps"),
      ("render -o Examples/ph", "Examples/phone.csv Examples/phone.yaml"),
    ]
  )
  func completions(line: String, words: String) throws {
    let script = """
      eval "$("$0" --generate-completion-script bash)"
      COMP_WORDS=(tiltbox \(line)) COMP_LINE="tiltbox \(line)"
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_POINT=${#COMP_LINE}
      _tiltbox tiltbox "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      echo $(printf "%s\\n" ${COMPREPLY[@]} | sort)
      """
    let result = try Command.shell("exec bash -c '\(script)' \"$0\"")
    #expect(result.output == "\(words)\n", "\(result.errors)")
  }

  @Test("is what each script prints for --help, and nothing else happens")
  func scripts() throws {
    let folder = Command.root.appending(path: "scripts")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let file = folder.appending(path: name)
      // Without the compiler, no script could do more.
      let shell = "PATH=/usr/bin:/bin '\(file.path)' --help"
      let result = try Command.shell(shell)
      #expect(result.status == 0 && result.errors.isEmpty, "\(name): \(result.errors)")
      let words = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")[1]
      #expect(words.hasSuffix(result.output.split(separator: "\n")[0]), "\(result.output)")
    }
  }

  @Test("has a usage that fits on one line", arguments: commands)
  func usage(command: String) throws {
    let help = try Command.run("help", command).output
    let usage = try #require(help.split(separator: "\n").first { $0.hasPrefix("USAGE: ") })
    #expect(usage.hasPrefix("USAGE: tiltbox \(command)") && usage.count <= 80, "\(usage)")
  }
}
