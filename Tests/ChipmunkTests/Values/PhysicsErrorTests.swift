import Chipmunk
import Testing

@Suite("Errors")
struct PhysicsErrorTests {
  @Test("state the problem, the value, its unit and the remedy in one line")
  func description() {
    let error = #expect(throws: PhysicsError.self) { try Body(mass: -2, moment: 1) }
    #expect(
      error?.description
        == "body mass is -2 kg; give a finite number above 0 (at least 1e-100), at most 1e12"
    )
  }

  @Test("write a count as a whole number, and the only valid one alone")
  func counts() throws {
    let space = try Space()
    let line = Geometry.chain([.zero])
    let corners = Geometry.polygon([.zero, Vector(1, 0)])
    let grid = try SampleGrid(from: .zero, to: Vector(1, 1), columns: 2, rows: 2)
    let calls: [(String, () throws -> Void)] = [
      ("number of polygon vertices is 2; give a whole number from 3 to 1000", corners.validate),
      ("number of points of a chain is 1; give a whole number from 2 to 10000", line.validate),
      ("threads is 65; give a whole number from 1 to 64", { _ = try Space(threads: 65) }),
      ("substeps is -1; give a whole", { try space.set(\.substeps, to: -1) }),
      ("collision persistence is 0 steps; ", { try space.set(\.collisionPersistence, to: 0) }),
      ("number of states is 1; give exactly 0", { try space.writeStates([BodyState()], ids: []) }),
      (
        "number of samples in the bitmap is 1; ",
        { _ = try grid.contours(threshold: 0, bitmap: [1]) }
      ),
      ("number of polyline vertices is 0; ", { _ = try Polyline([]).simplifiedVertices(angle: 1) }),
    ]
    for (text, call) in calls {
      let error = #expect(throws: PhysicsError.self, performing: call)
      #expect(error?.description.hasPrefix(text) == true, "\(error?.description ?? "")")
    }
    // A count beyond the range of doubles that are whole numbers.
    let most = #expect(throws: PhysicsError.self) { try space.set(\.iterations, to: .max) }
    #expect(most?.description.hasPrefix("iterations is 9.2") == true)
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
      error?.description == "iterations is 0; give a whole number from 1 to 1000"
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
