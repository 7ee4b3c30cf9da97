import Chipmunk
import Foundation
import Testing
import Tiltbox
import TiltboxFiles

@Suite("A journal of a run with animations")
struct AnimatedJournalTests {
  static let text = """
    tiltbox: 1
    world: {sleepAfter: 0.2, integrator: half-kick}
    walls: {size: [300, 300]}
    bodies:
      - {box: [32, 32], at: [60, 17], mass: 1, friction: 0.5}
      - {id: paddle, type: kinematic, box: [60, 8], at: [200, 20]}
      - {id: wheel, circle: 20, at: [120, 150], mass: 2}
    constraints:
      - {pivot: [wheel, ground], at: [120, 150]}
      - {id: drive, motor: [wheel, ground], rate: 0, maxForce: 1000000}
    values: [{id: sky, numbers: [0, 0, 1]}]
    animations:
      - {target: tilt, from: [0, 0], to: [0.3, 0], timing: easeInEaseOut, begin: 1, duration: 1, additive: true}
      - {target: body.paddle.position, by: [-90, 30], duration: 0.7, autoreverse: true, repeat: forever}
      - {target: constraint.drive.rate, to: 9, spring: {damping: 4}, begin: 0.5}
      - {target: value.sky, to: [1, 0, 0], duration: 3}
    """

  @Test("contains the device's tilts but no animations, and replays bit for bit")
  func replay() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("tiltbox-\(UUID()).journal").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let scenario = try Scenario(yaml: Self.text, file: "a.yaml")
    let journal = try Journal(creating: path, of: scenario, sync: .never)
    var tilts = 0
    let run = try Simulation(scenario, tilt: Swaying()) {
      try journal.append(.request($0), tick: $1)
      if case .tilt = $0 { tilts += 1 }
    }
    for _ in 0..<600 { try run.advance() }
    try journal.end(run)
    // A tilt at every tenth tick, including the first and the last.
    #expect(tilts == 61)
    let replay = try Replay(JournalReader(path))
    try replay.run()
    #expect(replay.simulation.tick == 600)
    #expect(replay.simulation.digest == run.digest)
    #expect(replay.simulation.tilt == run.tilt)
    #expect(replay.simulation.values == run.values)
    #expect(replay.divergence == nil)
  }
}

/// A phone that trembles so little that bodies may sleep, and that turns at times.
private struct Swaying: TiltSource {
  func tilt(atTick tick: Int, time: Double) -> Tilt? {
    guard tick.isMultiple(of: 10) else { return nil }
    return Tilt(x: 0.00005 * Double(tick % 7) + (tick > 400 ? 0.2 : 0), y: -1)
  }
}
