import Chipmunk
import Foundation

// Forks a space into two that must behave the same; the sequence then uses both.
extension Fuzzer {
  mutating func fork(_ space: Space) throws {
    let checkpoint = try space.checkpoint()
    let twin: Space
    do {
      twin = try Space(restoring: numbers.chance(0.5) ? encoded(checkpoint) : read(checkpoint))
    } catch {
      return tally.unsound.append("a checkpoint that is not restored: \(error)")
    }
    spaces.append(twin)
    bodies += twin.bodies.suffix(3)
    constraints += twin.constraints.suffix(3)
    // Closures can't be compared.
    guard space.handlers.isEmpty, (space.bodies + [space.ground]).allSatisfy({ !$0.hasClosures }),
      space.constraints.allSatisfy({ !$0.hasClosures })
    else { return }
    if try twin.checkpoint() != checkpoint {
      tally.unsound.append("a restored space's checkpoint that is another one")
    }
    for _ in 0..<numbers.count(1...20) {
      let (here, there) = (Self.outcome(of: space), Self.outcome(of: twin))
      if here != there || space.states.bits != twin.states.bits {
        tally.unsound.append("a restored space that went another way")
      }
    }
  }

  private func read(_ checkpoint: Checkpoint) throws -> Checkpoint {
    try Checkpoint(checkpoint.text)
  }

  private func encoded(_ checkpoint: Checkpoint) throws -> Checkpoint {
    try JSONDecoder().decode(Checkpoint.self, from: JSONEncoder().encode(checkpoint))
  }

  /// Adds a copy of a space with a different time step.
  mutating func change(_ space: Space, toStep timeStep: Double) throws {
    spaces.append(try Space(restoring: space.checkpoint().adapted(to: timeStep)))
  }

  /// Restores a damaged checkpoint, which must either fail or make a valid space.
  mutating func damage(_ checkpoint: Checkpoint) throws {
    let text = String(damaging: Array(checkpoint.text.utf8), using: &numbers.random)
    let isDecoded = numbers.chance(0.3)
    let other =
      try isDecoded
      ? JSONDecoder().decode(Checkpoint.self, from: Data(text.utf8)) : Checkpoint(text)
    _ = (other.bodyCount, other.tick, other.timeStep)
    let space = try Space(restoring: other)
    spaces.append(space)
    bodies += space.bodies.suffix(3)
    constraints += space.constraints.suffix(3)
    for _ in 0..<numbers.count(1...5) { try step(space) }
  }

  /// Steps a space, and returns the error as text, in which NaN equals NaN.
  private static func outcome(of space: Space) -> String? {
    do {
      try space.step()
      return nil
    } catch {
      return "\(error)"
    }
  }
}

extension [BodyState] {
  fileprivate var bits: Digest {
    var digest = Digest()
    digest.add(self)
    return digest
  }
}

extension Body {
  fileprivate var hasClosures: Bool { velocityFunction != nil || positionFunction != nil }
}

extension Constraint {
  fileprivate var hasClosures: Bool {
    preSolve != nil || postSolve != nil || (self as? DampedSpring)?.force != nil
      || (self as? DampedRotarySpring)?.torque != nil
  }
}

extension Fuzzer {
  /// Restores a copy of a space from a snapshot, and compares its state at the snapshot and after more steps.
  mutating func rewind(_ space: Space) throws {
    let twin = try Space(restoring: space.checkpoint())
    for _ in 0..<2 {
      let (snapshot, checkpoint) = try (twin.snapshot(), twin.checkpoint())
      let count = numbers.count(1...20)
      let there = (0..<count).map { _ in Self.outcome(of: twin) }
      let future = try? twin.checkpoint()
      try twin.restore(snapshot)
      if try twin.checkpoint() != checkpoint {
        tally.unsound.append("a snapshot that brings back something else")
      }
      let here = (0..<count).map { _ in Self.outcome(of: twin) }
      if here != there || (try? twin.checkpoint()) != future {
        tally.unsound.append("a space that went another way after a snapshot")
      }
    }
  }
}
