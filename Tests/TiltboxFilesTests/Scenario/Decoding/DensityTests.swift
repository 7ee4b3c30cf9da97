import Chipmunk
import Testing
import Tiltbox

@testable import TiltboxFiles

@Suite("Density")
struct DensityTests {
  private func body(_ text: String, defaults: String = "") throws -> BodyDescription {
    let scenario = try scenario("defaults: {\(defaults)}\nbodies: [{id: it, \(text)}]")
    return scenario.bodies[0]
  }

  @Test("gives a body its mass by the areas of its shapes, and the moment that C computes")
  func mass() throws {
    let crate = try body("box: [32, 16], density: 0.25")
    #expect(crate.mass == nil && crate.totalMass == 128)
    let simulation = try Simulation(
      Scenario(bodies: [crate], tilt: TiltDescription(.constant(.upright)))
    )
    #expect(simulation.bodies[0].mass == 128)
    let moment: Double = 128 * 1280 / 12
    #expect(simulation.bodies[0].moment == moment)
  }

  @Test("of several shapes determines each one's share of the mass")
  func shares() throws {
    let shapes = "shapes: [{box: [10, 10], density: 3}, {box: [20, 10], density: 1}, {circle: 4}]"
    let hammer = try body(shapes)
    #expect(hammer.totalMass == 500)
    func moment(mass: Double, width: Double) -> Double { mass * (width * width + 100) / 12 }
    let moment = moment(mass: 300, width: 10) + moment(mass: 200, width: 20)
    #expect(abs(try hammer.massProperties().moment - moment) < 1e-9)
    // With a mass, only the proportions of the densities count.
    let light = try body(shapes + ", mass: 5")
    #expect(light.totalMass == 5)
    #expect(abs(try light.massProperties().moment * 100 - hammer.massProperties().moment) < 1e-9)
  }

  @Test("overrides the default mass, and the body's own mass overrides it")
  func precedence() throws {
    #expect(try body("box: [2, 2], density: 3", defaults: "mass: 7").totalMass == 12)
    #expect(try body("box: [2, 2]", defaults: "mass: 7, density: 3").totalMass == 12)
    #expect(try body("box: [2, 2], mass: 5", defaults: "density: 3").totalMass == 5)
    #expect(try body("box: [2, 2]", defaults: "mass: 7").totalMass == 7)
  }

  @Test(
    "out of its range is an error at its place",
    arguments: [
      (
        "density: -1",
        "a.yaml:2:40: bodies[0].density: density is -1 kg/units²; "
          + "give a finite number above 0 (at least 1e-100), at most 1e12"
      ),
      (
        "density: heavy",
        "a.yaml:2:40: bodies[0].density: expected a number, got the text \"heavy\"; "
          + "give a finite number above 0 (at least 1e-100), at most 1e12, in kg/units²"
      ),
    ]
  )
  func mistakes(text: String, message: String) {
    let text = "tiltbox: 1\nbodies: [{circle: 1, mass: 1, \(text)}]"
    #expect(TiltboxFilesTests.mistakes(in: text) == [message])
  }

  @Test("of shapes without an area leaves a body without a mass")
  func line() {
    let found = TiltboxFilesTests.mistakes(
      in: "tiltbox: 1\nbodies: [{segment: [[0, 0], [9, 0]], density: 2}]"
    )
    #expect(found.count == 1 && found[0].contains("bodies[0].density: the shapes of"))
  }

  @Test("can be set by --set and sweeps, is known to formulas and is written")
  func surfaces() throws {
    let text = "bodies: [{id: it, box: [2, 2], density: 3}]"
    #expect(try scenario(text, overrides: ["bodies.it.density=4"]).bodies[0].totalMass == 16)
    let copy = try Scenario(yaml: scenario(text).json, file: "copy.json")
    #expect(copy.bodies == (try scenario(text).bodies))
    let scenario = try scenario(
      text + "\nrun: {duration: 1}\nexpect: [{body: it, x: mass/density, within: 9, at: 1}]"
    )
    guard case .value(_, .near(let area, _), _) = scenario.expectations[0].condition else {
      Issue.record("not the expectation that was written")
      return
    }
    #expect(area == 4)
    // It decides whether the default mass applies.
    let bodies = "defaults: {mass: 7}\n\(text)"
    let template = try ScenarioTemplate(utf8: Array("tiltbox: 1\n\(bodies)".utf8), file: "a.yaml")
    let field = try #require(PathComponent.components(of: "bodies.it.density"))
    let light = try template.scenario(setting: [(field, .number(1))])
    #expect(light.bodies[0].totalMass == 4)
  }
}
