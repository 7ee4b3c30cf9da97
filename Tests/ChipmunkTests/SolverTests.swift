import Chipmunk
import TestSupport
import Testing

#if arch(x86_64)  // elsewhere a compiler may fuse products and sums in one of the two
@Suite("The contact solver")
struct SolverTests {
  @Test(
    "has the bits of the library's, whatever the number of pairs",
    arguments: CheckpointScene.all
  )
  func bits(scene: CheckpointScene) throws {
    let (own, library) = (try scene.build(), try scene.build())
    own.solve(fromPairs: 0)
    library.solve(fromPairs: .max)
    let end = scene.tick + 700
    let (here, there) = (try scene.go(own, to: end), try scene.go(library, to: end))
    #expect(zip(here, there).first { $0 != $1 } == nil)
    #expect(here.count == there.count)
  }

  @Test("leaves forces, constraints and iterations as they were")
  func callbacks() throws {
    let space = try Space()
    try CheckpointScene.pile(of: 60, in: space)
    space.solve(fromPairs: 0)
    let joint = try PivotJoint(space.bodies[0], space.bodies[1], at: Vector(0, 0))
    try space.add(joint)
    var seen = 0
    joint.postSolve = { _ in
      seen += space.iterations == 10 && space.constraints.count == 1 ? 1 : 0
    }
    for _ in 0..<100 {
      try space.step()
      #expect(space.bodies.allSatisfy { $0.force == Vector(0, 0) })
    }
    #expect(seen == 100)
    joint.postSolve = nil
  }
}
#endif
