import Chipmunk

/// Makes a random sequence of public calls, with hostile numbers among them.
///
/// Errors that the calls throw are what is expected of them; the process must survive, and a space
/// must step again once the bodies that diverged were removed.
public struct Fuzzer {
  var numbers: HostileNumbers
  var spaces: [Space] = []
  var bodies: [Body] = []
  var shapes: [Shape] = []
  var constraints: [Constraint] = []
  var handlers: [CollisionHandler] = []
  var states: [BodyState] = []
  var ids: [UInt] = []
  var contacts: [ContactState] = []
  /// Where the sequence's bodies are: far from the origin, numbers are coarse.
  let offset: Double
  /// Whether hundreds of shapes and bodies come in rows, which takes the stack that is there.
  let hasRows: Bool

  /// What the sequence came to.
  public struct Tally: Sendable {
    /// Calls that threw a ``PhysicsError``.
    public var refused = 0
    /// Calls that were carried out.
    public var accepted = 0
    /// Steps that threw ``PhysicsError/Code/diverged``.
    public var diverged = 0
    /// Spaces that would not step after all that diverged had been removed.
    public var stuck = 0
    /// What must not be: a step that left a number which is none, say.
    public var unsound: [String] = []
  }

  /// What the sequence came to so far.
  public internal(set) var tally = Tally()

  /// Prepares the sequence of a seed.
  ///
  /// - Parameters:
  ///   - seed: What the sequence follows from.
  ///   - hasRows: Whether hundreds of shapes and bodies come in rows, for a small stack.
  public init(seed: UInt64, hasRows: Bool = false) {
    var random = SplitMix64(seed: seed)
    let hostility = [0, 0.01, 0.05, 0.2, 0.5][Int.random(in: 0..<5, using: &random)]
    let scale = [1, 1, 1, 1e-9, 1e-6, 1e-3, 1e3, 1e6][Int.random(in: 0..<8, using: &random)]
    numbers = HostileNumbers(random: random, hostility: hostility, scale: scale)
    offset = [0, 0, 1e3, 1e6, 1e9][Int.random(in: 0..<5, using: &random)] * 0.999
    self.hasRows = hasRows
  }

  /// Makes a number of calls. `log` is told of each before it is made.
  public mutating func run(calls: Int, log: (String) -> Void = { _ in }) {
    for _ in 0..<calls {
      let (name, call) = numbers.pick(hasRows && numbers.chance(0.01) ? Self.rowCalls : Self.calls)
      log(name)
      do {
        try call(&self)
        tally.accepted += 1
      } catch let error as PhysicsError {
        tally.refused += 1
        log("  \(error)")
      } catch {
        continue
      }
    }
  }

  /// Makes one call, and passes on what it throws.
  mutating func callOnce() throws {
    try numbers.pick(Self.calls).1(&self)
  }

  /// A sequence like this one, of nothing yet.
  mutating func child() -> Fuzzer {
    Fuzzer(numbers: HostileNumbers(copying: &numbers), offset: offset)
  }

  private init(numbers: HostileNumbers, offset: Double) {
    self.numbers = numbers
    self.offset = offset
    hasRows = false
  }

  mutating func step(_ space: Space) throws {
    do {
      try space.step()
      check(space)
    } catch {
      guard error.code == .diverged else { throw error }
      tally.diverged += 1
      check(space)
      if numbers.chance(0.5) { try recover(space) }
      throw error
    }
  }

  /// What a space shows must be a number, whatever has happened in it.
  private mutating func check(_ space: Space) {
    let isSound = space.states.allSatisfy {
      $0.position.isFinite && $0.angle.isFinite && $0.velocity.isFinite
        && $0.angularVelocity.isFinite
    }
    if !isSound { tally.unsound.append("a state that is no number") }
    if !space.findsAllPairs { tally.unsound.append("pairs that the broad phase has not found") }
    if !space.listsAllContacts { tally.unsound.append("contacts that are in no list, or in two") }
  }

  /// A space steps again once the bodies that diverged are gone: at the latest when none is left.
  private mutating func recover(_ space: Space) throws {
    // They would go on throwing.
    for constraint in space.constraints { constraint.dropClosures() }
    for _ in 0...space.bodies.count {
      for body in space.divergedBodies { try space.remove(body) }
      do {
        try space.step()
        return
      } catch {
        guard error.code == .diverged else { throw error }
        tally.diverged += 1
      }
    }
    tally.stuck += 1
  }
}

/// There is no body, or no shape, for a call to be made on.
enum Skipped: Error {
  case nothingThere
}
