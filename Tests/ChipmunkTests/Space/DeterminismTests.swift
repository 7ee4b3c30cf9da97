import Chipmunk
import Foundation
import TestSupport
import Testing

@Suite("Determinism")
struct DeterminismTests {
  @Test(
    "gives the same bits as the C library with engine: .chipmunk, at every tick",
    arguments: [
      Scene.crates, .pile(of: 300, ticks: 600), .pile(of: 60, ticks: 600, sleepTime: 0.1),
    ]
  )
  func matchesC(scene: Scene) throws {
    let reference = try scene.runInC()
    let run = try Run(scene, engine: .chipmunk)
    var tick = 0
    while try run.tick() {
      try #require(run.digest.value == reference[tick], "tick \(tick + 1)")
      tick += 1
    }
    #expect(tick == reference.count)
    #expect(!run.events.isEmpty)
  }

  @Test("repeats itself, bits and events, with other spaces alive and stepping in between")
  func repeatsItself() throws {
    let scene = Scene.pile(of: 120, ticks: 400, sleepTime: 0.2)
    let alone = try scene.run()
    let others = [try Run(.crates), try Run(.pile(of: 40, ticks: 300))]
    let among = try Run(scene)
    while try among.tick() { for other in others { _ = try other.tick() } }
    #expect(among.digest == alone.digest)
    #expect(among.events == alone.events)
    #expect(alone.events.contains { $0.contains("separate") })
  }

  @Test("repeats itself in another process, bits and events")
  func repeatsInAnotherProcess() async throws {
    let here = try Scene.pile(of: 120, ticks: 400).run()
    let result = try await #require(
      processExitsWith: .success,
      observing: [\.standardOutputContent]
    ) {
      // Addresses differ from the parent's, but hashes must not depend on them.
      let clutter = (1...1000).map { [UInt8](repeating: 1, count: $0 * 7) }
      let there = try Scene.pile(of: 120, ticks: 400).run()
      let text = ([String(there.digest.value)] + there.events).joined(separator: "\n")
      FileHandle.standardOutput.write(Data("<\(text)>".utf8))
      withExtendedLifetime(clutter) {}
    }
    let output = String(decoding: result.standardOutputContent, as: UTF8.self)
    let text = ([String(here.digest.value)] + here.events).joined(separator: "\n")
    #expect(output.contains("<\(text)>"))
  }

  @Test("changes the digest if one bit of one number differs")
  func digestSeesOneBit() {
    var a = Digest()
    var b = Digest()
    a.add([BodyState(angularVelocity: 1)])
    b.add([BodyState(angularVelocity: 1.0.nextUp)])
    #expect(a != b)
  }
}
