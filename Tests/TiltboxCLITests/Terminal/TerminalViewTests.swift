import Foundation
import Testing

/// The command on a terminal that `script` creates.
@Suite(
  "tiltbox run on a terminal",
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script"))
)
struct TerminalViewTests {
  private static let (enter, leave) = ("\u{1B}[?1049h", "\u{1B}[?1049l")

  private func session(_ arguments: String, _ environment: [String: String] = [:]) throws
    -> Terminal
  {
    try Terminal("\(Command.executable.path) \(arguments)", environment)
  }

  @Test("shows the box and restores the screen, with the final bodies below")
  func wholeRun() throws {
    let text = try session("run --duration 0.5").finish()
    let parts = text.components(separatedBy: Self.leave)
    #expect(parts.count == 2)
    #expect(parts[0].contains(Self.enter))
    #expect(parts[0].contains("⣿") && parts[0].contains("← ↑ ↓ → tilt"))
    #expect(parts[0].contains("\u{1B}[38;5;"))
    #expect(!parts[1].contains("⣿"))
    #expect(parts.last?.contains("digest ") == true)
    #expect(!text.contains("crate-1 meets"))
  }

  @Test("a narrow terminal shows fewer numbers, but none without its name")
  func narrow() throws {
    let run = "sh -c 'stty cols 60; exec \(Command.executable.path) run --duration 1.5'"
    let text = try Terminal(run, [:]).finish()
    let shown = text.components(separatedBy: Self.leave)[0]
    #expect(shown.contains("×") && !shown.contains("load"))
  }

  @Test("a terminal too narrow for the QR code of tiltbox serve says so")
  func narrowCode() throws {
    let serve = "exec \(Command.executable.path) serve --host 0.0.0.0 --port 0"
    let session = try Terminal("sh -c 'stty cols 30; \(serve)'", [:])
    session.waitFor("phones report their motion")
    session.type("\u{3}")
    let text = session.finish()
    #expect(text.contains("no QR code: it needs a terminal of ") && !text.contains("▀"))
  }

  @Test("writes no binary recording, and says where else it can go")
  func binary() throws {
    let text = try session("run --fast --format mcap").finish()
    #expect(text.contains("--format mcap is binary, and standard output is a terminal; write"))
    #expect(!text.contains("MCAP0"))
  }

