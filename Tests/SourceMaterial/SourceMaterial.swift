package import Motion

/// The examples from which the product grew, as values: each can be drawn, sampled or tested.
package enum SourceMaterial {
  // MARK: Colour

  /// A layer that moves to where it is tapped: ease-out, 1 s.
  package static func tapped(
    from place: SIMD2<Double>,
    to touch: SIMD2<Double>
  ) throws -> Animated<SIMD2<Double>> {
    var layer = Animated(place)
    try layer.animate(to: touch, duration: 1, timingFunction: .easeOut)
    return layer
  }

  /// Blue, red, green, blue in 2 s, each step begun slowly.
  package static func colors() throws -> KeyframeAnimation<Color> {
    try KeyframeAnimation(
      values: [.blue, .red, .green, .blue],
      timingFunctions: [.easeIn, .easeIn, .easeIn],
      timing: MediaTiming(duration: 2)
    )
  }

  // MARK: Clock

  /// The hand's move by a second's angle: 0.5 s, slow, then past the middle in a flash.
  package static func clockHand(to second: Int) throws -> BasicAnimation<Angle> {
    func angle(_ second: Int) -> Angle { Angle(radians: -2 * Double.pi * Double(second) / 60) }
    return try BasicAnimation(
      from: angle(second - 1),
      to: angle(second),
      timing: MediaTiming(duration: 0.5),
      timingFunction: .bezier(1, 0, 0.75, 1)
    )
  }

  // MARK: Ball

  /// The heights at which the ball turns, y down, and when.
  package static let ballHeights: [Double] = [32, 268, 140, 268, 220, 268, 250, 268]
  package static let ballTimes: [Double] = [0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 1]

  /// The bouncing ball by keyframes: falls ease in, rises ease out.
  package static func ballByKeyframes() throws -> KeyframeAnimation<SIMD2<Double>> {
    try KeyframeAnimation(
      values: ballHeights.map { SIMD2(150, $0) },
      keyTimes: ballTimes,
      timingFunctions: (0..<7).map { $0.isMultiple(of: 2) ? .easeIn : .easeOut },
      timing: MediaTiming(duration: 1)
    )
  }

  /// The bouncing ball by one function.
  package static func ballByFunction() throws -> BasicAnimation<SIMD2<Double>> {
    try BasicAnimation(
      from: SIMD2(150, 32),
      to: SIMD2(150, 268),
      timing: MediaTiming(duration: 1),
      timingFunction: .bounceEaseOut
    )
  }

  /// The same as 60 keyframes a second.
  package static func ballBySamples() throws -> KeyframeAnimation<SIMD2<Double>> {
    try ballByFunction().sampled(over: SIMD2(150, 32))
  }

  /// The same by a loop that looks at the clock: the elapsed time of each frame, however long, cut
  /// off at the duration.
  package static func ball(frames: some Sequence<Double>) throws -> [SIMD2<Double>] {
    let ball = try ballByFunction()
    var elapsed = 0.0
    return frames.map { frame in
      elapsed = min(elapsed + frame, ball.duration)
      return ball.value(at: elapsed, over: SIMD2(150, 268))
    }
  }

  // MARK: Rocket

  /// The rocket's flight from 77 to 455, in 1 s.
  package static func rocket(
    _ function: TimingFunction = .linear,
    timing: MediaTiming? = nil
  ) throws -> BasicAnimation<Double> {
    try BasicAnimation(
      from: 77,
      to: 455,
      timing: timing ?? MediaTiming(duration: 1),
      timingFunction: function
    )
  }

  /// Every curve the rocket flies, by name.
  package static func rocketCurves() throws -> [String: TimingFunction] {
    [
      "linear": .linear, "easeIn": .easeIn, "easeOut": .easeOut, "easeInEaseOut": .easeInEaseOut,
      "default": .default, "custom": try .bezier(0.5, 0, 0.9, 0.7),
      "overshooting": try .bezier(0.68, -0.55, 0.735, 1.55), "bounce": .bounceEaseOut,
    ]
  }

  /// Held at its end by the fill mode, the model left behind.
  package static func rocketHeld() throws -> Animated<Double> {
    var rocket = Animated(77.0)
    let timing = try MediaTiming(duration: 1, fillMode: .forwards, isRemovedOnCompletion: false)
    try rocket.add(self.rocket(timing: timing), forKey: "basic")
    return rocket
  }

  /// Held at its end by the model.
  package static func rocketArrived() throws -> Animated<Double> {
    var rocket = Animated(77.0)
    try rocket.add(self.rocket(), forKey: "basic")
    rocket.model = 455
    return rocket
  }

  /// Two rockets that share one animation by 378, the second begun half a second later.
  package static func twoRockets() throws -> [Animated<Double>] {
    let flight = try BasicAnimation(by: 378.0, timing: MediaTiming(duration: 1))
    var (first, second) = (Animated(77.0), Animated(77.0))
    try first.add(flight, forKey: "basic")
    first.model = 455
    try second.add(flight.delayed(by: 0.5), forKey: "basic")
    second.model = 455
    return [first, second]
  }

  // MARK: Form, planet, cards

  /// The form shakes its head: relative to where it is.
  package static func shake() throws -> KeyframeAnimation<Double> {
    try KeyframeAnimation(
      values: [0, 10, -10, 10, 0],
      keyTimes: [0, 1 / 6.0, 3 / 6.0, 5 / 6.0, 1],
      timing: MediaTiming(duration: 0.4)
    ).additive()
  }

  /// The planet goes round for ever, looking ahead, relative to its sun.
  package static func planet() throws -> PathAnimation<Pose> {
    try PathAnimation(
      along: Path(ellipseIn: Rect(x: -150, y: -150, width: 300, height: 300)),
      rotationMode: .auto,
      calculationMode: .paced,
      timing: MediaTiming(duration: 4, repeatCount: .infinity)
    ).additive()
  }

  /// A card on a table.
  package struct Card: Hashable, Sendable {
    package var zPosition = -1.0
    package var rotation = Angle(radians: 0)
    package var position = SIMD2(200.0, 300.0)

    package init() {}
  }

  /// The card is taken from under the others and laid on top.
  package static func shuffle() throws -> AnimationGroup<Card> {
    let second = try MediaTiming(duration: 1.2)
    let smooth = [TimingFunction.easeInEaseOut, .easeInEaseOut]
    let lift = try BasicAnimation(from: -1.0, to: 1, timing: second)
    let turn = try KeyframeAnimation(
      values: [0, 0.14, 0].map { Angle(radians: $0) },
      timingFunctions: smooth,
      timing: second
    )
    let move = try KeyframeAnimation(
      values: [SIMD2(0, 0), SIMD2(110, -20), SIMD2(0, 0)],
      timingFunctions: smooth,
      timing: second
    ).additive()
    return try AnimationGroup(
      [lift.of(\.zPosition), turn.of(\.rotation), move.of(\.position)],
      timing: MediaTiming(beginTime: 0.5, duration: 1.2)
    )
  }
}
