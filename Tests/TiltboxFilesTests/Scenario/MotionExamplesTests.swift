import Chipmunk
import Foundation
import Motion
import SourceMaterial
import Testing
import Tiltbox
import TiltboxFiles

@Suite("The motion examples")
struct MotionExamplesTests {
  static let files =
    ((try? FileManager.default.contentsOfDirectory(
      atPath: examples.appending(path: "motion").path()
    ))
    ?? []).filter { $0.hasSuffix(".yaml") }.sorted()

  /// Runs an example, and passes each tick's states by the bodies' ids.
  func play(
    _ name: String,
    _ look: (_ time: Double, [String: BodyState], Simulation) throws -> Void
  )
    throws
  {
    let scenario = try ExamplesTests.scenario("motion/\(name).yaml")
    guard case .constant(let tilt) = scenario.tilt.source else { return }
    let simulation = try Simulation(scenario, tilt: ConstantTilt(tilt))
    let end = try #require(scenario.run.duration)
    while true {
      let states = zip(scenario.bodies.map(\.id), simulation.states)
      try look(simulation.time, Dictionary(uniqueKeysWithValues: states), simulation)
      if simulation.time >= end { return }
      try simulation.advance()
    }
  }

  @Test("are valid, say in their first line what they show, have an end, and run", arguments: files)
  func right(file: String) throws {
    #expect(try ExamplesTests.text("motion/\(file)").hasPrefix("# "))
    let scenario = try ExamplesTests.scenario("motion/\(file)")
    #expect(scenario.name == file.dropLast(5))
    #expect(!scenario.animations.isEmpty || !scenario.touches.isEmpty)
    var ticks = 0
    try play(scenario.name) { _, _, _ in ticks += 1 }
    #expect(ticks > 120)
  }

