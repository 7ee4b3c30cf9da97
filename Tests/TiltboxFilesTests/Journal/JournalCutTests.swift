import Chipmunk
import Foundation
import Testing
import Tiltbox
import TiltboxFiles

@Suite("A journal that was cut")
struct JournalCutTests {
  private let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("tiltbox-\(UUID()).journal").path

  static let scenarios = ["", "motion", "guide"].flatMap { folder in
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: examples.appending(path: folder).path()
    )
    return (names ?? []).filter { $0.hasSuffix(".yaml") }.sorted().map { folder + "/" + $0 }
  }

  private static let lastTick = 24

  /// The inputs of the run: another tilt, a push and a new body.
  private func inputs(_ scenario: Scenario) throws -> [Input] {
    let ball = BodyDescription(
      id: "new ball",
      shapes: [ShapeDescription(.circle(radius: 8))],
      position: Vector(20, 150),
      mass: 2
    )
    var inputs = [Input(tick: 5, .tilt(Tilt(x: 0.3, y: -0.9)))]
    let bodies = try Simulation(scenario).bodies
    if let index = bodies.firstIndex(where: { $0.type == .dynamic }) {
      let id = scenario.bodies[index].id
      inputs.append(Input(tick: 9, .impulse(id: id, by: Vector(300, 70), at: nil)))
    }
    return inputs + [Input(tick: 14, .add(ball))]
  }

  private func scenario(_ file: String) throws -> Scenario {
    var scenario = try Scenario(contentsOf: examples.appending(path: file).path()).loadingTilt()
    scenario.expectations = []
    return scenario
  }

  @discardableResult
  private func run(
    _ start: Run.Start,
    _ journal: Journal? = nil,
    inputs: some Collection<Input> = []
  ) throws -> Digest {
    var options = Run.Options(clock: nil)
    options.lastTick = Self.lastTick
    let run = try Run(start, options: options)
    run.add(source: Inputs(Array(inputs)))
    if let journal { run.add(observer: journal) }
    return try run.run().digest
  }

  /// Returns the journal of a run, which has ended.
  private func journal(
    _ scenario: Scenario,
    _ inputs: [Input],
    checkpointEvery: Int? = nil
  ) throws -> (bytes: [UInt8], Digest) {
    try? FileManager.default.removeItem(atPath: path)
    let journal = try Journal(creating: path, of: scenario, sync: .never)
    journal.checkpointEvery = checkpointEvery
    let digest = try run(Run.Start(scenario), journal, inputs: inputs)
    return (Array(try Data(contentsOf: URL(filePath: path))), digest)
  }

  /// Resumes the journal of the given bytes up to the last tick, and returns the digest.
  private func resume(_ bytes: some Sequence<UInt8>) throws -> Digest {
    try Data(bytes).write(to: URL(filePath: path))
    let replay = try Replay(JournalReader(path), from: .infinity)
    try replay.run()
    return try run(replay.start(), Journal(continuing: replay, sync: .never))
  }

  /// Returns the requests of the journal, each with the offset after its line.
  private func requests() throws -> [(request: Request, end: Int)] {
    let reader = try JournalReader(path)
    var requests: [(request: Request, end: Int)] = []
    while let entry = try reader.next() {
      if case .request(let request) = entry.content { requests.append((request, reader.offset)) }
    }
    return requests
  }

  @Test(
    "resumed, ends as the uncut run does with the inputs that are left, for each example",
    arguments: scenarios
  )
  func resumption(file: String) throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let scenario = try scenario(file)
    let inputs = try inputs(scenario)
    let digests = try (0...inputs.count).map {
      try run(Run.Start(scenario), inputs: inputs.prefix($0))
    }
    #expect(Set(digests).count > 1)
    let every = scenario.world.engine == .tiltbox ? 10 : nil
    let (whole, digest) = try journal(scenario, inputs, checkpointEvery: every)
    let requests = try requests()
    #expect(digest == digests.last)
    let ends = whole.indices.filter { whole[$0] == 10 }.map { $0 + 1 }
    #expect(ends.count > inputs.count)
    for (end, next) in zip(ends, ends.dropFirst() + [whole.count]) {
      for cut in Set([end, (end + next) / 2]) {
        let digest = try resume(whole[..<cut])
        let kept = requests.prefix { $0.end <= cut }.map(\.request)
        let left = inputs.prefix { kept.contains($0.request) }.count
        #expect(digest == digests[left], "\(file): cut after byte \(cut)")
        guard cut > end else { continue }
        let again = try Replay(JournalReader(path))
        try again.run()
        #expect(again.divergence == nil && again.simulation.digest == digest)
      }
    }
  }

  @Test("has the whole lines before the cut, after whichever byte it is", arguments: scenarios)
  func everyByte(file: String) throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let scenario = try scenario(file)
    let whole = try journal(scenario, inputs(scenario)).bytes
    var (count, end) = (0, 0)
    for cut in 0...whole.count {
      if cut > 0, whole[cut - 1] == 10 { (count, end) = (count + 1, cut) }
      var lines = FileLines(of: Array(whole[..<cut]))
      var (found, piece) = (0, try lines.next())
      while case .line = piece { (found, piece) = (found + 1, try lines.next()) }
      guard found == count, piece == .rest(cut - end) else {
        Issue.record("\(file): cut after byte \(cut), \(found) lines of \(count)")
        return
      }
    }
  }

  @Test("resumed with line ends of Windows, ends as with its own")
  func windows() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let scenario = try scenario("phone.yaml")
    let (whole, _) = try journal(scenario, inputs(scenario), checkpointEvery: 10)
    let middle = try requests()[1].end
    let digest = try resume(whole[..<middle])
    #expect(try resume(whole[..<middle].flatMap { $0 == 10 ? [13, 10] : [$0] }) == digest)
    let again = try Replay(JournalReader(path))
    try again.run()
    #expect(again.divergence == nil && again.simulation.digest == digest)
  }

  @Test("within its first line has run nothing, and says what to do")
  func header() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    _ = try Journal(creating: path, of: scenario("one-crate.yaml"), sync: .never)
    let whole = try Data(contentsOf: URL(filePath: path))
    for cut in 0..<whole.count {
      try whole.prefix(cut).write(to: URL(filePath: path))
      let error = try #require(throws: JournalError.self) { try JournalReader(path) }
      #expect(error.description.hasSuffix("remove the file and begin anew with --journal"))
      #expect(try !JournalReader.hasBegun(path))
    }
  }
}

extension JournalCutTests {
  @Test("does not continue a tilt recording that a request has ended, also by the same tilt")
  func takenOver() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let scenario = try scenario("phone.yaml")
    let simulation = try Simulation(scenario)
    for _ in 0..<5 { try simulation.advance() }
    for tilt in [Tilt(x: 0.3, y: -0.9), simulation.tilt] {
      let (whole, digest) = try journal(scenario, [Input(tick: 5, .tilt(tilt))])
      let lines = whole.split(separator: 10)
      #expect(lines[lines.count - 2].starts(with: #"{"tick":5,"tilt":["#.utf8))
      #expect(try resume(lines.dropLast().flatMap { $0 + [10] }) == digest)
    }
  }
}

private struct Input {
  let tick: Int
  let request: Request

  init(tick: Int, _ request: Request) { (self.tick, self.request) = (tick, request) }
}

/// Performs inputs at their ticks.
private final class Inputs: RequestSource {
  private let inputs: [Input]

  init(_ inputs: [Input]) { self.inputs = inputs }

  func read(in run: Run) throws {
    for input in inputs where input.tick == run.simulation.tick { try run.perform(input.request) }
  }

  func nextMessage() -> Mailbox.Message? { nil }
}
