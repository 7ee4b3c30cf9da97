import Motion
import SourceMaterial
import Testing

@Suite("Source material")
struct SourceMaterialTests {
  @Test("the layer moves to the touch by ease-out in one second")
  func tapped() throws {
    let layer = try SourceMaterial.tapped(from: [160, 240], to: [60, 400])
    #expect(layer.model == [60, 400])
    #expect(layer.presentation(at: 0) == [160, 240])
    for (t, p) in [(0.25, 0.378138), (0.5, 0.684643), (0.75, 0.906535)] {
      let seen = layer.presentation(at: t)
      #expect(isNear(seen, [160 - 100 * p, 240 + 160 * p], within: 1e-3))
    }
    #expect(layer.presentation(at: 1) == [60, 400])
    #expect(layer.presentation(at: 5) == [60, 400])
  }

  @Test("the colours go blue, red, green, blue, with each step starting slowly")
  func colors() throws {
    let colors = try SourceMaterial.colors()
    let ends: [Color] = [.blue, .red, .green, .blue]
    for (t, color) in zip([0, 2.0 / 3, 4.0 / 3, 2], ends) {
      #expect(isNear(colors.value(at: t, over: .black), color, within: 1e-9))
    }
    // Halfway through each third, ease-in is at 0.315357.
    let p = 0.315357
    let middles = [Color(p, 0, 1 - p), Color(1 - p, p, 0), Color(0, 1 - p, p)]
    for (i, color) in middles.enumerated() {
      let t = (2 * Double(i) + 1) / 3
      #expect(isNear(colors.value(at: t, over: .black), color, within: 1e-6))
    }
  }

  @Test("the clock's hand moves by six degrees in half a second, most of it at once")
  func clockHand() throws {
    let hand = try SourceMaterial.clockHand(to: 1)
    let second = -2 * Double.pi / 60
    let progress = [0, 0.024777, 0.125754, 0.425048, 1]
    for (t, p) in zip([0, 0.125, 0.25, 0.375, 0.5], progress) {
      let angle = hand.value(at: t, over: Angle(radians: 9)).radians
      #expect(abs(angle - second * p) < 1e-6)
    }
  }

  @Test("the ball by keyframes turns at the given heights and times")
  func ballByKeyframes() throws {
    let ball = try SourceMaterial.ballByKeyframes()
    for (t, y) in zip(SourceMaterial.ballTimes, SourceMaterial.ballHeights) {
      #expect(isNear(ball.value(at: t, over: .zero), [150, y], within: 1e-9))
    }
    // Halfway down, it has done 0.315357 of the first fall; halfway up, 0.684643 of the rise.
    #expect(abs(ball.value(at: 0.15, over: .zero).y - (32 + 236 * 0.315357)) < 1e-3)
    #expect(abs(ball.value(at: 0.4, over: .zero).y - (268 - 128 * 0.684643)) < 1e-3)
  }

  @Test("the ball by sixty samples is the ball by the function, at the samples and near between")
  func ballBySamples() throws {
    let (samples, ball) = (try SourceMaterial.ballBySamples(), try SourceMaterial.ballByFunction())
    #expect(samples.values.count == 61)
    #expect(abs(samples.values[30].y - (32 + 236 * 0.71875)) < 1e-9)
    for i in 0...60 {
      let t = Double(i) / 60
      let (a, b) = (samples.value(at: t, over: .zero), ball.value(at: t, over: .zero))
      #expect(isNear(a, b, within: 1e-9))
    }
    let breaks = [4.0 / 11, 8.0 / 11, 0.9]
    // Between: a²/(8·rate²) of the steepest parabola (4356/361 · 2 · 236), more at the bounces.
    for i in 0...1000 {
      let t = Double(i) / 1000
      let (a, b) = (samples.value(at: t, over: .zero), ball.value(at: t, over: .zero))
      #expect(isNear(a, b, within: 11))
      let isAtBounce = breaks.contains { abs($0 - t) < 1 / 60.0 }
      let bound = 5696 / (8 * 3600.0)
      #expect(isAtBounce || isNear(a, b, within: bound))
    }
  }

  @Test("the ball by a timer of a fixed rate passes the samples")
  func ballByTimer() throws {
    let frames = try SourceMaterial.ball(frames: Array(repeating: 1 / 60.0, count: 60))
    let samples = try SourceMaterial.ballBySamples().values
    for (frame, sample) in zip(frames, samples.dropFirst()) {
      #expect(isNear(frame, sample, within: 1e-9))
    }
  }

  @Test("the ball by measured frames ends in the same place, whatever frames were dropped")
  func ballByFrames() throws {
    var random = SplitMix(seed: 7)
    let even = try SourceMaterial.ball(frames: Array(repeating: 1 / 60.0, count: 61))
    for worst in [1.5, 4, 30] {
      let dropped = (0..<200).map { _ in (1 + worst * random.unit()) / 60 }
      let frames = try SourceMaterial.ball(frames: dropped)
      #expect(frames.last == even.last)
      #expect(frames.last == [150, 268])
      // On the way, each frame matches the function at that time.
      let ball = try SourceMaterial.ballByFunction()
      var time = 0.0
      for (frame, position) in zip(dropped, frames) {
        time = min(time + frame, 1)
        #expect(position == ball.value(at: time, over: .zero))
      }
    }
  }

