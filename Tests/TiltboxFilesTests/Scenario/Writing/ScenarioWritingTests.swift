import Chipmunk
import Foundation
import Testing
import Tiltbox
import TiltboxFiles

@Suite("Writing scenarios")
struct ScenarioWritingTests {
  @Test("an example that is written and read again is the same", arguments: ExamplesTests.files)
  func examplesComeBack(file: String) throws {
    let scenario = try ExamplesTests.scenario(file)
    #expect(try Scenario(yaml: scenario.json, file: "copy.json") == scenario)
  }

  @Test(
    "an example of motion that is written and read again is the same",
    arguments: MotionExamplesTests.files
  )
  func motionComesBack(file: String) throws {
    let scenario = try ExamplesTests.scenario("motion/\(file)")
    #expect(try Scenario(yaml: scenario.json, file: "copy.json") == scenario)
  }

  @Test("any scenario that is written and read again is the same", arguments: 0..<200)
  func anyComesBack(seed: UInt64) throws {
    var generator = ScenarioGenerator(seed: seed)
    let scenario = generator.scenario()
    let copy = try Scenario(yaml: scenario.json, file: "copy.json")
    #expect(copy == scenario)
    // Equality treats negative zero as zero; a run doesn't.
    #expect(copy.json == scenario.json)
  }

  @Test("is one line of valid JSON")
  func isJSON() throws {
    let text = Scenario.classic.json
    #expect(!text.contains("\n"))
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    )
    #expect(object["name"] as? String == "crates")
    #expect((object["bodies"] as? [Any])?.count == 5)
  }

  @Test("has the words of a scenario file, and omits defaults")
  func words() {
    let body = BodyDescription(
      id: "ball",
      shapes: [ShapeDescription(.circle(radius: 10))],
      position: Vector(1, -0.0),
      mass: 1
    )
    #expect(
      Request.add(body).json == #"{"add":{"id":"ball","at":[1,-0.0],"mass":1,"circle":10}}"#
    )
  }
}
