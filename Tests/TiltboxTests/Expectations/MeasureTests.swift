import Chipmunk
import Testing
import Tiltbox

@Suite("Numbers of a body")
struct MeasureTests {
  typealias Measure = Scenario.Expectation.Measure

  static let state = BodyState(
    position: Vector(3, 5),
    angle: 0.5,
    velocity: Vector(-6, 8),
    angularVelocity: 4
  )

  static let crate = BodyDescription(
    id: "crate",
    shapes: [ShapeDescription(.box(width: 2, height: 2))],
    mass: 3,
    moment: 7
  )

  /// The energy of motion of the crate: half of m·v² and half of I·ω².
  static let motion = 3.0 * 100 / 2 + 7.0 * 16 / 2

  @Test(
    "come from its state, its mass and gravity",
    arguments: [
      (Measure.x, 3), (.y, 5), (.vx, -6), (.vy, 8), (.speed, 10), (.angle, 0.5),
      (.angularVelocity, 4), (.kineticEnergy, motion), (.energy, motion + 3 * 9 * 5),
    ] as [(Measure, Double)]
  )
  func read(measure: Measure, value: Double) throws {
    let inertia = try Inertia(Self.crate)
    #expect(measure.value(of: Self.state, inertia, gravity: Vector(0, -9)) == value)
    if let reading = measure.reading { #expect(reading(Self.state) == value) }
  }

  @Test("include the height of the centre of gravity, where a hinged rod falls without losses")
  func hingedRod() throws {
    let rod = BodyDescription(
      id: "rod",
      shapes: [ShapeDescription(.box(width: 120, height: 1, center: Vector(60, 0)))],
      mass: 3
    )
    let scenario = Scenario(
      bodies: [rod],
      constraints: [
        ConstraintDescription(id: "hinge", .pivot(anchorA: .zero, anchorB: .zero), "ground", "rod")
      ]
    )
    let simulation = try Simulation(scenario, tilt: ConstantTilt(Tilt(x: 0, y: -1)))
    let greatest = 3 * scenario.world.gravity * 60
    var motion = 0.0
    for _ in 0..<120 {
      try simulation.advance()
      #expect(abs(Measure.energy.value(of: 0, in: simulation)) < 0.01 * greatest)
      motion = max(motion, Measure.kineticEnergy.value(of: 0, in: simulation))
    }
    #expect(motion > 0.9 * greatest)
  }

  @Test(
    "include no energy if nothing moves the body",
    arguments: [Measure.kineticEnergy, .energy]
  )
  func immovable(measure: Measure) throws {
    var wall = Self.crate
    (wall.type, wall.mass, wall.moment) = (.static, nil, nil)
    let simulation = try Simulation(Scenario(bodies: [wall]), tilt: ConstantTilt(Tilt(x: 0, y: -1)))
    #expect(measure.value(of: 0, in: simulation) == 0)
    #expect(try measure.value(of: Self.state, Inertia(wall), gravity: Vector(0, -9)) == 0)
  }
}
