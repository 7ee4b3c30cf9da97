import Foundation
import Testing

@Suite("tiltbox run with expectations")
struct RunExpectationTests {
  @Test(
    "reports each expectation on standard error and in the summary, with status 1 if one is unmet"
  )
  func told() throws {
    let good = try Command.run("run", "Examples/known-fall.yaml", "--fast", "--format", "none")
    #expect(good.status == 0)
    let lines = good.errors.split(separator: "\n")
    #expect(lines.count >= 10)
    #expect(lines.allSatisfy { $0.hasPrefix("tiltbox: met: ") })
    let met = try #require(try good.objects()[0]["expectations"] as? [[String: Any]])
    #expect(met.count == lines.count)
    #expect(met[0]["met"] as? Bool == true)
    #expect(
      met[0]["expected"] as? String == "crate first meets walls at 0.632456 s, within two steps"
    )

    let bad = try Command.run(
      "run",
      "Examples/known-fall.yaml",
      "--fast",
      "--format",
      "none",
      "--set",
      "bodies.ball.at=[220, 250]",
      "--set",
      "expect[1].at=0.5"
    )
    #expect(bad.status == 1)
    #expect(bad.errors.contains("tiltbox: not met: ball first meets walls.bottom at 0.5 s"))
  }

  @Test("a run that a line ends before its duration is not judged")
  func quit() throws {
    let result = try Command.run(
      "run",
      "Examples/known-fall.yaml",
      "--tilt",
      "-",
      input: "{\"quit\":true}\n"
    )
    #expect(result.status == 0)
    #expect(!result.errors.contains("met: "))
    #expect(result.errors.contains(" the expectations are not judged, since the run ended at 0"))
    #expect(try result.objects().last?["expectations"] == nil)
  }

  @Test("a shorter --duration ends a run whose expectations name later times, and it is not judged")
  func shorter() throws {
    let phone = try Command.run("run", "Examples/phone.yaml", "--fast", "--duration", "1")
    #expect(phone.status == 0, "\(phone.errors)")
    #expect(phone.errors.contains("not judged, since the run ended at 1 s of "))
    #expect(try phone.objects().last?["ticks"] as? Int == 120)
    // Without a duration of its own, the latest time of the expectations is the end.
    let scene =
      "{tiltbox: 1, bodies: [{id: a, circle: 1, mass: 1}], expect: [{body: a, x: 0, within: 1, at: 3}]}"
    let endless = try Command.run("run", "-", "--fast", "--duration", "1", input: scene)
    #expect(endless.status == 0)
    #expect(endless.errors.contains("since the run ended at 1 s of 3 s"))
    let judged = try Command.run("run", "-", "--fast", "--duration", "3", input: scene)
    #expect(judged.status == 0)
    #expect(judged.errors.contains("tiltbox: met: "))
  }

  @Test("a run that a signal has stopped keeps that status and is not judged")
  func stopped() throws {
    let running = try Command.Running(["run", "Examples/known-fall.yaml"])
    _ = running.nextLine()
    running.process.interrupt()
    running.closeInput()
    let result = running.finish()
    #expect(result.status == 130)
    #expect(!result.errors.contains("not met"))
    #expect(result.errors.contains("the expectations are not judged"))
  }

  @Test("a resumed journal remembers its expectations and what has happened before")
  func resumed() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let journal = folder.appending(path: "run.journal").path
    let first = try Command.run(
      "run",
      "Examples/known-fall.yaml",
      "--fast",
      "--format",
      "none",
      "--duration",
      "3.6",
      "--journal",
      journal
    )
    #expect(first.errors.contains("not judged, since the run ended at 3.6 s of 4 s"))
    let rest = try Command.run(
      "run",
      "--resume",
      journal,
      "--fast",
      "--format",
      "none",
      "--duration",
      "4"
    )
    #expect(rest.status == 0, "\(rest.errors)")
    #expect(rest.errors.contains("met: crate first meets walls at 0.632456 s"))
  }
}
