import CrateBox
import Tiltbox

/// A crate in a box that tilts left and right, as an app would run it with a phone's motion updates and a view.
@main
enum Embedding {
  static func main() async throws {
    let box = LiveSimulation(CrateBox.scenario(drop: 0, duration: 2))
    let frames = box.frames()
    async let summary = box.run(tilt: Shaking())
    for await frame in frames {
      guard let state = frame["crate"] else { continue }
      if frame.tick.isMultiple(of: 30) {
        print("\(frame.time) s: the crate is at \(state.position)")
      }
    }
    print("\(try await summary.ticks) ticks")
  }
}

/// Tilts to the left and to the right in turn, for half a second each.
struct Shaking: AsyncSequence, AsyncIteratorProtocol {
  private var turn = 1.0

  mutating func next() async throws -> Tilt? {
    try await Task.sleep(for: .seconds(0.5))
    turn = -turn
    return Tilt(x: turn, y: -1)
  }

  func makeAsyncIterator() -> Shaking { self }
}
