import Testing
import Tiltbox
import TiltboxFiles

@Suite("The engine of a scenario")
struct EngineFieldTests {
  @Test(
    "replaces the fields of earlier versions: an error says what to write",
    arguments: [
      (
        "broadphase: tree",
        "write engine: chipmunk for the C library's own step, or drop the field"
      ),
      ("broadphase: grid", "drop it: engine: tiltbox, the default, has a grid"),
      (
        "continuous: false",
        "write engine: chipmunk, which has no continuous collision, or drop the field"
      ),
      (
        "continuous: true", "drop it: engine: tiltbox, the default, always has continuous collision"
      ),
    ]
  )
  func removed(field: String, advice: String) throws {
    let key = field.prefix { $0 != ":" }
    let error = #expect(throws: ScenarioFileError.self) {
      try Scenario(yaml: "tiltbox: 1\nworld: {\(field)}\n", file: "a.yaml")
    }
    #expect(
      error?.description == "a.yaml:2:9: world.\(key): this field was removed; \(advice)"
    )
    let override = "world." + field.replacing(": ", with: "=")
    let second = #expect(throws: ScenarioFileError.self) {
      try Scenario(yaml: "tiltbox: 1\n", file: "a.yaml", overrides: [override])
    }
    #expect(second?.description.contains("this field was removed; \(advice)") == true)
  }

  @Test("makes a warning of a field that it does not have")
  func noEffect() throws {
    func warnings(_ world: String) throws -> [String] {
      var warnings: [String] = []
      _ = try Scenario(yaml: "tiltbox: 1\nworld: {\(world)}\n", file: "a.yaml") {
        warnings.append($0.description)
      }
      return warnings
    }
    #expect(
      try warnings("iterations: 10") == [
        "a.yaml:2:21: warning: world.iterations: has no effect with engine: tiltbox; write substeps, or drop the field"
      ]
    )
    #expect(
      try warnings("integrator: half-kick") == [
        "a.yaml:2:21: warning: world.integrator: has no effect with engine: tiltbox, where a free fall is exact; "
          + "drop the field"
      ]
    )
    #expect(
      try warnings("engine: chipmunk, substeps: 8") == [
        "a.yaml:2:37: warning: world.substeps: has no effect with engine: chipmunk; write iterations, or drop the field"
      ]
    )
    #expect(try warnings("engine: chipmunk, iterations: 30, integrator: half-kick") == [])
    #expect(try warnings("substeps: 8") == [])
  }
}