  @Test("q ends the run, and the keys before it are in the journal")
  func keys() throws {
    let journal = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).journal")
      .path
    defer { try? FileManager.default.removeItem(atPath: journal) }
    let session = try session("run --duration 60 --journal \(journal)")
    session.waitFor("space pause")
    session.type("\u{1B}[C")
    session.waitFor("tilt 0.26 -0.97")
    session.type("q")
    let text = session.finish()
    #expect(text.contains(Self.leave))
    let lines = try String(contentsOfFile: journal, encoding: .utf8)
    #expect(lines.contains("\"tilt\":[0.2588"))
  }

  @Test("u turns the box upright again")
  func upright() throws {
    let session = try session("run --duration 60")
    session.waitFor("u upright")
    session.type("\u{1B}[C")
    session.waitFor("tilt 0.26 -0.97")
    session.type("u")
    session.waitFor("tilt 0.00 -1.00")
    session.type("q")
    #expect(session.finish().contains(Self.leave))
  }

  @Test("a run that is quit, or tilted by keys, is not judged by what its scenario expects")
  func notJudged() throws {
    let command = "run --set 'expect=[{inside: [[0, 0], [300, 300]]}]' --duration"
    let quit = try session("\(command) 60")
    quit.waitFor("space pause")
    quit.type("q")
    var text = quit.finish()
    #expect(text.contains("tiltbox: the expectations are not judged, since the run ended at "))
    #expect(text.contains(" s of 60 s") && quit.status == 0)
    #expect(!text.contains(" met: "))
    let tilted = try session("\(command) 1")
    tilted.waitFor("space pause")
    tilted.type("\u{1B}[C")
    text = tilted.finish()
    #expect(
      text.contains("tiltbox: the expectations are not judged, since the keys have tilted the box")
    )
    #expect(tilted.status == 0 && !text.contains(" met: "))
  }

  @Test("env takes its orders from a program, not from a terminal")
  func env() throws {
    let terminal = try session("env 2 > /dev/null")
    let text = terminal.finish()
    #expect(text.contains("orders and rows are binary, and standard input is a terminal; start"))
    #expect(text.contains("Usage: tiltbox env <count>") && terminal.status == 64)
  }

  @Test("space pauses time and resumes it")
  func pause() throws {
    let session = try session("run --duration 60")
    session.waitFor("space pause")
    session.type(" ")
    session.waitFor("PAUSED")
    session.type("q")
    #expect(session.finish().contains(Self.leave))
  }

  @Test(
    "the screen is restored after a signal, even after a crash",
    arguments: ["INT", "TERM", "SEGV", "ABRT", "HUP"]
  )
  func signals(name: String) throws {
    let session = try session("run --duration 60")
    session.waitFor("space pause")
    session.signalChild(name)
    let text = session.finish()
    #expect(text.contains(Self.leave))
    // The command no longer draws.
    #expect(text.components(separatedBy: Self.leave).last?.contains("space pause") == false)
  }

  @Test("a dumb terminal has one line, and NO_COLOR no colours")
  func modest() throws {
    let dumb = try session("run --duration 1.2", ["TERM": "dumb"]).finish()
    #expect(!dumb.contains("\u{1B}"))
    #expect(dumb.contains("\rcrates   "))
    #expect(dumb.contains("digest "))
    let grey = try session("run --duration 0.5", ["NO_COLOR": "1"]).finish()
    #expect(grey.contains("⣿") && !grey.contains("\u{1B}[38;"))
  }

  @Test(
    "with a format or without a view, the terminal gets lines; a file beside the view is complete"
  )
  func others() throws {
    for flags in ["--format jsonl", "--no-view", "--fast"] {
      let text = try session("run --duration 0.2 \(flags)").finish()
      #expect(!text.contains("\u{1B}"), "\(flags)")
    }
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let text = try session("run --duration 0.5 -o \(path)").finish()
    #expect(text.contains(Self.enter))
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(lines.first?.contains("\"kind\":\"header\"") == true)
    #expect(lines.last?.contains("\"kind\":\"summary\"") == true)
  }
}

/// A command on a terminal of 80 by 24.
private final class Terminal {
  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())
  private var text = Data()

  init(_ command: String, _ environment: [String: String]) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/script")
    // Under nohup, the command would inherit an ignored SIGHUP.
    let script = "stty cols 80 rows 24; exec env --default-signal=HUP \(command)"
    process.arguments = ["-qec", script, "/dev/null"]
    process.environment = ["PATH": "/usr/bin:/bin", "TERM": "xterm-256color", "LANG": "C.UTF-8"]
      .merging(Command.sanitizer) { $1 }.merging(environment) { $1 }
    process.currentDirectoryURL = Command.root
    process.standardInput = input
    process.standardOutput = output
    process.standardError = output
    try process.run()
  }

  func type(_ keys: String) { try? input.fileHandleForWriting.write(contentsOf: Data(keys.utf8)) }

  private func read() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe Glibc.read(output.fileHandleForReading.fileDescriptor, &buffer, buffer.count)
    if count > 0 { text += buffer[..<count] }
    return count > 0 || (count < 0 && errno == EINTR)
  }

  /// Waits for output.
  func waitFor(_ words: String) {
    while text.range(of: Data(words.utf8)) == nil { if !read() { return } }
  }

  /// Sends a signal to the command, which is the only child of `script`.
  func signalChild(_ name: String) {
    let sender = Process()
    sender.executableURL = URL(fileURLWithPath: "/usr/bin/pkill")
    sender.arguments = ["-\(name)", "-P", "\(process.processIdentifier)"]
    try? sender.run()
    sender.waitUntilExit()
  }

  /// The command's exit status, after it has exited.
  var status: Int32 { process.terminationStatus }

  func finish() -> String {
    while read() {}
    process.waitUntilExit()
    return String(decoding: text, as: UTF8.self)
  }
}
