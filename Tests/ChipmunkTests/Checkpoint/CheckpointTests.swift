import Chipmunk
import Foundation
import TestSupport
import Testing

@Suite("Checkpoints")
struct CheckpointTests {
  @Test(
    "let a restored space go on with the same bits for 700 steps",
    arguments: CheckpointScene.all
  )
  func sameBits(scene: CheckpointScene) throws {
    let space = try scene.run()
    let text = try space.checkpoint().text
    let twin = try Space(restoring: Checkpoint(text))
    #expect(twin.states == space.states)
    let (here, there) = try (
      scene.go(space, to: scene.tick + 700), scene.go(twin, to: scene.tick + 700)
    )
    let parting = zip(here, there).first { $0 != $1 }
    #expect(parting == nil)
    #expect(here.count == there.count)
  }
}
