import Chipmunk
import Testing
import Tiltbox

@testable import TiltboxServer

@Suite("Limits of adding bodies")
struct AddingLimitsTests {
  private let simulation: Simulation
  private let ball = BodyDescription(
    id: "ball",
    shapes: [ShapeDescription(.circle(radius: 1))],
    position: .init(150, 150),
    mass: 1
  )

  init() throws { simulation = try Simulation(.box()) }

  private func isRefused(by limits: AddingLimits, load: Double = 0) -> Bool {
    limits.objection(to: ball, in: simulation, load: load) != nil
  }

  @Test("a single long step rejects no body; some in a row do, until steps are short again")
  func load() {
    var limits = AddingLimits()
    limits.record(.seconds(1), step: 1.0 / 120)
    #expect(!isRefused(by: limits))
    for _ in 0..<3 { limits.record(.milliseconds(20), step: 1.0 / 120) }
    #expect(isRefused(by: limits))
    for _ in 0..<20 { limits.record(.zero, step: 1.0 / 120) }
    #expect(!isRefused(by: limits))
    #expect(isRefused(by: limits, load: 0.6))
  }

  @Test(
    "an id that would change the lines in which it stands is rejected",
    arguments: ["a\nb", "a\tb", "a\u{1B}[2J", "a\u{202E}b"]
  )
  func controls(id: String) {
    var body = ball
    body.id = id
    let objection = AddingLimits().objection(to: body, in: simulation, load: 0)
    #expect(objection?.hasPrefix("the id has characters") == true)
    body.id = "b\u{E4}ll \u{1F3C0}"
    #expect(AddingLimits().objection(to: body, in: simulation, load: 0) == nil)
  }

  @Test("only shapes at the body's place count, each with each of the body's own")
  func neighbors() throws {
    for number in 0..<20 {
      var other = ball
      other.id = "b\(number)"
      try simulation.apply(.add(other))
    }
    #expect(!isRefused(by: AddingLimits()))
    var pair = ball
    pair.shapes += ball.shapes
    #expect(AddingLimits().objection(to: pair, in: simulation, load: 0) != nil)
    pair.position = .init(50, 250)
    #expect(AddingLimits().objection(to: pair, in: simulation, load: 0) == nil)
  }
}
