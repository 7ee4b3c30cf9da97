import Chipmunk
import Testing
import Tiltbox
import TiltboxDrawing

@Suite("Pictures of unmet expectations")
struct ScenarioPicturesTests {
  private var scenario: Scenario {
    let disc = ShapeDescription(.circle(radius: 10))
    return Scenario(
      walls: Scenario.Walls(width: 300, height: 300),
      bodies: [BodyDescription(id: "ball", shapes: [disc], position: Vector(150, 211), mass: 1)],
      run: Scenario.Run(duration: 1),
      expectations: [
        Scenario.Expectation("ball", .firstContact(with: "walls")),
        Scenario.Expectation("ball", .value(.x, .near(0, within: 1), .at(0))),
        Scenario.Expectation("ball", .firstContact(with: "walls", at: 0.5, within: 0.01)),
        Scenario.Expectation("ball", .value(.y, .between(100, nil), .atEnd)),
      ]
    )
  }

  @Test("show the moments around the decision, within the run, and omit met expectations")
  func strips() throws {
    let pictures = try scenario.pictures(of: ScenarioCheck(scenario).results)
    #expect(pictures.count == 4)
    #expect(pictures[0] == nil)
    let captions = try pictures.dropFirst().map { picture in
      try #require(picture).split(separator: "<").compactMap { part in
        part.contains("text") ? part.split(separator: ">").last.map(String.init) : nil
      }.filter { $0.hasSuffix(" s") }
    }
    #expect(captions[0] == ["0 s", "0.1 s"])
    // The contact is at tick 77.
    #expect(captions[1].contains("0.6333 s") && captions[1].count == 4)
    #expect(captions[2].last == "1 s")
  }

  @Test("are none if everything was met, and the scenario is not run again")
  func none() throws {
    var scenario = scenario
    scenario.expectations.removeLast(3)
    let results = try ScenarioCheck(scenario).results
    scenario.world.step = -1
    #expect(try scenario.pictures(of: results) == [nil])
  }
}
