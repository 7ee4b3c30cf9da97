import Chipmunk
import Testing
import Tiltbox
import TiltboxTesting

// The example of docs/testing.md, as an app would use it.
@Test("my crate falls, rests and does so every time")
func crateFalls() throws {
  let box = ShapeDescription(.box(width: 32, height: 32))
  let crate = BodyDescription(id: "crate", shapes: [box], position: Vector(150, 217), mass: 1)
  let scenario = Scenario(walls: .init(width: 300, height: 300), bodies: [crate])
  try expectFall(of: "crate", onto: "walls.bottom", from: 200, in: scenario)
  try expectMet(scenario, .init("crate", .value(.speed, .between(nil, 1), .at(5))))
  let simulation = try run(scenario, to: 5)
  #expect(abs(simulation.states[0].position.x - 150) < 1)
  try expectRepeatable(scenario, for: 5)
}
