import Chipmunk

/// Makes a random sequence of public calls, with hostile numbers among them.
///
/// The calls may throw errors. The process must survive, and a space must step again after the
/// diverged bodies are removed.
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
  /// The position of the sequence's bodies: far from the origin, numbers are coarse.
  let offset: Double
  /// Whether to add hundreds of shapes and bodies in rows, which exhausts a small stack.
  let hasRows: Bool

  /// The results of a sequence.
  public struct Tally: Sendable {
    /// Calls that threw a ``PhysicsError``.
    public var refused = 0
    /// Calls that succeeded.
    public var accepted = 0
    /// Steps that threw ``PhysicsError/Code/diverged``.
    public var diverged = 0
    /// Spaces that didn't step even after all diverged bodies were removed.
    public var stuck = 0
    /// Violated invariants, such as a step that resulted in NaN.
    public var unsound: [String] = []
  }

  /// The results of the sequence so far.
  public internal(set) var tally = Tally()

  /// Prepares the sequence of a seed.
  ///
  /// - Parameters:
  ///   - seed: The seed, which determines the sequence.
  ///   - hasRows: Whether to add hundreds of shapes and bodies in rows, for a small stack.
  public init(seed: UInt64, hasRows: Bool = false) {
    var random = SplitMix64(seed: seed)
    let hostility = [0, 0.01, 0.05, 0.2, 0.5][Int.random(in: 0..<5, using: &random)]
    let scale = [1, 1, 1, 1e-9, 1e-6, 1e-3, 1e3, 1e6][Int.random(in: 0..<8, using: &random)]
    numbers = HostileNumbers(random: random, hostility: hostility, scale: scale)
    offset = [0, 0, 1e3, 1e6, 1e9][Int.random(in: 0..<5, using: &random)] * 0.999
    self.hasRows = hasRows
  }

  /// Makes a number of calls. Passes the name of each to `log` before the call.
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

  /// Makes one call, and rethrows its error.
  mutating func callOnce() throws {
    try numbers.pick(Self.calls).1(&self)
  }

  /// Returns an empty sequence like this one.
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
      // Hundreds of bodies in one place would take minutes, and show nothing new.
      if space.contactCount > 20_000 { spaces.removeAll { $0 === space } }
    } catch {
      guard error.code == .diverged else { throw error }
      tally.diverged += 1
      check(space)
      if numbers.chance(0.5) { try recover(space) }
      throw error
    }
  }

  /// Checks that the states of a space are finite, whatever has happened in it.
  private mutating func check(_ space: Space) {
    let isSound = space.states.allSatisfy {
      $0.position.isFinite && $0.angle.isFinite && $0.velocity.isFinite
        && $0.angularVelocity.isFinite
    }
    if !isSound { tally.unsound.append("a state that is no number") }
    if !space.findsAllPairs { tally.unsound.append("pairs that the broad phase has not found") }
    if !space.listsAllContacts { tally.unsound.append("contacts that are in no list, or in two") }
  }

  /// Removes diverged bodies until the space steps again, which it must do at the latest when it is empty.
  private mutating func recover(_ space: Space) throws {
    // Closures would continue to throw.
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

/// There is no body or shape for a call.
enum Skipped: Error {
  case nothingThere
}
