import Chipmunk
import Foundation
import TestScenes
import TestSupport
import Testing
import Tiltbox
import TiltboxFiles

@Suite("Recorder")
struct RecorderTests {
  @Test("writes a header, frames, events and a summary, each a JSON object on a line")
  func jsonLines() throws {
    let lines = try record(.jsonl, ticks: 240)
    let objects = try lines.map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(objects.first?["kind"] as? String == "header")
    #expect(objects.first?["tiltbox"] as? Int == 1)
    #expect(objects.first?["bodies"] as? [String] == (1...5).map { "crate-\($0)" })
    #expect(objects.last?["kind"] as? String == "summary")
    #expect(objects.last?["ticks"] as? Int == 240)
    let frames = objects.filter { $0["kind"] as? String == "frame" }
    #expect(frames.map { $0["tick"] as? Int } == (0...120).map { 2 * $0 })
    let states = try #require(frames.last?["bodies"] as? [[Double]])
    #expect(states.count == 5)
    #expect(states.allSatisfy { $0.count == 6 })
    #expect(objects.contains { $0["kind"] as? String == "begin" && $0["impulse"] is Double })
  }

  @Test("a run that ends with an error leaves all of its frames, and nothing of a session after it")
  func failed() throws {
    final class Breaker: RunObserver {
      var hasThrown = false
      func didStep(in run: Tiltbox.Run) throws {
        guard run.simulation.tick == 7, !hasThrown else { return }
        hasThrown = true
        throw CancellationError()
      }
    }
    let folder = try Folder()
    for recovers in [false, true] {
      var options = Tiltbox.Run.Options(clock: nil)
      options.recover = { if !recovers { throw $0 } }
      let run = try Tiltbox.Run(.classicScene(), options: options)
      run.add(observer: try Recorder(.jsonl, to: folder.path("\(recovers)")))
      run.add(observer: Breaker())
      let outcome = Result { try run.run() }
      #expect(((try? outcome.get()) != nil) == recovers)
    }
    let text = String(decoding: try folder.read("false"), as: UTF8.self)
    #expect(text.contains(#"{"kind":"frame","tick":6,"#) && text.hasSuffix("\n"))
    #expect(try folder.read("true") == folder.read("false"))
  }

  @Test("a reset of a recorded run is rejected, so that the recording has one header")
  func reset() throws {
    let folder = try Folder()
    let run = try Tiltbox.Run(.classicScene(), options: Tiltbox.Run.Options(clock: nil))
    run.add(observer: try Recorder(.jsonl, to: folder.path("run.jsonl")))
    run.mailbox.post(Mailbox.Message(.success(.reset), line: 1))
    _ = try run.run()
    let recording = try RecordingReader(folder.path("run.jsonl"))
    while try recording.next() != nil {}
    #expect(recording.diagnostic == nil)
    #expect(String(decoding: try folder.read("run.jsonl"), as: UTF8.self).contains("one session"))
  }

  @Test("a trajectory whose step changes is recorded at the times of its frames")
  func changedStep() throws {
    let folder = try Folder()
    let path = folder.path("run.jsonl")
    let simulation = try Simulation(.classicScene())
    let trajectory = SimulationReader(simulation, describe: \.json) {
      guard simulation.tick < 70 else { return false }
      try simulation.advance()
      if simulation.tick == 60 { try simulation.apply(.timeStep(1.0 / 60)) }
      return true
    }
    try Recorder(.jsonl, to: path).record(trajectory) { _ in }
    let recording = try RecordingReader(path)
    var ticks: [Int] = []
    while let sample = try recording.next() { ticks.append(sample.frame.tick) }
    #expect(ticks == Array(stride(from: 0, to: 60, by: 2)) + Array(60...70))
    #expect(recording.diagnostic == nil)
  }

