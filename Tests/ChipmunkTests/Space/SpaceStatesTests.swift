import Chipmunk
import Foundation
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

  @Test("are encoded and decoded to the same bits")
  func coding() throws {
    let states = try Run(.pile(of: 5, ticks: 30, sleepTime: 0.1)).space.states
    let data = try JSONEncoder().encode(states)
    #expect(try JSONDecoder().decode([BodyState].self, from: data) == states)
  }

  @Test("have ids that a body keeps while others come and go, and that are never reused")
  func ids() throws {
    let space = try Space()
    for index in 0..<5 { try addBall(at: Vector(Double(index) * 50, 0), to: space) }
    let bodies = space.bodies
    #expect(bodies.map(\.id) == [1, 2, 3, 4, 5])
    #expect(space.ground.id == 0)
    for index in [4, 1] { try space.remove(bodies[index]) }
    try addBall(at: Vector(0, 100), to: space)
    try space.add(bodies[1])
    var (states, ids) = ([BodyState](), [UInt]())
    space.readStates(into: &states, ids: &ids)
    #expect(ids == [1, 3, 4, 6, 7])
    #expect(states == space.states)
    for (id, body) in zip(ids, space.bodies) { #expect(space.body(id: id) === body) }
    for id: UInt in [2, 5, 8, .max] { #expect(space.body(id: id) == nil) }
    #expect(space.body(id: 0) === space.ground)
    ids += [9, 9]
    space.readStates(into: &states, ids: &ids)
    #expect(ids == [1, 3, 4, 6, 7, 9, 9])
  }

  @Test("have the same ids after a checkpoint, and new ones continue from there")
  func idsAfterCheckpoint() throws {
    let space = try Space()
    for index in 0..<4 { try addBall(at: Vector(Double(index) * 50, 0), to: space) }
    try space.remove(space.bodies[3])
    try space.remove(space.bodies[0])
    let restored = try Space(restoring: Checkpoint(space.checkpoint().text))
    #expect(restored.bodies.map(\.id) == [2, 3])
    #expect(try addBall(at: .zero, to: restored).id == 5)
    let text = try space.checkpoint().text
    for ids in ["[2,2]", "[0,3]", "[2]", "[2,5]"] {
      let damaged = text.replacing("\"bodyIDs\":[2,3]", with: "\"bodyIDs\":\(ids)")
      #expect(damaged != text)
      #expect { try Checkpoint(damaged) } throws: { code(of: $0) == .damaged }
    }
  }

  @Test("grow an array that is too short, and keep what lies beyond in one that is too long")
  func arraySizes() throws {
    let space = try Space()
    for index in 1...3 {
      let body = try Body(mass: 1, moment: 1)
      try body.set(\.position, to: Vector(Double(index), 0))
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
