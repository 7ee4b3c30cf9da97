import Chipmunk
import Testing

@Suite("Errors")
struct PhysicsErrorTests {
  @Test("state the problem, the value, its unit and the remedy in one line")
  func description() {
    let error = #expect(throws: PhysicsError.self) { try Body(mass: -2, moment: 1) }
    #expect(
      error?.description
        == "body mass is -2.0 kg; give a finite number above 0 (at least 1e-100), at most 1e12"
    )
  }

  @Test("are equal if they say the same, of NaN too", arguments: [-2, Double.nan])
  func equality(mass: Double) {
    let errors = (0..<2).map { _ in
      #expect(throws: PhysicsError.self) { try Body(mass: mass, moment: 1) }
    }
    #expect(errors[0] == errors[1] && Set(errors).count == 1)
  }

  @Test("leave out a unit or a value if there is none")
  func withoutUnit() throws {
    let space = try Space()
    let error = #expect(throws: PhysicsError.self) { try space.set(\.iterations, to: 0) }
    #expect(
      error?.description == "iterations is 0.0; give a finite number from 1 to 1000"
    )
    let twice = #expect(throws: PhysicsError.self) { try space.add(space.ground) }
    #expect(twice?.description == "the body is in this space already; add it once")
    let elsewhere = #expect(throws: PhysicsError.self) { try Space().add(space.ground) }
    #expect(elsewhere?.description == "the body is in another space; remove it there first")
    let other = #expect(throws: PhysicsError.self) { try space.remove(space.ground) }
    #expect(
      other?.description == "the ground body belongs to its space; remove its shapes instead"
    )
  }
}
