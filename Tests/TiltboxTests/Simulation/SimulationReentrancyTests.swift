import Chipmunk
import TestScenes
import Testing
import Tiltbox

@Suite("Calls from within a simulation's hooks")
struct SimulationReentrancyTests {
  private struct Fault: Error {}

  @Test("a request within willApply is rejected, and the outer one removes the right body")
  func requestInHook() throws {
    let simulation = try Simulation(.classicScene())
    simulation.willApply = { [unowned simulation] request, _ in
      guard request == .remove(id: "crate-3") else { return }
      #expect(throws: RequestError.self) { try simulation.apply(.remove(id: "crate-1")) }
      #expect(throws: RequestError.self) { try simulation.advance() }
    }
    try simulation.apply(.remove(id: "crate-3"))
    #expect(simulation.descriptions.map(\.id) == ["crate-1", "crate-2", "crate-4", "crate-5"])
    #expect(simulation.tick == 0)
    try simulation.apply(.remove(id: "crate-1"))
    #expect(simulation.bodies.count == 3)
  }

  /// Makes every call that a source must not make, and those that it may make.
  private struct Meddler: TiltSource {
    let simulation: () -> Simulation?
    let act: (Simulation) -> Void

    mutating func tilt(atTick tick: Int, time: Double) -> Tilt? {
      if let simulation = simulation() { act(simulation) }
      return Tilt(x: 0.5, y: -1)
    }
  }

  @Test("a tilt source can neither advance nor apply, and sees the simulation's states")
  func sourceThatMeddles() throws {
    var simulation: Simulation?
    var errors = 0
    let source = Meddler(simulation: { simulation }) { simulation in
      do { try simulation.advance() } catch is RequestError { errors += 1 } catch {}
      do { try simulation.apply(.remove(id: "crate-1")) } catch { errors += 1 }
      do { try simulation.follow(ConstantTilt(.upright)) } catch { errors += 1 }
      #expect(simulation.states.count == 5)
    }
    let made = try Simulation(.classicScene(), tilt: source)
    simulation = made
    for _ in 0..<3 { try made.advance() }
    #expect(errors == 9 && made.tick == 3 && made.tilt == Tilt(x: 0.5, y: -1))
    #expect(made.bodies.count == 5)
    simulation = nil
  }

  @Test("bodies come and go only by requests, so that frames name the right states")
  func bodiesOfTheSpace() throws {
    let simulation = try Simulation(.classicScene())
    let space = try #require(simulation.bodies[0].space)
    #expect(throws: PhysicsError.self) { try space.remove(simulation.bodies[0]) }
    #expect(throws: PhysicsError.self) { try space.add(Body.kinematic()) }
    #expect(throws: PhysicsError.self) { try space.step() }
    let handler = space.addHandler(for: .all)
    handler.begin = { [unowned space] contact in
      #expect(throws: PhysicsError.self) { try space.remove(contact.bodyA) }
      return true
    }
    try simulation.advance()
    try simulation.apply(.remove(id: "crate-1"))
    try simulation.advance()
    let frame = Frame(of: simulation)
    #expect(frame.bodies.count == 4 && frame.states.count == 4)
    #expect(frame["crate-2"] == simulation.bodies[0].state)
  }

  @Test("a tick whose handler throws is complete: states, digest and tilt are those of the tick")
  func throwingHandler() throws {
    let (failing, whole) = (
      try Simulation(.classicScene(), tilt: Circling()),
      try Simulation(.classicScene(), tilt: Circling())
    )
    let handler = try #require(failing.bodies[0].space).addHandler(for: .all)
    handler.preSolve = { _ in throw Fault() }
    var failures = 0
    for _ in 0..<200 {
      do { try failing.advance() } catch is Fault { failures += 1 }
      try whole.advance()
      #expect(failing.states == failing.bodies.map(\.state))
      #expect(failing.digest == whole.digest && failing.tilt == whole.tilt)
    }
    #expect(failures > 100)
  }

  @Test(
    "a handler may read the simulation while a change of the step releases the previous space"
  )
  func changeOfStep() async {
    await #expect(processExitsWith: .success) {
      let simulation = try Simulation(.classicScene())
      var seen: [Bool] = []
      do {
        // Nothing outside the simulation may retain the space.
        guard let handler = simulation.bodies[0].space?.addHandler(for: .all) else { return }
        handler.separate = { [unowned simulation] _ in
          seen.append(simulation.bodies.allSatisfy { $0.space != nil } && simulation.tick <= 30)
        }
      }
      for _ in 0..<30 { try simulation.advance() }
      let before = seen.count
      try simulation.apply(.timeStep(1.0 / 60))
      precondition(simulation.tick == 30 && seen.count > before && seen.allSatisfy(\.self))
    }
  }
}