  @Test("the rocket flies from 77 to 455 along each of its curves")
  func rocket() throws {
    let halves = [
      "linear": 0.5, "easeIn": 0.315357, "easeOut": 0.684643, "easeInEaseOut": 0.5,
      "default": 0.802403, "custom": 0.228283, "overshooting": 0.132493, "bounce": 0.71875,
    ]
    for (name, function) in try SourceMaterial.rocketCurves() {
      let rocket = try SourceMaterial.rocket(function)
      #expect(rocket.value(at: 0, over: 0) == 77)
      #expect(rocket.value(at: 1, over: 0) == 455)
      let half = try #require(halves[name])
      #expect(abs(rocket.value(at: 0.5, over: 0) - (77 + 378 * half)) < 1e-3, "\(name)")
    }
    let over = try SourceMaterial.rocket(.bezier(0.68, -0.55, 0.735, 1.55))
    #expect(abs(over.value(at: 0.25, over: 0) - (77 - 378 * 0.089913)) < 1e-3)
    #expect(over.value(at: 0.85, over: 0) > 455)
  }

  @Test("the rocket falls back to its model, unless the fill mode holds it or the model is set")
  func rocketEnds() throws {
    var fallen = Animated(77.0)
    try fallen.add(SourceMaterial.rocket())
    let (held, arrived) = (try SourceMaterial.rocketHeld(), try SourceMaterial.rocketArrived())
    for t in [0, 0.3, 1] {
      let expected = 77 + 378 * t
      for rocket in [fallen, held, arrived] {
        #expect(isNear(rocket.presentation(at: t), expected))
      }
    }
    #expect(fallen.presentation(at: 1.01) == 77)
    #expect(held.presentation(at: 1.01) == 455)
    #expect(held.model == 77)
    #expect(arrived.presentation(at: 1.01) == 455)
  }

  @Test("the second rocket is half a second behind the first, although they share an animation")
  func twoRockets() throws {
    let rockets = try SourceMaterial.twoRockets()
    for t in [0.5, 0.75, 1] {
      #expect(isNear(rockets[0].presentation(at: t), 77 + 378 * t))
      #expect(isNear(rockets[1].presentation(at: t), 77 + 378 * (t - 0.5)))
    }
    #expect(rockets[0].presentation(at: 1.4) == 455)
    // Without a backwards fill, the second one shows its model value until it begins.
    #expect(rockets[1].presentation(at: 0.4) == 455)
    #expect(rockets[1].presentation(at: 2) == 455)
  }

  @Test("the form shakes about wherever it is")
  func shake() throws {
    var form = Animated(160.0)
    try form.add(SourceMaterial.shake(), forKey: "shake")
    let times = [0, 1 / 15.0, 0.2, 1 / 3.0, 0.4, 0.5]
    let shakes: [Double] = [0, 10, -10, 10, 0, 0]
    for (t, x) in zip(times, shakes) { #expect(abs(form.presentation(at: t) - (160 + x)) < 1e-9) }
    form.model = 300
    #expect(abs(form.presentation(at: 2 / 15.0) - 300) < 1e-9)
  }

  @Test("the planet orbits its sun at a constant speed forever, facing ahead")
  func planet() throws {
    var planet = Animated(Pose(position: [500, 400]))
    try planet.add(SourceMaterial.planet(), forKey: "orbit")
    for t in [0, 0.5, 1, 2, 3.999, 4, 6.5, 4001] {
      let turn = 2 * Double.pi * t / 4
      let pose = planet.presentation(at: t)
      let away = pose.position - [500, 400]
      #expect(abs(away.distance(to: .zero) - 150) < 1e-9)
      let expected = Heading(radians: turn + .pi / 2)
      #expect(Heading(radians: pose.angle.radians).distance(to: expected) < 1e-3)
    }
    #expect(isNear(planet.presentation(at: 1).position, [500, 550], within: 1e-6))
    let animation = try SourceMaterial.planet()
    #expect(abs(animation.length - 300 * .pi) < 1e-9)
    let points = (0...4000).map {
      animation.value(at: Double($0) / 1001, over: Pose(position: .zero)).position
    }
    let step = 150 * 2 * Double.pi / 4 / 1001
    let odd = zip(points, points.dropFirst()).filter { abs($0.distance(to: $1) / step - 1) > 1e-3 }
    #expect(odd.isEmpty)
  }

  @Test("the card is lifted, turned and moved together, half a second late, and falls back")
  func shuffle() throws {
    let card = SourceMaterial.Card()
    var table = Animated(card)
    try table.add(SourceMaterial.shuffle(), forKey: "shuffle")
    table.model.zPosition = 1
    #expect(table.presentation(at: 0.4) == table.model)
    let quarter = table.presentation(at: 0.8)
    #expect(abs(quarter.zPosition + 0.5) < 1e-9)
    #expect(abs(quarter.rotation.radians - 0.07) < 1e-6)
    #expect(isNear(quarter.position, [255, 290], within: 1e-3))
    let middle = table.presentation(at: 1.1)
    #expect(abs(middle.zPosition) < 1e-9)
    #expect(abs(middle.rotation.radians - 0.14) < 1e-9)
    #expect(isNear(middle.position, [310, 280], within: 1e-6))
    #expect(isNear(table.presentation(at: 1.7).position, [200, 300], within: 1e-9))
    #expect(table.presentation(at: 1.8) == table.model)
  }
}