  @Test("cover all of the source material")
  func present() {
    #expect(
      Set(Self.files.map { $0.dropLast(5) })
        .isSuperset(of: ["clock", "ball", "rocket", "shake", "planet", "shuffle", "colors"])
    )
  }

  @Test("move the clock's hand as the source material does, second after second")
  func clock() throws {
    try play("clock") { time, states, _ in
      let second = min(Int(time + 1e-9), 9)
      let hand = try SourceMaterial.clockHand(to: second + 1)
      let held = Angle(radians: -2 * .pi * Double(second + 1) / 60)
      let angle = hand.value(at: time - Double(second), over: held).radians
      if time < 10 { #expect(abs(try #require(states["hand"]).angle - angle) < 1e-9) }
    }
  }

  @Test(
    "bounce by keyframes and by samples to the same numbers, and by physics to the same heights"
  )
  func ball() throws {
    let (keyframes, samples) = (
      try SourceMaterial.ballByKeyframes(), try SourceMaterial.ballBySamples()
    )
    var heights: [(time: Double, y: Double)] = []
    try play("ball") { time, states, _ in
      // The source's y points down.
      let rest = SIMD2(0.0, 268)
      let y = (
        300 - keyframes.value(at: time, over: rest).y, 300 - samples.value(at: time, over: rest).y
      )
      #expect(abs(try #require(states["keyframes"]).position.y - y.0) < 1e-9)
      #expect(abs(try #require(states["samples"]).position.y - y.1) < 1e-9)
      heights.append((time, try #require(states["physics"]).position.y))
    }
    let turns = heights.indices.dropFirst().dropLast().filter { index in
      let y = heights[index].y
      return y > heights[index - 1].y && y >= heights[index + 1].y
    }
    let first = try #require(turns.first.map { heights[$0] })
    // By theory at 0.3 s + 0.736 · 0.3 s, 0.736² · 236 above the floor; a step is 1/120 s.
    #expect(abs(first.time - 0.5208) < 0.02)
    #expect(abs(first.y - 32 - 127.8) < 4)
    let second = heights[turns[turns.startIndex + 1]].y - 32
    #expect(abs(second / (first.y - 32) - 0.736 * 0.736) < 0.03)
  }

  @Test("fly the rockets along their curves, and end them in each way")
  func rocket() throws {
    let curves = try SourceMaterial.rocketCurves().mapValues { try SourceMaterial.rocket($0) }
    #expect(curves.count == 8)
    let by = try BasicAnimation(from: 77.0, by: 378, timing: MediaTiming(duration: 1))
    try play("rocket") { time, states, _ in
      func y(_ id: String) throws -> Double { try #require(states[id]).position.y }
      for (name, curve) in curves { #expect(try y(name) == curve.value(at: time, over: 455)) }
      let linear = try #require(curves["linear"])
      #expect(try y("fallen") == linear.value(at: time, over: 77))
      #expect(try y("held") == (time < 1 ? linear.value(at: time, over: 77) : 455))
      #expect(abs(try y("second") - (time < 0.5 ? 77 : by.value(at: time - 0.5, over: 455))) < 1e-9)
    }
  }

  @Test("shake the shape about its position, and the crate on it")
  func shake() throws {
    let shake = try SourceMaterial.shake()
    var farthest = 0.0
    try play("shake") { time, states, _ in
      let x = try #require(states["form"]).position.x
      #expect(abs(x - shake.value(at: time - 0.5, over: 160)) < 1e-9)
      farthest = max(farthest, abs(try #require(states["crate"]).position.x - 160))
    }
    // Friction of 0.3 drags it along, but less far than the form.
    #expect(farthest > 0.5 && farthest < 10)
  }

  @Test("move the planet around its ellipse at a constant speed, facing ahead")
  func planet() throws {
    let orbit = try SourceMaterial.planet()
    try play("planet") { time, states, _ in
      let pose = orbit.value(at: time, over: Pose(position: [300, 300]))
      let state = try #require(states["planet"])
      #expect(state.position.components == pose.position)
      let ahead = Heading(radians: pose.angle.radians)
      #expect(Heading(radians: state.angle).distance(to: ahead) < 1e-9)
      if time > 0 {
        #expect(abs(state.velocity.length / (75 * .pi) - 1) < 1e-3)
        #expect(abs(state.angularVelocity - .pi / 2) < 1e-2)
      }
    }
  }

  @Test("shuffle the card: position, rotation and depth together, half a second late")
  func shuffle() throws {
    var table = Animated(SourceMaterial.Card())
    try table.add(SourceMaterial.shuffle())
    table.model.zPosition = 1
    try play("shuffle") { time, states, simulation in
      let card = table.presentation(at: time)
      let state = try #require(states["card"])
      #expect(abs(simulation.values[0][0] - card.zPosition) < 1e-9)
      // The source's y points down and its angles are clockwise.
      #expect(abs(state.angle + card.rotation.radians) < 1e-9)
      #expect(abs(state.position.x - card.position.x) < 1e-9)
      #expect(abs(state.position.y - (600 - card.position.y)) < 1e-9)
    }
  }

  @Test("rock the box by eased tilt, so that the crates slide both ways")
  func rocking() throws {
    let tilt = try KeyframeAnimation(
      values: [[0, -1], [0.5, -0.87], [0, -1], [-0.5, -0.87], [0, -1]].map { SIMD2($0[0], $0[1]) },
      timingFunctions: [.easeInEaseOut],
      timing: MediaTiming(duration: 4, repeatCount: .infinity)
    )
    var (left, right) = (Double.infinity, 0.0)
    try play("rocking") { time, states, simulation in
      let shown = tilt.value(at: time, over: .zero)
      #expect(simulation.tilt == Tilt(x: shown.x, y: shown.y))
      #expect(simulation.gravity == Vector(shown.x * 1000 + 0, shown.y * 1000))
      let x = try #require(states["crate-1"]).position.x
      (left, right) = (min(left, x), max(right, x))
    }
    #expect(left < 30 && right > 200)
  }

  @Test("bring the motor up to speed, and the wheel with it")
  func motor() throws {
    var fastest = 0.0
    try play("motor") { time, states, simulation in
      let wheel = try #require(states["wheel"])
      fastest = max(fastest, wheel.angularVelocity)
      if (3...5).contains(time) {
        #expect((simulation.constraints[1] as? SimpleMotor)?.rate == -6)
        #expect(abs(wheel.angularVelocity - 6) < 0.3)
      }
      if time > 8.5 { #expect(abs(wheel.angularVelocity) < 0.05) }
      #expect((wheel.position - Vector(120, 106)).length < 1)
    }
    #expect(fastest > 5.9)
  }

  @Test("throw the crates with the paddle")
  func paddle() throws {
    var highest = 0.0
    var last = Vector.zero
    try play("paddle") { time, states, _ in
      highest = max(highest, try #require(states["crate-1"]).position.y)
      last = try #require(states["paddle"]).position
      if time <= 1 { #expect(try #require(states["crate-1"]).position.y < 38.5) }
    }
    // The paddle itself goes no higher than 98: an overshoot of a tenth of 70.
    #expect(highest > 200)
    #expect(last == Vector(80, 20))
  }

  @Test("let the shelf swing and settle, and the wind blow the crate off")
  func spring() throws {
    let way = try SpringAnimation(
      from: 60.0,
      by: 60,
      spring: Spring(stiffness: 60, damping: 3),
      timing: MediaTiming(beginTime: 0.5, fillMode: .forwards, isRemovedOnCompletion: false)
    )
    try play("spring") { time, states, _ in
      let (shelf, crate) = (try #require(states["shelf"]), try #require(states["crate"]))
      #expect(shelf.position.y == way.value(at: time, over: 60))
      if time < 5, time > 3 { #expect(abs(crate.position.x - 150) < 1) }
      if time > 7 { #expect(crate.position.x > 220 && crate.position.y < 30) }
    }
  }
}
