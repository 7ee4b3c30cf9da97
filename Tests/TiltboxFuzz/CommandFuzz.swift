import Foundation
import Tiltbox
import TiltboxFiles

/// A run under hostile commands: it must run to its end, answer each command once, and be repeatable from its journal.
public struct CommandFuzz {
  /// The number of commands that succeeded.
  public private(set) var accepted = 0
  /// The number of rejected commands.
  public private(set) var rejected = 0
  /// The number of bodies that diverged.
  public private(set) var quarantined = 0
  /// Descriptions of the failures, one sentence each.
  public private(set) var failures: [String] = []

  private static let mostBodies = 30

  /// Runs a world and commands that the seed determines for some ticks.
  ///
  /// - Throws: The error that ends the run, although none should; errors of writing its files.
  public init(seed: UInt64, ticks: Int) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fuzz-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let journal = folder.appendingPathComponent("run.journal").path
    let recording = folder.appendingPathComponent("run.jsonl").path
    let summary = try run(seed, ticks, journal: journal, recording: recording)
    quarantined = summary.quarantineCount
    for time in [0, Double.infinity] {
      let replay = try Replay(JournalReader(journal), from: time)
      try replay.run()
      if replay.simulation.digest != summary.digest || replay.divergence != nil {
        failures.append("a replay from \(time) s has another digest: \(replay.divergence as Any)")
      }
      if replay.simulation.quarantineCount != quarantined {
        failures.append("a replay from \(time) s has other quarantines")
      }
    }
    let trajectory = try RecordingReader(recording)
    var told = 0
    while let moment = try trajectory.next() {
      told += moment.events.count { $0.kind == .quarantine }
    }
    if told != quarantined { failures.append("\(told) of \(quarantined) quarantines are recorded") }
  }

  private mutating func run(
    _ seed: UInt64,
    _ ticks: Int,
    journal: String,
    recording: String
  ) throws -> RunSummary {
    let scenario = try Self.scenario(seed)
    var options = Run.Options(clock: nil)
    options.lastTick = ticks
    options.showsEveryTick = true
    let run = try Run(scenario, options: options)
    let journal = try Journal(creating: journal, of: run.simulation.scenario, sync: .never)
    journal.checkpointEvery = 97
    let source = HostileSource(seed: seed, mostBodies: Self.mostBodies)
    run.add(observer: try Recorder(.jsonl, to: recording))
    run.add(observer: journal)
    run.add(observer: source)
    run.add(source: source)
    let summary = try run.run()
    (accepted, rejected) = (source.accepted, source.rejected)
    failures += source.failures
    return summary
  }

  /// A world whose spring is too stiff for the C library: the crate that hangs on it diverges.
  private static let stiff = """
    tiltbox: 1
    name: stiff
    world: {engine: chipmunk}
    bodies:
      - {id: crate-1, box: [32, 32], at: [20, 16], mass: 100}
      - {id: crate-2, box: [32, 32], at: [60, 16], mass: 100}
      - {id: crate-3, box: [32, 32], at: [150, 200], mass: 100}
      - {id: floor, type: static, segment: [[0, 0], [300, 0]], radius: 2}
    constraints:
      - {spring: [ground, crate-3], anchorA: [150, 100], restLength: 10, stiffness: 1e9, damping: 0}
    """

  private static func scenario(_ seed: UInt64) throws -> Scenario {
    var scenario =
      seed % 4 == 2 ? try Scenario(yaml: stiff, file: "stiff.yaml") : Scenario.classic
    scenario.run.duration = nil
    if seed % 2 == 1 { scenario.world.sleepAfter = 0.2 }
    if seed % 3 == 1 { scenario.world.speedLimit = .none }
    if seed % 5 == 1 { scenario.world.iterations = 1 }
    if seed % 7 == 1 { scenario.walls = nil }
    return scenario
  }
}

/// Sends hostile commands, and checks that each gets one answer.
private final class HostileSource: RequestSource, RunObserver {
  private(set) var accepted = 0
  private(set) var rejected = 0
  private(set) var failures: [String] = []

  private var commands: HostileCommands
  private let mostBodies: Int
  private var due = 0
  private var next = 0
  private var open: [String: String] = [:]

  init(seed: UInt64, mostBodies: Int) {
    (commands, self.mostBodies) = (HostileCommands(seed: seed), mostBodies)
  }

  func read(in run: Run) {
    due = commands.count()
    if run.simulation.bodies.count > mostBodies { removeFirstBody(of: run) }
  }

  /// Removes the first body, because many more bodies would take time and show nothing new.
  private func removeFirstBody(of run: Run) {
    run.mailbox.post(Mailbox.Message(.success(.remove(id: run.simulation.descriptions[0].id))))
  }

  func nextMessage() -> Mailbox.Message? {
    guard due > 0 else { return nil }
    (due, next) = (due - 1, next + 1)
    let text = commands.line(ack: next)
    let line = RequestLine(text.utf8)
    guard let ack = line.ack else {
      failures.append("the mark of \(text) is lost")
      return nil
    }
    open[ack] = text
    return Mailbox.Message(line.request, ack: ack, line: next)
  }

  func didAnswer(_ message: Mailbox.Message, rejection: RequestError?, in run: Run) {
    guard let ack = message.ack else { return }
    if open.removeValue(forKey: ack) == nil { failures.append("\(ack) is answered twice") }
    if rejection == nil { accepted += 1 } else { rejected += 1 }
  }

  func didEnd(_ summary: RunSummary?, of run: Run) {
    for text in open.values { failures.append("no answer to \(text)") }
  }
}
