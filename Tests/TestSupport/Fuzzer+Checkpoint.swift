import Chipmunk

// A space becomes two, which have to go on alike, and both take part from then on.
extension Fuzzer {
  mutating func fork(_ space: Space) throws {
    let checkpoint = try space.checkpoint()
    guard let twin = try? Space(restoring: Checkpoint(checkpoint.text)) else {
      return tally.unsound += 1
    }
    spaces.append(twin)
    bodies += twin.bodies.suffix(3)
    constraints += twin.constraints.suffix(3)
    // Closures cannot be compared.
    guard space.handlers.isEmpty, (space.bodies + [space.ground]).allSatisfy({ !$0.hasClosures }),
      space.constraints.allSatisfy({ !$0.hasClosures })
    else { return }
    if try twin.checkpoint() != checkpoint { tally.unsound += 1 }
    for _ in 0..<numbers.count(1...20) {
      let (here, there) = (Self.outcome(of: space), Self.outcome(of: twin))
      if here != there || space.states.bits != twin.states.bits { tally.unsound += 1 }
    }
  }

  /// A step's error in words, in which no number is another one than itself.
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
