import Chipmunk
import TestSupport
import Testing

@Suite("States")
struct SpaceStatesTests {
  @Test("are those of the bodies, one by one, in the order of adding, asleep or awake")
  func matchBodies() throws {
    let run = try Run(.pile(of: 50, ticks: 300, sleepTime: 0.1))
    var states: [BodyState] = []
    while try run.tick() {
      run.space.readStates(into: &states)
      #expect(states == run.space.bodies.map(\.state))
      #expect(states == run.space.states)
      let one = run.space.bodies[7]
      #expect(
        states[7]
          == BodyState(
            position: one.position,
            angle: one.angle,
            velocity: one.velocity,
            angularVelocity: one.angularVelocity
          )
      )
    }
  }

  @Test("grow an array that is too short, and keep what lies beyond in one that is too long")
  func arraySizes() throws {
    let space = try Space()
    for index in 1...3 {
      let body = try Body(mass: 1, moment: 1)
      try body.setPosition(Vector(Double(index), 0))
      try space.add(body)
    }
    var states: [BodyState] = []
    space.readStates(into: &states)
    #expect(states.map(\.position.x) == [1, 2, 3])
    states = Array(repeating: BodyState(angle: 9), count: 5)
    space.readStates(into: &states)
    #expect(states.map(\.position.x) == [1, 2, 3, 0, 0])
    #expect(states.map(\.angle) == [0, 0, 0, 9, 9])
  }
}
