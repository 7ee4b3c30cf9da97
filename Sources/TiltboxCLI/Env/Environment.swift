internal import Chipmunk
internal import Tiltbox

/// A box of an environment. It belongs to one thread at a time.
final class Environment {
  private let scenario: Scenario
  private var simulation: Simulation
  /// The kept snapshots by slot number; slot 0 keeps the first tick.
  private var slots: [UInt32: SimulationSnapshot] = [:]
  /// The number of bodies as long as none has diverged.
  private let bodyCount: Int

  init(_ scenario: Scenario) throws {
    self.scenario = scenario
    simulation = try Simulation(scenario, tilt: scenario.tiltSource().source)
    bodyCount = simulation.bodies.count
    slots[0] = try simulation.snapshot()
  }

  var tick: Int { simulation.tick }

  /// Calls a function with each piece of memory that a step reads at first, as that of the simulation does.
  func visitMemory(_ visit: (UnsafeRawPointer, Int) -> Void) {
    unsafe visit(UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()), .max)
    unsafe simulation.visitMemory(visit)
  }

  func check(_ request: Request) throws(RequestError) { try simulation.check(request) }

  /// Whether animations turn gravity, so that the effect of a tilt depends on the time.
  var turnsGravity: Bool { simulation.turnsGravity }

  func apply(_ request: Request) throws { try simulation.apply(request) }

  /// Applies a tilt, or keeps the one in force if `tilt` is nil, and advances.
  func step(_ ticks: Int, under tilt: Tilt?) throws {
    let simulation = simulation
    if let tilt { try simulation.apply(.tilt(tilt)) }
    for _ in 0..<ticks { try simulation.advance() }
  }

  func keep(in slot: UInt32) throws {
    if let snapshot = slots[slot] { return try simulation.snapshot(into: snapshot) }
    slots[slot] = try simulation.snapshot()
  }

  func has(_ slot: UInt32) -> Bool { slots[slot] != nil }

  /// Restores the snapshot of a slot. If the bodies are no longer those of the first tick, a reset to slot 0 makes a
  /// new simulation, and the other slots are lost.
  func reset(to slot: UInt32) throws {
    guard let snapshot = slots[slot] else { return }
    do { try simulation.restore(snapshot) } catch let error as PhysicsError {
      guard error.code == .wrongSnapshot else { throw error }
      guard slot == 0 else {
        throw EnvError(
          description:
            "slot \(slot) was kept before a body diverged or was handed over; reset to slot 0"
        )
      }
      simulation = try Simulation(scenario, tilt: scenario.tiltSource().source)
      slots = [0: try simulation.snapshot()]
    }
  }

  /// Returns the number of bytes in a row.
  static func rowBytes(bodies: Int) -> Int { 16 + 48 * bodies }

  /// Writes the tick, the digest, and six numbers for each of some bodies; NaN for a body that diverged.
  func write(_ bodies: [Int], to row: UnsafeMutableRawBufferPointer) {
    unsafe row.storeBytes(of: UInt64(simulation.tick).littleEndian, as: UInt64.self)
    let digest = simulation.digest.value.littleEndian
    unsafe row.storeBytes(of: digest, toByteOffset: 8, as: UInt64.self)
    var offset = 16
    func put(_ number: Double?) {
      let bits = (number ?? .nan).bitPattern.littleEndian
      unsafe row.storeBytes(of: bits, toByteOffset: offset, as: UInt64.self)
      offset += 8
    }
    for index in bodies {
      let state = state(of: index)
      put(state?.position.x)
      put(state?.position.y)
      put(state?.angle)
      put(state?.velocity.x)
      put(state?.velocity.y)
      put(state?.angularVelocity)
    }
  }

  /// Returns the current state, including the effect of an impulse since the last step.
  private func state(of index: Int) -> BodyState? {
    if simulation.bodies.count == bodyCount { return simulation.bodies[index].state }
    let id = scenario.bodies[index].id
    return simulation.descriptions.firstIndex { $0.id == id }.map { simulation.bodies[$0].state }
  }
}
