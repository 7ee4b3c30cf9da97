import Chipmunk
import Testing

@Suite("Errors")
struct PhysicsErrorTests {
  @Test("say in a line what was wrong, its value and unit, and what to do")
  func description() {
    let error = #expect(throws: PhysicsError.self) { try Body(mass: -2, moment: 1) }
    #expect(
      error?.description
        == "body mass is -2 kg; give a finite number above 0 (at least 1e-100), at most 1e12"
    )
  }

  @Test("leave out a unit, and a value, where there is none")
  func withoutUnit() throws {
    let space = try Space()
    let error = #expect(throws: PhysicsError.self) { try space.setIterations(0) }
    #expect(
      error?.description == "iterations is 0; give a finite number from 1 to 1000"
    )
    let other = #expect(throws: PhysicsError.self) { try space.remove(space.ground) }
    #expect(
      other?.description == "the ground body belongs to its space; remove its shapes instead"
    )
  }

  @Test(
    "write numbers as a reader would",
    arguments: [
      (-2.0, "-2"), (0.5, "0.5"), (1e12, "1e12"), (-1e9, "-1e9"), (1e30, "1e30"), (1e-9, "1e-09"),
      (120_000, "120000"), (0, "0"), (.nan, "nan"), (-.infinity, "-inf"), (1e-100, "1e-100"),
    ]
  )
  func words(number: Double, words: String) {
    let error = #expect(throws: PhysicsError.self) { try Quantity("it", "", 7...8).check(number) }
    #expect(error?.description == "it is \(words); give a finite number from 7 to 8")
  }
}
