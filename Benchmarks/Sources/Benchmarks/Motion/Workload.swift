internal import Motion

struct Card: Sendable {
  var zPosition = 0.0
  var rotation = Angle(radians: 0)
  var position = SIMD2(0.0, 0)
}

extension MotionBenchmark {
  static func functions() throws -> [(String, TimingFunction)] {
    [
      ("linear", .linear), ("cubic Bézier, easeInEaseOut", .easeInEaseOut),
      ("cubic Bézier, (1, 0, 0.75, 1)", try .bezier(1, 0, 0.75, 1)),
      ("cubic Bézier, (1, 0.3, 0, 0.7)", try .bezier(1, 0.3, 0, 0.7)),
      ("elastic", .ease(.out, .elastic)), ("bounce", .bounceEaseOut),
      ("steps", .steps(try Steps(8))), ("spring", try TimingFunction("spring(1, 100, 10)")),
    ]
  }

  /// Ten thousand animations of each kind, with different begin times.
  static func animations() throws -> [(String, [any Animation<SIMD2<Double>>])] {
    func many(
      _ make: (MediaTiming) throws -> any Animation<SIMD2<Double>>
    ) throws -> [any Animation<SIMD2<Double>>] {
      try (0..<10_000).map { index in
        let begin = Double(index) * 0.618_033_988_749_895
        return try make(
          MediaTiming(beginTime: -begin, duration: 2, repeatCount: .infinity, autoreverses: true)
        )
      }
    }
    let path = try Path(ellipseIn: Rect(x: -150, y: -100, width: 300, height: 200))
    let corners = (0..<8).map { SIMD2(Double($0), Double($0 * $0 % 5)) }
    let cubic = try KeyframeAnimation(values: corners, calculationMode: .cubicPaced)
    let orbit = try PathAnimation<SIMD2<Double>>(along: path)
    let spring = try Spring()
    return [
      ("basic, linear", try many { try BasicAnimation(from: .zero, to: [9, 7], timing: $0) }),
      (
        "basic, eased",
        try many { try BasicAnimation(from: .zero, to: [9, 7], timing: $0).eased(.easeIn) }
      ),
      (
        "keyframes, eased",
        try many { try KeyframeAnimation(values: corners, timingFunctions: [.easeIn], timing: $0) }
      ),
      ("keyframes, cubic and paced", try many { timed(cubic, $0) }),
      ("path, paced", try many { timed(orbit, $0) }),
      (
        "spring",
        try many {
          try SpringAnimation(from: .zero, to: [9, 7], spring: spring, timing: $0)
        }
      ),
    ]
  }

  private static func timed<A: Animation<SIMD2<Double>>>(
    _ animation: A,
    _ timing: MediaTiming
  ) -> any Animation<SIMD2<Double>> {
    var copy = animation
    copy.timing = timing
    return copy
  }

  static func shuffledCard() throws -> Animated<Card> {
    let timing = try MediaTiming(duration: 1)
    let lift = try BasicAnimation(from: -1.0, to: 1, timing: timing)
    let turn = try KeyframeAnimation(
      values: [0, 0.14, 0].map { Angle(radians: $0) },
      timingFunctions: [.easeInEaseOut],
      timing: timing
    )
    let move = try KeyframeAnimation(
      values: [.zero, SIMD2(110, -20), .zero],
      timingFunctions: [.easeInEaseOut],
      timing: timing
    ).additive()
    var card = Animated(Card())
    try card.add(
      AnimationGroup([
        lift.of(\Card.zPosition), turn.of(\Card.rotation), move.of(\Card.position),
      ])
    )
    return card
  }
}
