import Chipmunk
import TestSupport
import Testing

#if arch(x86_64)  // elsewhere a compiler may use fused multiply-add in one of the two
@Suite("The contact solver")
struct SolverTests {
  @Test(
    "gives the same bits as the library's, for any number of pairs, with AVX2 and without",
    arguments: CheckpointScene.all
  )
  func bits(scene: CheckpointScene) throws {
    let (wide, narrow, library) = (try scene.build(), try scene.build(), try scene.build())
    wide.solve(fromPairs: 0)
    narrow.solve(fromPairs: 0, narrow: true)
    library.solve(fromPairs: .max)
    let end = scene.tick + 700
    let expected = try scene.go(library, to: end)
    for space in [wide, narrow] {
      let states = try scene.go(space, to: end)
      #expect(zip(states, expected).first { $0 != $1 } == nil)
      #expect(states.count == expected.count)
    }
  }

  @Test("does not change forces, constraints and iterations")
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
