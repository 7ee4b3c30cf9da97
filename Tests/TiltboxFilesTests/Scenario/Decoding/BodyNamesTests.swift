import Testing
import Tiltbox
import TiltboxFiles

@Suite("Names of bodies")
struct BodyNamesTests {
  @Test("come from the kind and a number, and never clash with a given name")
  func generated() throws {
    let scenario = try scenario(
      """
      defaults: {mass: 1}
      bodies:
        - {box: [1, 1]}
        - {circle: 1}
        - {box: [1, 1]}
        - {id: crate-2, circle: 1}
        - {type: kinematic, box: [1, 1]}
        - {type: static, segment: [[0, 0], [1, 0]]}
        - {shapes: [{circle: 1}, {box: [1, 1]}]}
        - {shapes: [{circle: 1}]}
        - {moment: 1}
        - {box: [1, 1]}
      """
    )
    #expect(
      scenario.bodies.map(\.id) == [
        "crate-1", "ball-1", "crate-3", "crate-2", "box-1", "segment-1", "body-1", "ball-2",
        "body-2",
        "crate-4",
      ]
    )
  }

  @Test("that are given stay as they are, and clash if the file repeats them")
  func given() {
    let text = "{tiltbox: 1, bodies: [{id: a, circle: 1, mass: 1}, {id: a, circle: 1, mass: 1}]}"
    #expect(
      mistakes(in: text) == [
        "a.yaml:1:57: bodies[1].id: \"a\" names bodies[0] already; give another id"
      ]
    )
  }
}
