import CrateBox
import Testing
import Tiltbox
import TiltboxTesting

@Test("the crate falls in the known time, comes to rest, and does so every time")
func crateFalls() throws {
  let scenario = CrateBox.scenario(drop: 200, duration: 5)
  try expectFall(of: "crate", onto: "walls.bottom", from: 200, in: scenario)
  try expectMet(scenario, .init("crate", .value(.speed, .between(nil, 1), .atEnd)))
  try expectRepeatable(scenario, for: 5)
}

@Test("the physics is right at the step that the app runs at")
func physics() throws {
  let step = CrateBox.scenario(drop: 0, duration: 1).world.step
  try expectPhysics(step: step)
}
