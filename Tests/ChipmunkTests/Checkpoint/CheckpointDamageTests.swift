import Chipmunk
import Foundation
import TestSupport
import Testing

@Suite("Damaged checkpoints")
struct CheckpointDamageTests {
  @Test("do not use up a small stack, however deep their brackets are")
  func brackets() async {
    await #expect(processExitsWith: .success) {
      let text = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
      let refused = run(stack: 512 << 10) {
        _ = try JSONDecoder().decode([Checkpoint].self, from: Data(text.utf8))
      }
      precondition(refused?.code == .damaged)
    }
  }

  @Test(
    "are rejected with the name of the field",
    arguments: [
      ("\"checkpoint\":2", "\"checkpoint\":1", "the checkpoint has version 1", "of version 2"),
      ("\"checkpoint\":2", "\"check\":2", "this is no checkpoint", "take the text as it was made"),
      ("\"timeStep\":0.0", "\"timeStep\":-0.0", "timeStep", "time step"),
      ("\"iterations\":10", "\"iterations\":0", "settings.iterations", "from 1 to 1000"),
      ("\"iterations\":10", "\"iterations\":\"ten\"", "settings.iterations", "a whole number"),
      ("\"gravity\":[", "\"gravity\":[1e10,1],\"x\":[", "settings.gravity", "units/s²"),
      ("\"damping\":1,", "", "settings.damping", "missing"),
      ("\"damping\":1,", "\"damping\":1,\"damping\":1,", "settings.damping", "only one"),
      ("\"mass\":10,", "\"mass\":0,", "bodies[0].mass", "is 0 kg"),
      ("\"mass\":10,", "\"mass\":\"infinity\",", "bodies[0].mass", "kg"),
      ("\"mass\":10,", "\"weight\":10,", "bodies[0].mass", "moment"),
      ("\"mass\":10,", "\"tag\":1.5,\"mass\":10,", "bodies[0].tag", "whole number"),
      ("\"mass\":10,", "\"idleTimes\":1,\"mass\":10,", "bodies[0].idleTimes", "no such field"),
      (
        "\"mass\":10,", "\"mass\":10,\"functions\":[\"preSolve\"],", "bodies[0].functions",
        "velocity, position"
      ),
      (
        "\"min\":5,", "\"min\":5,\"functions\":[\"force\"],", "constraints[0].functions",
        "preSolve, postSolve"
      ),
      ("\"form\":\"box\"", "\"form\":\"bix\"", "bodies[0].shapes[0].form", "circle, segment, box"),
      ("\"sides\":[32,32]", "\"sides\":[32,-32]", "bodies[0].shapes[0].form", "box side"),
      ("\"sides\":[32,32]", "\"sides\":[32]", "bodies[0].shapes[0].sides", "two numbers"),
      ("{\"id\":1,", "{\"id\":0,", "bodies[0].shapes[0].id", "there once"),
      ("\"nextShape\":4", "\"nextShape\":3", "bodies[2].shapes[0].id", "below nextShape"),
      ("\"awake\":[0,", "\"awake\":[1,", "awake", "once"),
      ("\"awake\":[0,", "\"awake\":[7,", "awake[0]", "index of a body"),
      ("\"awake\":[0,1,2]", "\"awake\":[0,1]", "bodies[2]", "asleep"),
      ("\"awake\":[0,1,2]", "\"awake\":[0,1],\"asleep\":[[2]]", "asleep[0]", "threshold"),
      ("\"acting\":[0]", "\"acting\":[]", "constraints[0]", "acting"),
      ("\"acting\":[0]", "\"acting\":[0,0]", "acting[1]", "once"),
      ("\"a\":1,\"b\":2", "\"a\":1,\"b\":1", "constraints[0].b", "another body"),
      ("\"a\":1,\"b\":2", "\"a\":1,\"b\":-2", "constraints[0].b", "-1 for the ground"),
      ("\"min\":5,", "", "constraints[0].min", "missing"),
      ("\"armA\":[", "\"armA\":[1e300,0],\"x\":[", "contacts[0].points[0].armA", "1e+300"),
      ("\"a\":3,\"b\":0,", "\"a\":3,\"b\":3,", "contacts[0]", "two bodies"),
      ("\"a\":3,\"b\":0,", "\"a\":3,\"b\":9,", "contacts[0]", "two bodies"),
      ("\"a\":3,\"b\":0,", "\"a\":3,\"b\":0,\"state\":\"ended\",", "contacts[0]", "solid"),
      (
        "\"contacts\":[", "\"contacts\":[{\"a\":2,\"b\":1,\"normal\":[0,1]},",
        "contacts[0].points", "there is one"
      ),
      ("\"tick\":9", "\"tick\":nine", "the checkpoint's text", "at byte"),
      ("\"tick\":9", "\"tick\":1e999", "the checkpoint's text", "expected a value"),
      ("\"tick\":9", "\"tick\":", "the checkpoint's text", "at byte"),
      (
        "{\"checkpoint\"", String(repeating: "[", count: 40), "the checkpoint's text",
        "nested too deeply"
      ),
      ("{\"checkpoint\"", "1", "the checkpoint's text", "expected nothing more"),
      ("}]}", "}]", "the checkpoint's text", "closing brace"),
    ]
  )
  func named(from: String, to: String, field: String, rule: String) throws {
    let text = try Self.text()
    let place = try #require(text.range(of: from), "the text has no \(from)")
    let damaged = text.replacingCharacters(in: place, with: to)
    let error = #expect(throws: PhysicsError.self) { try Checkpoint(damaged) }
    #expect(error?.code == .damaged)
    let message = error?.description ?? ""
    #expect(message.hasPrefix(field) && message.contains(rule), "\(message)")
  }

  @Test("are told from other texts", arguments: ["{}", "[]", "\"\"", "1", "null"])
  func other(text: String) throws {
    let error = try #require(throws: PhysicsError.self) { try Checkpoint(text) }
    let message = "this is no checkpoint; take the text as it was made, or another checkpoint"
    #expect(error.description == message)
  }

  @Test("are rejected if only the creation of a part finds the mistake")
  func unsolvable() throws {
    let text = try Self.text().replacingOccurrences(of: "\"a\":1,\"b\":2", with: "\"a\":-1,\"b\":2")
      .replacingOccurrences(of: "\"type\":3", with: "\"type\":4")
    #expect(throws: Never.self) { try Space(restoring: Checkpoint(text)) }
    let still = "{\"type\":\"static\",\"position\":[0,0]}"
    let held = text.replacingOccurrences(of: "\"bodies\":[", with: "\"bodies\":[\(still),")
      .replacingOccurrences(of: "\"awake\":[0,1,2]", with: "\"awake\":[1,2,3]")
      .replacingOccurrences(of: "\"a\":-1,\"b\":2", with: "\"a\":-1,\"b\":0")
    let error = #expect(throws: PhysicsError.self) { try Space(restoring: Checkpoint(held)) }
    #expect(error?.code == .unsolvable)
  }

  @Test("never crash the process, in a hundred variants of each scene's")
  func survive() async {
    await #expect(processExitsWith: .success) {
      var (refused, restored) = (0, 0)
      for (number, scene) in CheckpointScene.all.enumerated() {
        let bytes = Array(try scene.run().checkpoint().text.utf8)
        var random = SplitMix64(seed: UInt64(number))
        for _ in 0..<100 {
          let text = String(damaging: bytes, using: &random)
          do {
            let space = try Space(restoring: Checkpoint(text))
            restored += 1
            for _ in 0..<3 { try? space.step() }
            space.wakeAll()
            try? space.step()
          } catch {
            refused += 1
          }
        }
      }
      precondition(refused > 300 && restored > 100, "\(refused) \(restored)")
    }
  }

  /// A crate and two balls on a floor, two of them roped together, after nine steps.
  private static func text() throws -> String {
    let space = try spaceWithFloor()
    let crate = try addCrate(at: Vector(0, 15.9), to: space, type: 3)
    let ball = try addBall(at: Vector(100, 9.9), to: space)
    let other = try addBall(at: Vector(130, 9.9), to: space)
    _ = crate
    try space.add(SlideJoint(ball, other, min: 5, max: 40))
    try space.steps(9)
    return try space.checkpoint().text
  }
}
