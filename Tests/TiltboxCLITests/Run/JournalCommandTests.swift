import Foundation
import Testing

@Suite("Journals from the command line", .serialized)
struct JournalCommandTests {
  private let journal = FileManager.default.temporaryDirectory
    .appendingPathComponent("tiltbox-\(UUID()).journal").path

  private func remove() { try? FileManager.default.removeItem(atPath: journal) }

  private func summary(_ result: Command.Result) throws -> [String: Any] {
    try #require(result.objects().last)
  }

  @Test("a replay writes the very recording that the run wrote")
  func replay() throws {
    defer { remove() }
    let run = try Command.run(
      "run",
      "Examples/phone.yaml",
      "--set",
      "expect=null",
      "--fast",
      "--journal",
      journal
    )
    let replay = try Command.run("replay", journal)
    #expect(replay.status == 0)
    #expect(replay.errors.isEmpty)
    #expect(replay.output == run.output)
    #expect(run.lines.count > 700)
  }

  @Test("a journal in a pipe cannot be resumed")
  func pipe() throws {
    defer { remove() }
    _ = try Command.run("run", "--fast", "--duration", "0.1", "--journal", journal)
    let result = try Command.shell("cat \(journal) | \"$0\" run --fast --resume /dev/stdin")
    #expect(result.status == 74)
    #expect(result.errors == "tiltbox: /dev/stdin: this is a pipe; give a file\n")
  }

