import Motion
import Tiltbox

/// One way to make a ball bounce, and the ball's height over time.
struct Way {
  let name: String
  let points: [(time: Double, height: Double)]
}

/// Five ways to drop a ball from 268 to 32 units above the ground in a second.
enum Ways {
  static func all() async throws -> [Way] {
    [
      try keyframes(), try samples(), try await timer(), try await frames(), try physics(),
    ]
  }

  /// A keyframe at each turning point; the ball eases in as it falls and eases out as it rises.
  static func keyframes() throws -> Way {
    let ball = try KeyframeAnimation(
      values: [268.0, 32, 160, 32, 80, 32, 50, 32],
      keyTimes: [0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 1],
      timingFunctions: (0..<7).map { $0.isMultiple(of: 2) ? .easeIn : .easeOut },
      timing: MediaTiming(duration: 1)
    )
    return Way(name: "keyframes", points: (0...240).map { curve(ball, Double($0) / 240) })
  }

  /// A single animation with a bouncing timing function.
  static func function() throws -> BasicAnimation<Double> {
    try BasicAnimation(
      from: 268.0,
      to: 32,
      timing: MediaTiming(duration: 1),
      timingFunction: .bounceEaseOut
    )
  }

  /// The same animation, sampled as 60 keyframes per second with linear interpolation.
  static func samples() throws -> Way {
    let ball = try function().sampled(over: 32)
    return Way(name: "samples", points: (0...240).map { curve(ball, Double($0) / 240) })
  }

  /// The same animation, evaluated at each tick of a 60 Hz timer that skips no ticks.
  static func timer() async throws -> Way {
    let ball = try function()
    var points: [(time: Double, height: Double)] = []
    for await frame in try FrameClock.timer(rate: 60) {
      points.append(curve(ball, min(frame.time, 1)))
      if frame.time >= 1 { break }
    }
    return Way(name: "timer", points: points)
  }

  /// The same animation, evaluated at the measured times of display frames. The program stalls twice, but the ball
  /// stays in time.
  static func frames() async throws -> Way {
    let ball = try function()
    var points: [(time: Double, height: Double)] = []
    for await frame in try FrameClock.displayLink(rate: 60) {
      points.append(curve(ball, min(frame.time, 1)))
      if frame.time >= 1 { break }
      if points.count == 12 || points.count == 20 { try await Task.sleep(for: .milliseconds(120)) }
    }
    return Way(name: "frames", points: points)
  }

  /// No animation: gravity, and a bounce that keeps 0.736 of the speed.
  static func physics() throws -> Way {
    let surface = Surface(friction: 0, elasticity: 0.736)
    let ball = BodyDescription(
      id: "ball",
      shapes: [ShapeDescription(.circle(radius: 31), surface: surface)],
      position: Vector(150, 268),
      mass: 1
    )
    // The ball falls 236 units in 0.3 s.
    let world = Scenario.World(gravity: 2 * 236 / 0.09, step: 1.0 / 480)
    let walls = Scenario.Walls(width: 300, height: 300, surface: Surface(elasticity: 1))
    let simulation = try Simulation(
      Scenario(world: world, walls: walls, bodies: [ball]),
      tilt: ConstantTilt(.upright)
    )
    var points = [(time: 0.0, height: 268.0)]
    while simulation.time < 1 {
      try simulation.advance()
      points.append((simulation.time, simulation.states[0].position.y))
    }
    return Way(name: "physics", points: points)
  }

  private static func curve(
    _ ball: some Animation<Double>,
    _ time: Double
  ) -> (time: Double, height: Double) {
    (time, ball.value(at: time, over: 32))
  }
}
