import CStates
import Chipmunk

/// The same crates in C and in Swift.
@safe
final class Scene {
  private let space: Space
  private let scene: OpaquePointer
  private var numbers: [Double]
  private var states: [BodyState]
  private var ids: [UInt]
  private var copiedIDs: [UInt]

  init(bodies count: Int) throws {
    space = try Space()
    for index in 0..<count {
      let body = try Body(mass: 100, moment: 1000)
      body.position = Vector(Double(index % 100) * 40, Double(index / 100) * 40)
      try space.add(body)
      try body.addShape(.box(width: 32, height: 32))
    }
    unsafe scene = CStatesSceneNew(Int32(count))
    states = space.states
    ids = space.bodies.map(\.id)
    copiedIDs = ids
    numbers = Array(repeating: 0, count: 6 * count)
  }

  func cRead() { unsafe CStatesRead(scene, &numbers) }

  func read() { space.readStates(into: &states) }

  func cReadIDs() { unsafe CStatesReadIDs(scene, &numbers, &copiedIDs) }

  func readIDs() { space.readStates(into: &states, ids: &copiedIDs) }

  /// Moves all bodies each time so that no write is skipped because the state is unchanged.
  func cWrite() {
    moveNumbers()
    unsafe CStatesWrite(scene, numbers)
  }

  func cWriteIDs() {
    moveNumbers()
    unsafe CStatesWriteIDs(scene, numbers, ids, Int32(ids.count))
  }

  private func moveNumbers() {
    for index in stride(from: 0, to: numbers.count, by: 6) { numbers[index] += 1e-3 }
  }

  func write() throws {
    for index in states.indices { states[index].position.x += 1e-3 }
    try space.writeStates(states)
  }

  func writeIDs() throws {
    for index in states.indices { states[index].position.x += 1e-3 }
    try space.writeStates(states, ids: ids)
  }
}
