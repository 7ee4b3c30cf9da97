internal import Chipmunk
internal import Synchronization
internal import Tiltbox

/// Several environments and the rows with their states.
@safe
final class Environments: @unchecked Sendable {
  // Threads share this object during a step, in which each environment and its row belong to one thread.
  let count: Int
  private let environments: [Environment]
  /// The indices of the bodies in the rows.
  private let shown: [Int]
  private let rowBytes: Int
  /// The header of an answer, followed by a row for each environment.
  private let answer: UnsafeMutableRawBufferPointer
  /// The number of ticks of the current step.
  private var ticks = 1
  /// The tilts of the next step; nil to keep the one in force.
  @safe @exclusivity(unchecked) private var tilts: [Tilt?]
  /// The errors of environments in the current step.
  private let failures = Mutex<[Int: String]>([:])

  /// Makes the environments, each at its first tick.
  ///
  /// Throws the errors of `Simulation`.
  init(_ count: Int, of scenario: Scenario, showing bodies: [Int]) throws {
    (self.count, shown) = (count, bodies)
    environments = try (0..<count).map { _ in try Environment(scenario) }
    tilts = Array(repeating: nil, count: count)
    rowBytes = Environment.rowBytes(bodies: bodies.count)
    let header = EnvHeader(.rows, length: count * rowBytes).bytes
    unsafe answer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: header.count + count * rowBytes,
      alignment: MemoryLayout<UInt64>.alignment
    )
    unsafe answer.copyBytes(from: header)
    for index in 0..<count { show(index) }
  }

  deinit { unsafe answer.deallocate() }

  subscript(index: Int) -> Environment { environments[index] }

  /// Calls `body` with an environment; an error names it.
  func use(_ index: Int, _ body: (Environment) throws -> Void) throws(EnvError) {
    do { try body(environments[index]) } catch { throw EnvError(error, environment: index) }
  }

  /// The number of bytes in the answer with the rows of all environments.
  var answerBytes: Int { unsafe answer.count }

  /// Calls `body` with the answer that has the rows of all environments.
  func withAnswer(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    try unsafe body(UnsafeRawBufferPointer(answer))
  }

  /// Writes the row of an environment.
  func show(_ index: Int) {
    let row = EnvHeader.size + index * rowBytes
    unsafe environments[index].write(
      shown,
      to: UnsafeMutableRawBufferPointer(rebasing: answer[row..<row + rowBytes])
    )
  }

  /// Sets the tilts of the environments for the next step; two NaN keep the one in force.
  ///
  /// Throws the error with which the step would reject one of them.
  func setTilts(_ tilt: (Int) -> Tilt) throws(EnvError) {
    /// The largest absolute components of all tilts; they are in range only if all tilts are.
    var (x, y) = (0.0, 0.0)
    for index in 0..<count {
      let tilt = tilt(index)
      tilts[index] = tilt.x.isNaN && tilt.y.isNaN ? nil : tilt
      guard let tilt = tilts[index] else { continue }
      x = tilt.x.isNaN ? .infinity : max(x, abs(tilt.x))
      y = tilt.y.isNaN ? .infinity : max(y, abs(tilt.y))
    }
    // If no animation turns gravity, the check has the same result for all environments.
    let first = environments[0].simulation
    if !first.turnsGravity, (try? first.check(.tilt(Tilt(x: x, y: y)))) != nil { return }
    for index in 0..<count {
      guard let tilt = tilts[index] else { continue }
      try use(index) { try $0.simulation.check(.tilt(tilt)) }
    }
  }

  /// Steps all environments with their tilts.
  ///
  /// Returns the first environment that failed, with the reason; the others have stepped.
  func step(_ ticks: Int, on pool: ThreadPool) -> (environment: Int, reason: String)? {
    self.ticks = ticks
    pool.run()
    return failures.withLock { failures in
      defer { failures.removeAll() }
      return failures.min { $0.key < $1.key }.map { (environment: $0.key, reason: $0.value) }
    }
  }

  /// Steps some environments, on a thread of the pool.
  func advance(_ places: Range<Int>) {
    let (ticks, tilts) = (ticks, tilts)
    for index in places {
      do { try environments[index].step(ticks, under: tilts[index]) } catch {
        failures.withLock { $0[index] = "\(error)" }
      }
      show(index)
    }
  }
}

/// A copy of a scenario that another program steps. It belongs to one thread at a time.
final class Environment {
  private let scenario: Scenario
  private(set) var simulation: Simulation
  /// The kept states by slot number; slot 0 keeps the first tick.
  private var slots: [UInt32: SimulationSnapshot] = [:]
  /// The number of bodies as long as none has diverged.
  private let bodyCount: Int

  init(_ scenario: Scenario) throws {
    self.scenario = scenario
    simulation = try Simulation(scenario, tilt: scenario.tiltSource().source)
    bodyCount = simulation.bodies.count
    try keep(in: 0)
  }

  /// Applies a tilt, or keeps the one in force if `tilt` is nil, and advances.
  func step(_ ticks: Int, under tilt: Tilt?) throws {
    let simulation = simulation
    if let tilt { try simulation.apply(.tilt(tilt)) }
    for _ in 0..<ticks { try simulation.advance() }
  }

  func keep(in slot: UInt32) throws {
    let snapshot = slots[slot] ?? SimulationSnapshot()
    try simulation.snapshot(into: snapshot)
    slots[slot] = snapshot
  }

  /// Throws the reason why a reset to a slot is impossible.
  func checkReset(to slot: UInt32) throws(EnvError) {
    guard let kept = slots[slot] else { throw EnvError("nothing was kept in slot \(slot)") }
    guard slot != 0, !simulation.fits(kept) else { return }
    throw EnvError(
      "slot \(slot) was kept before a constraint broke, or a body diverged or was handed over; "
        + "reset to slot 0, which empties all other slots"
    )
  }

  /// Restores the snapshot of a slot. If the simulation no longer fits the first tick, a reset to slot 0 makes a new
  /// one, and the other slots are lost.
  func reset(to slot: UInt32) throws {
    try checkReset(to: slot)
    if let kept = slots[slot], simulation.fits(kept) { return try simulation.restore(kept) }
    simulation = try Simulation(scenario, tilt: scenario.tiltSource().source)
    slots = [:]
    try keep(in: 0)
  }

  /// Returns the number of bytes in a row.
  static func rowBytes(bodies: Int) -> Int { 16 + 48 * bodies }

  /// Writes the tick, the digest, and six numbers for each of some bodies; NaN for a body that diverged.
  func write(_ bodies: [Int], to row: UnsafeMutableRawBufferPointer) {
    unsafe row.storeBytes(of: UInt64(simulation.tick).littleEndian, as: UInt64.self)
    let digest = simulation.digest.value.littleEndian
    unsafe row.storeBytes(of: digest, toByteOffset: 8, as: UInt64.self)
    for (place, index) in bodies.enumerated() {
      // A state consists of exactly six doubles.
      let state = state(of: index) ?? Self.diverged
      unsafe row.storeBytes(of: state, toByteOffset: 16 + 48 * place, as: BodyState.self)
    }
  }

  private static let diverged = BodyState(
    position: Vector(.nan, .nan),
    angle: .nan,
    velocity: Vector(.nan, .nan),
    angularVelocity: .nan
  )

  /// Returns the current state, including the effect of an impulse since the last step.
  private func state(of index: Int) -> BodyState? {
    if simulation.bodies.count == bodyCount { return simulation.bodies[index].state }
    let id = scenario.bodies[index].id
    return simulation.descriptions.firstIndex { $0.id == id }.map { simulation.bodies[$0].state }
  }
}
