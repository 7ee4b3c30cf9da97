import Foundation
import TestSupport
import Testing

@Suite("Live tilt through a pipe", .serialized)
struct LiveInputTests {
  @Test("three lines at once turn gravity three times, with a frame each")
  func burst() throws {
    // Each line counts, because the pipe is already full and closed when the run begins.
    let script = """
      exec "$0" run Examples/crates.yaml --tilt - --duration 0.2 <<'END'
      0 -1
      1 0
      0 1
      END
      """
    let frames = try Command.shell(script).objects().filter { $0["kind"] as? String == "frame" }
    let gravities = frames.compactMap { $0["gravity"] as? [Double] }
    #expect(gravities.prefix(4) == [[0, -1000], [1000, 0], [0, 1000], [0, 1000]])
    #expect(gravities.last == [0, 1000])
  }

  @Test("a recording without times on standard input is told from live tilt")
  func fast() throws {
    let result = try Command.run("run", "--fast", "--tilt", "-", input: "0 -1\n")
    #expect(result.status == 65)
    #expect(result.errors.hasSuffix("; without --fast, the lines are live tilt and need no time\n"))
  }

  @Test("a line during the run turns gravity within a tenth of a second")
  func latency() throws {
    let running = try Command.Running(["run", "--tilt", "-", "--duration", "30", "--frames", "120"])
    for index in 0..<5 {
      let before = try #require(try running.nextFrame())
      let tilt = index.isMultiple(of: 2) ? "1 0" : "0 1"
      running.write(tilt + "\n")
      var frame = before
      while frame.gravity == before.gravity { frame = try #require(try running.nextFrame()) }
      // 12 ticks of 1/120 s; most of them are frames that were already in transit.
      #expect(frame.tick - before.tick <= 12)
      #expect(frame.gravity == (index.isMultiple(of: 2) ? [1000, 0] : [0, 1000]))
    }
    running.closeInput()
    running.process.terminate()
    #expect(running.finish().status == 143)
  }

  @Test(
    "bad lines cause warnings with their numbers, are dropped and counted, and the run continues"
  )
  func garbage() throws {
    let lines = "1 0\nhello world\nnan 0\n\u{0}\u{1}\u{2}\n0 1\n9e9 0\n"
    let result = try run(untilGravityIs: [0, 1000], input: lines)
    #expect(result.status == 0)
    let summary = try #require(result.objects().last)
    #expect(summary["droppedLines"] as? Int == 4)
    for line in [2, 3, 4, 6] { #expect(result.errors.contains("standard input:\(line):")) }
  }

  @Test("a fast run rejects a command on standard input, which it reads as a tilt recording")
  func commandOfFastRun() throws {
    let result = try Command.run("run", "--tilt", "-", "--fast", input: "{\"tilt\":[1,0]}\n")
    #expect(result.status == 65)
    #expect(
      result.errors
        == "tiltbox: standard input:1:1: this is a command, and a tilt recording has none; "
        + "commands are live, without --fast\n"
    )
  }

  @Test("a line of more than a megabyte causes one warning, and the line after it counts")
  func longLine() throws {
    let lines = String(repeating: "7", count: 5 << 18) + "\n1 0\n"
    let result = try run(untilGravityIs: [1000, 0], input: lines)
    #expect(result.status == 0)
    #expect(try #require(result.objects().last)["droppedLines"] as? Int == 1)
  }

  /// Runs until a frame has the gravity, however long a busy machine takes, and then stops the run
  /// by a command.
  private func run(untilGravityIs gravity: [Double], input: String) throws -> Command.Result {
    let running = try Command.Running(["run", "--tilt", "-"])
    running.write(input)
    while try #require(try running.nextFrame()).gravity != gravity {}
    running.write("{\"quit\":true}\n")
    return running.finish()
  }

  @Test(
    "a flood of lines takes many ticks to read, and does not grow the memory",
    .disabled(if: isSanitized)
  )
  func flood() throws {
    let block = Data(String(repeating: "0.5 -0.5\n", count: 20_000).utf8)
    let running = try Command.Running(["run", "--tilt", "-", "--format", "none"])
    for _ in 0..<20 { running.write(block) }
    let memory = running.peakMemory
    running.write("{\"quit\":true}\n")
    let result = running.finish()
    #expect(result.status == 0)
    // A tick reads at most 64 KiB, and a pipe holds as much when the last block is written.
    #expect(try #require(result.objects().last?["ticks"] as? Int) >= 20 * block.count >> 16)
    #if os(Linux)
    #expect(try #require(memory) < 100 << 20)
    #endif
  }

  @Test("input that ends at once, or never begins, does not end the run")
  func noInput() throws {
    let empty = try Command.run("run", "--tilt", "-", "--duration", "0.2")
    #expect(empty.status == 0)
    let silent = try Command.Running(["run", "--tilt", "-", "--duration", "0.2"])
    while silent.nextLine() != nil {}
    #expect(silent.finish().status == 0)
  }

  @Test(
    "a signal ends the wait for the end of standard input",
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status")),
    arguments: [["run", "--fast", "--tilt", "-"], ["run", "--tilt", "-", "--tilt-rate", "60"]]
  )
  func stopped(arguments: [String]) throws {
    let running = try Command.Running(arguments)
    running.write("t,x,y\n0,0,-1\n")
    while !running.catches(SIGINT) { sched_yield() }
    kill(running.process.processIdentifier, SIGINT)
    // The same Ctrl-C also stops the writer.
    running.closeInput()
    let result = running.finish()
    #expect(result.status == 128 + SIGINT)
    #expect(result.output.isEmpty && result.errors.isEmpty)
  }

  @Test("without a clock, standard input is a recording that is read to its end first")
  func fastFromPipe() throws {
    let csv = "t,x,y\n0,0,-1\n0.5,1,0\n"
    let result = try Command.run("run", "--tilt", "-", "--fast", "--duration", "1", input: csv)
    let frames = try result.objects().filter { $0["kind"] as? String == "frame" }
    let turned = try #require(frames.first { $0["gravity"] as? [Double] == [1000, 0] })
    #expect(turned["tick"] as? Int == 60)
    let untimed = try Command.run("run", "--tilt", "-", "--fast", input: "0 -1\n")
    #expect(untimed.status == 65)
    #expect(untimed.errors.contains("--tilt-rate"))
  }
}