  @Test("a replay from a time after the run's end says when the run ended")
  func late() throws {
    defer { remove() }
    let run = try Command.run("run", "--fast", "--duration", "1", "--journal", journal)
    #expect(run.status == 0)
    let result = try Command.run("replay", journal, "--from", "99", "--format", "none")
    #expect(result.status == 65 && result.output.isEmpty)
    #expect(
      result.errors.hasSuffix("there is no frame from 99 s on: the run ends at 1 s\n"),
      "\(result.errors)"
    )
    #expect(try Command.run("replay", journal, "--from", "1", "--format", "none").status == 0)
  }

  @Test("a signal ends a replay, whose summary names it")
  func signal() throws {
    defer { remove() }
    let arguments = ["run", "--fast", "--duration", "100", "--format", "none"]
    #expect(try Command.Running(arguments + ["--journal", journal]).finish().status == 0)
    let running = try Command.Running(["replay", journal])
    _ = try running.nextFrame()
    kill(running.process.processIdentifier, SIGTERM)
    let result = running.finish()
    #expect(result.status == 128 + SIGTERM)
    #expect(try summary(result)["stoppedBy"] as? String == "SIGTERM")
  }

  @Test("a live run with commands is repeated to the same digest, bodies and events")
  func live() throws {
    defer { remove() }
    let running = try Command.Running(["run", "--tilt", "-", "--journal", journal])
    running.write(
      "{\"add\":{\"id\":\"ball\",\"circle\":9,\"at\":[250,40],\"mass\":2},\"ack\":\"a\"}\n"
    )
    running.write("1 -0.2\n{\"impulse\":{\"body\":\"ball\",\"by\":[-900,300]},\"ack\":2}\n")
    var acks: [String] = []
    while acks.count < 2, let line = running.nextLine() {
      if line.hasPrefix("{\"kind\":\"ack\"") { acks.append(line) }
    }
    running.write(
      "{\"remove\":\"crate-2\"}\n{\"remove\":\"nobody\",\"ack\":[3]}\n{\"quit\":true,\"ack\":4}\n"
    )
    let result = running.finish()
    #expect(result.status == 0)
    let objects = try result.objects()
    #expect(objects.filter { $0["kind"] as? String == "ack" }.count == 3)
    let error = try #require(objects.first { $0["kind"] as? String == "error" })
    #expect((error["reason"] as? String)?.contains("ack: expected a text or a number") == true)
    let replay = try Command.run("replay", journal)
    #expect(replay.status == 0)
    #expect(try summary(replay)["digest"] as? String == summary(result)["digest"] as? String)
    #expect(try summary(replay)["ticks"] as? Int == summary(result)["ticks"] as? Int)
    for kind in ["\"begin\"", "\"separate\"", "\"bodies\""] {
      #expect(
        replay.lines.filter { $0.contains("\"kind\":\(kind)") }
          == result.lines.filter { $0.contains("\"kind\":\(kind)") }
      )
    }
  }

  @Test("bodies at the speed limit share few warnings, which a resumed run does not repeat")
  func limited() throws {
    defer { remove() }
    let scenario = """
      tiltbox: 1
      world: {speedLimit: automatic}
      walls: {size: [900, 900]}
      bodies: [{id: b, repeat: 40, circle: 2, mass: 1, at: [=20+20*i, 800]}]
      """
    let arguments = ["run", "-", "--fast", "--duration", "0.5", "--journal", journal]
    let running = try Command.Running(arguments)
    running.write(scenario)
    running.closeInput()
    let errors = running.finish().errors
    #expect(errors.hasSuffix("; the same goes for b-1, b-2, b-3 and 36 more\n"), "\(errors)")
    #expect(errors.split(separator: "\n").count == 1, "\(errors)")
    let resumed = try Command.run("run", "--resume", journal, "--fast", "--duration", "1")
    #expect(resumed.status == 0 && resumed.errors.isEmpty, "\(resumed.errors)")
  }

  @Test("a torn last line is a warning with the number of bytes that count")
  func torn() throws {
    defer { remove() }
    #expect(try Command.run("run", "--fast", "--duration", "0", "--journal", journal).status == 0)
    let whole = try Data(contentsOf: URL(fileURLWithPath: journal))
    try (whole + [0x7B]).write(to: URL(fileURLWithPath: journal))
    let replay = try Command.run("replay", journal)
    #expect(replay.errors.hasSuffix(": only the first \(whole.count) bytes count\n"))
  }

  @Test("a resumed run ends like one that was never stopped")
  func resume() throws {
    defer { remove() }
    let arguments = [
      "run", "Examples/phone.yaml", "--set", "expect=null", "--fast", "--format", "none",
    ]
    let first = try Command.Running(arguments + ["--duration", "5", "--journal", journal]).finish()
    #expect(first.status == 0)
    let second = try Command.run(
      "run",
      "--resume",
      journal,
      "--duration",
      "12",
      "--fast",
      "--format",
      "none"
    )
    #expect(second.errors.isEmpty)
    let whole = try Command.Running(arguments).finish()
    #expect(try summary(second)["digest"] as? String == summary(whole)["digest"] as? String)
    #expect(try Command.run("replay", journal, "--format", "none").status == 0)
  }

  @Test(
    "the first line of a journal is enough to repeat the run",
    arguments: ["one-crate", "phone"]
  )
  func firstLine(example: String) throws {
    defer { remove() }
    let run = try Command.run(
      "run",
      "Examples/\(example).yaml",
      "--set",
      "expect=null",
      "--fast",
      "--journal",
      journal
    )
    let whole = try String(contentsOfFile: journal, encoding: .utf8)
    try "\(whole.prefix { $0 != "\n" })\n".write(
      toFile: journal,
      atomically: true,
      encoding: .utf8
    )
    let resumed = try Command.run("run", "--resume", journal, "--fast")
    #expect(resumed.status == 0 && resumed.errors.isEmpty, "\(resumed.errors)")
    #expect(resumed.output == run.output)
    #expect(try String(contentsOfFile: journal, encoding: .utf8) == whole)
  }

  @Test(
    "after kill -9, every acknowledged command is in the journal, which can be replayed and resumed"
  )
  func kill9() throws {
    defer { remove() }
    for round in 0..<5 {
      remove()
      let running = try Command.Running([
        "run", "--tilt", "-", "--journal", journal, "--format", "none",
      ])
      var acks = 0
      for number in 0..<(40 * round + 7) {
        running.write(
          "{\"impulse\":{\"body\":\"crate-1\",\"by\":[\(number),5000]},\"ack\":\(number)}\n"
        )
        if number.isMultiple(of: 5) {
          while acks <= number, running.nextLine() != nil { acks += 1 }
        }
      }
      kill(running.process.processIdentifier, SIGKILL)
      acks += running.finish().lines.count - acks
      let text = try String(contentsOfFile: journal, encoding: .utf8)
      for number in 0..<acks { #expect(text.contains("\"by\":[\(number),5000]")) }
      let replay = try Command.run("replay", journal, "--format", "none")
      #expect(replay.status == 0)
      let resumed = try Command.run(
        "run",
        "--resume",
        journal,
        "--fast",
        "--format",
        "none",
        "--duration",
        "0"
      )
      #expect(resumed.status == 0)
      #expect(try summary(resumed)["digest"] as? String == summary(replay)["digest"] as? String)
    }
  }

  @Test(
    "a run with checkpoints is resumed from the last one, and ends like one that was never stopped"
  )
  func checkpoints() throws {
    defer { remove() }
    let arguments = [
      "run", "Examples/phone.yaml", "--set", "expect=null", "--fast", "--format", "none",
    ]
    let every = ["--checkpoint-every", "250", "--journal", journal]
    let whole = try Command.Running(arguments + every).finish()
    let text = try String(contentsOfFile: journal, encoding: .utf8)
    remove()
    #expect(try Command.Running(arguments + ["--duration", "5"] + every).finish().status == 0)
    func resume() throws -> Command.Result {
      try Command.Running([
        "run", "--resume", journal, "--duration", "12", "--checkpoint-every", "250", "--fast",
        "--format", "none",
      ]).finish()
    }
    let stopped = try String(contentsOfFile: journal, encoding: .utf8)
    let second = try resume()
    #expect(second.errors.isEmpty)
    #expect(try summary(second)["digest"] as? String == summary(whole)["digest"] as? String)
    let resumed = try String(contentsOfFile: journal, encoding: .utf8)
    func checkpoints(of journal: String) -> [Substring] {
      let lines = journal.split(separator: "\n")
      return lines.filter { $0.contains("checkpoint\":true") }.map { $0.prefix(30) }
    }
    let wanted = checkpoints(of: text)
    #expect(wanted.count == 1440 / 250)
    #expect(checkpoints(of: resumed) == wanted)
    // If the last one is damaged, the command uses the one before it.
    let state = try #require(stopped.range(of: "{\"state\":", options: .backwards))
    let damaged = stopped.replacingCharacters(in: state, with: "{\"state\":7")
    try damaged.write(toFile: journal, atomically: true, encoding: .utf8)
    let third = try resume()
    #expect(third.status == 0)
    #expect(
      third.errors.contains("warning") && third.errors.contains("the checkpoint there is no use")
    )
    #expect(try summary(third)["digest"] as? String == summary(whole)["digest"] as? String)
    let late = try Command.run("replay", journal, "--from", "9")
    let all = try Command.run("replay", journal)
    #expect(late.status == 0 && late.errors.contains("the checkpoint there is no use") == false)
    #expect(late.lines.count > 100)
    #expect(late.lines.dropFirst().dropLast() == all.lines.suffix(late.lines.count - 1).dropLast())
    #expect(try summary(late)["digest"] as? String == summary(all)["digest"] as? String)
  }

  @Test("a checkpoint on request is acknowledged, and rejected without a journal")
  func checkpointCommand() throws {
    defer { remove() }
    for hasJournal in [true, false] {
      let running = try Command.Running(
        ["run", "--tilt", "-", "--format", "none"] + (hasJournal ? ["--journal", journal] : [])
      )
      running.write("{\"checkpoint\":true,\"ack\":1}\n{\"quit\":true}\n")
      let result = running.finish()
      #expect(result.status == 0)
      #expect(try result.objects()[0]["kind"] as? String == (hasJournal ? "ack" : "error"))
    }
    #expect(try String(contentsOfFile: journal, encoding: .utf8).contains("\"checkpoint\":true"))
    #expect(try Command.run("replay", journal, "--format", "none").status == 0)
  }

  @Test("a damaged journal is reported with its line and status 65, a deviation with status 1")
  func damage() throws {
    defer { remove() }
    _ = try Command.run("run", "--fast", "--format", "none", "--journal", journal)
    let text = try String(contentsOfFile: journal, encoding: .utf8)
    let damaged = text.replacingOccurrences(of: "\"tilt\":[0,-1]", with: "\"tilt\":[0,-2]")
    try damaged.write(toFile: journal, atomically: true, encoding: .utf8)
    let result = try Command.run("replay", journal, "--format", "none")
    #expect(result.status == 65)
    #expect(result.errors.hasPrefix("tiltbox: \(journal):2:1: "), "\(result.errors)")
    let byHand = damaged.replacing(/,"check":"[0-9a-f]*"/, with: "")
    try byHand.write(toFile: journal, atomically: true, encoding: .utf8)
    let departed = try Command.run("replay", journal, "--format", "none")
    #expect(departed.status == 1)
    #expect(departed.errors.contains("at tick 120 the digest is"))
  }

  @Test("a run that is past its end is resumed with a warning")
  func pastEnd() throws {
    defer { remove() }
    let fast = ["run", "--fast", "--format", "none", "--duration"]
    #expect(try Command.Running(fast + ["2", "--journal", journal]).finish().errors.isEmpty)
    for duration in ["1", "2"] {
      let result = try Command.Running(fast + [duration, "--resume", journal]).finish()
      #expect(
        result.errors
          == "tiltbox: warning: \(journal): the run is at 2 s already; give a longer --duration\n"
      )
    }
    #expect(try Command.Running(fast + ["3", "--resume", journal]).finish().errors.isEmpty)
  }

  @Test("a journal is not overwritten, and --resume takes no scenario")
  func usage() throws {
    defer { remove() }
    try "precious".write(toFile: journal, atomically: true, encoding: .utf8)
    let result = try Command.run("run", "--fast", "--journal", journal)
    #expect(result.status == 64)
    #expect(result.errors.contains("exists and is not empty"))
    #expect(try Command.run("run", "a.yaml", "--resume", journal).status == 64)
    #expect(try Command.run("run", "--resume", "/no/such.journal").status == 66)
    #expect(try Command.run("run", "--fast", "--checkpoint-every", "9").status == 64)
    let never = ["run", "--fast", "--checkpoint-every", "0", "--journal", journal]
    #expect(try Command.Running(never).finish().errors.contains("give a number of ticks above 0"))
  }

  @Test("time stands still or passes more slowly, and commands are answered meanwhile")
  func timeControl() throws {
    let running = try Command.Running(["run", "--tilt", "-", "--format", "none"])
    var ticks: [Int] = []
    func tell(_ text: String) throws {
      running.write(text + "\n")
      let line = try #require(running.nextLine())
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(object?["kind"] as? String == "ack", "\(line)")
      ticks.append(try #require(object?["tick"] as? Int))
    }
    try tell("{\"pause\":true,\"ack\":1}")
    for _ in 0..<20 { try tell("{\"tilt\":[0,1],\"ack\":2}") }
    #expect(Set(ticks).count == 1)
    try tell("{\"speed\":100,\"ack\":3}")
    try tell("{\"pause\":false,\"ack\":4}")
    while (ticks.last ?? 0) < ticks[0] + 100 { try tell("{\"tilt\":[0,1],\"ack\":5}") }
    try tell("{\"quit\":true,\"ack\":6}")
    #expect(running.finish().status == 0)
  }

  @Test("a replay sees what changed in a pause after the frame of the tick, as the run did")
  func pause() throws {
    defer { remove() }
    let running = try Command.Running([
      "run", "--tilt", "-", "--frames", "120", "--format", "jsonl", "--journal", journal,
    ])
    var lines: [String] = []
    func tell(_ text: String) throws {
      running.write("{\(text),\"ack\":1}\n")
      repeat {
        lines.append(try #require(running.nextLine()))
      } while lines.last?.contains("\"ack\"") == false
    }
    let ball = "\"add\":{\"circle\":5,\"at\":[50,200],\"mass\":1}"
    try tell("\"tilt\":[0,1]")
    try tell("\"pause\":true")
    try tell(ball)
    try tell("\"pause\":false")
    try tell("\"pause\":true")
    try tell("\"remove\":\"ball-1\"")
    try tell("\"quit\":true")
    while let line = running.nextLine() { lines.append(line) }
    #expect(running.finish().status == 0)
    let replay = try Command.run("replay", journal, "--format", "jsonl")
    let kept = lines.filter { !$0.contains("\"ack\"") && !$0.contains("\"summary\"") }
    // On a busy machine, the run skips frames.
    let shown = Set(kept)
    let repeated = replay.output.split(separator: "\n").map(String.init).filter {
      !$0.contains("\"summary\"") && (shown.contains($0) || !$0.contains("\"kind\":\"frame\""))
    }
    #expect(kept.count > 5 && repeated == kept)
    #expect(replay.errors.isEmpty, "\(replay.errors)")
    let recording = journal + ".jsonl"
    defer { try? FileManager.default.removeItem(atPath: recording) }
    try replay.output.write(toFile: recording, atomically: true, encoding: .utf8)
    #expect(try Command.run("diff", journal, recording).status == 0)
    let quit = "{\"quit\":true}\n"
    let resumed = try Command.run("run", "--resume", journal, "--tilt", "-", input: quit)
    #expect(resumed.errors.contains("the run is paused, as before"), "\(resumed.errors)")
  }

  @Test("a run that cannot keep up takes longer steps, says so, and is replayed with them")
  func adapt() throws {
    defer { remove() }
    // Steps of a fiftieth of a millisecond with a thousand iterations are too much for any machine.
    let run = try Command.Running([
      "run", "--on-overload", "adapt", "--set", "world.engine=chipmunk", "--set",
      "world.step=1/50000", "--set", "world.iterations=1000", "--duration", "0.3",
      "--checkpoint-every", "4000", "--journal", journal,
    ]).finish()
    #expect(run.status == 0)
    #expect(run.errors.contains("could not keep up; from here on a step is 4e-05 s long"))
    let paces = try run.objects().filter { $0["kind"] as? String == "pace" }
    #expect(paces.first?["step"] as? Double == 4e-05)
    #expect((try summary(run)["dropped"] as? Int ?? 0) > 0)
    let replay = try Command.run("replay", journal)
    #expect(replay.status == 0 && replay.errors.isEmpty)
    #expect(try summary(replay)["digest"] as? String == summary(run)["digest"] as? String)
    #expect(try replay.objects().filter { $0["kind"] as? String == "pace" }.count == paces.count)
    let resumed = try Command.run("run", "--resume", journal, "--fast", "--duration", "0.32")
    #expect(resumed.status == 0)
    let pace = try resumed.objects().first { $0["kind"] as? String == "pace" }
    #expect(pace?["step"] as? Double == paces.last?["step"] as? Double)
    #expect(abs((try summary(resumed)["t"] as? Double ?? 0) - 0.32) < 1e-3)
  }
}