  @Test("a run that continues after a change of the step is recorded with its times")
  func continued() throws {
    let folder = try Folder()
    let path = folder.path("run.jsonl")
    let simulation = try Simulation(.classicScene())
    for _ in 0..<60 { try simulation.advance() }
    try simulation.apply(.timeStep(1.0 / 60))
    for _ in 0..<10 { try simulation.advance() }
    try simulation.apply(.remove(id: "crate-1"))
    var options = Tiltbox.Run.Options(clock: nil)
    options.lastTick = 80
    let run = try Tiltbox.Run(Tiltbox.Run.Start(simulation), options: options)
    run.add(observer: try Recorder(.jsonl, to: path))
    _ = try run.run()
    let recording = try RecordingReader(path)
    var ticks: [Int] = []
    while let sample = try recording.next() { ticks.append(sample.frame.tick) }
    #expect(ticks == Array(71...80) && recording.diagnostic == nil)
  }

  @Test("numbers read back to the same doubles, and integers have no fraction")
  func numbers() throws {
    let simulation = try Simulation(.classicScene(), held: Tilt(x: 0.3, y: -0.7))
    let folder = try Folder()
    let output = try OutputFile(creating: folder.path("run"))
    let recorder = Recorder(.jsonl, to: output)
    for _ in 0..<77 { try simulation.advance() }
    try recorder.recordFrame(of: simulation)
    try recorder.flush()
    let text = String(decoding: try folder.read("run"), as: UTF8.self)
    let object = try JSONDecoder().decode(FrameLine.self, from: Data(text.utf8))
    #expect(object.t == simulation.time)
    for (row, state) in zip(object.bodies, simulation.states) {
      #expect(
        row == [
          state.position.x, state.position.y, state.angle, state.velocity.x, state.velocity.y,
          state.angularVelocity,
        ]
      )
    }
    #expect(
      text.hasPrefix(
        #"{"kind":"frame","tick":77,"t":0.6416666666666666,"gravity":[300,-700],"bodies":[["#
      )
    )
  }

  @Test("writes a row for each body and frame as CSV")
  func csv() throws {
    let lines = try record(.csv, ticks: 4)
    #expect(lines.first == "tick,t,id,x,y,angle,vx,vy,w")
    #expect(lines.count == 1 + 3 * 5)
    #expect(lines[1] == "0,0,crate-1,16,284,0,0,0,0")
  }

  @Test("writes the summary alone on request")
  func none() throws {
    let lines = try record(.none, ticks: 4)
    #expect(lines.count == 1)
    #expect(lines[0].hasPrefix(#"{"kind":"summary","ticks":4,"t":0.03333333333333333,"digest":""#))
  }

  @Test("a closed pipe is an error that says so")
  func closedPipe() throws {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [0, 0]
    #expect(unsafe pipe(&ends) == 0)
    close(ends[0])
    let output = OutputFile(name: "pipe", descriptor: ends[1], closesDescriptor: true)
    let recorder = Recorder(.jsonl, to: output)
    try recorder.begin(Simulation(.classicScene()))
    #expect(throws: OutputError.closedPipe) { try recorder.flush() }
  }

  @Test("a file that cannot be made is an error that names it")
  func unwritable() {
    #expect {
      try OutputFile(creating: "/no/such/folder/out.jsonl")
    } throws: { error in
      "\(error)" == "/no/such/folder/out.jsonl: No such file or directory"
    }
  }

  private func record(_ format: RecordingFormat, ticks: Int) throws -> [String] {
    let folder = try Folder()
    let recorder = Recorder(format, to: try OutputFile(creating: folder.path("run")))
    var options = Run.Options(clock: nil)
    options.lastTick = ticks
    let run = try Run(.classicScene(), options: options)
    run.add(observer: recorder)
    _ = try run.run()
    let text = String(decoding: try folder.read("run"), as: UTF8.self)
    #expect(text.hasSuffix("\n"))
    return text.split(separator: "\n").map(String.init)
  }
}

private struct FrameLine: Decodable {
  let t: Double
  let bodies: [[Double]]
}
