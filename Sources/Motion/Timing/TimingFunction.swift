/// A function that maps time to progress: it takes 0 to 0 and 1 to 1 and shapes the interval
/// between.
public enum TimingFunction: Sendable {
  /// Progress equals time.
  case linear
  /// A cubic Bézier curve.
  case cubicBezier(CubicBezier)
  /// One of Penner's easing functions.
  case penner(Penner)
  /// A step function.
  case steps(Steps)
  /// A piecewise linear function.
  case stops(LinearStops)
  /// A damped spring.
  case spring(SpringTiming)
  /// A custom function.
  ///
  /// It must return equal results for equal times. A result that is not finite is replaced by the time itself.
  case custom(@Sendable (Double) -> Double)

  /// The progress at a fraction of the time.
  ///
  /// Any finite time is allowed and gives a finite progress. Outside 0...1, Béziers and stops
  /// continue along their tangents, steps continue in steps, and all others hold their ends. No
  /// allocation.
  ///
  /// - Parameters:
  ///   - t: The fraction of the time.
  ///   - isBefore: Whether the animation has not begun yet; it matters only to `steps`.
  /// - Returns: The progress, of which 0 is the start and 1 the end.
  public func callAsFunction(_ t: Double, isBefore: Bool = false) -> Double {
    switch self {
    case .linear: return t
    case .cubicBezier(let curve): return curve(t)
    case .penner(let function): return function(t)
    case .steps(let steps): return steps(t, isBefore: isBefore)
    case .stops(let stops): return stops(t)
    case .spring(let spring): return spring(t)
    case .custom(let function):
      let progress = function(t)
      return progress.isFinite ? progress : t
    }
  }

  /// The four control points, (0, 0) and (1, 1) included, of a Bézier curve or `linear`.
  public var controlPoints: [SIMD2<Double>]? {
    switch self {
    case .linear: [SIMD2(0, 0), SIMD2(0, 0), SIMD2(1, 1), SIMD2(1, 1)]
    case .cubicBezier(let curve): [SIMD2(0, 0), curve.control1, curve.control2, SIMD2(1, 1)]
    default: nil
    }
  }
}

extension TimingFunction {
  /// Slow at the start: the Bézier (0.42, 0, 1, 1).
  public static let easeIn = TimingFunction.cubicBezier(CubicBezier(unchecked: 0.42, 0, 1, 1))
  /// Slow at the end: the Bézier (0, 0, 0.58, 1).
  public static let easeOut = TimingFunction.cubicBezier(CubicBezier(unchecked: 0, 0, 0.58, 1))
  /// Slow at both ends: the Bézier (0.42, 0, 0.58, 1).
  public static let easeInEaseOut = TimingFunction.cubicBezier(
    CubicBezier(unchecked: 0.42, 0, 0.58, 1)
  )
  /// Core Animation's default and CSS's `ease`: the Bézier (0.25, 0.1, 0.25, 1).
  public static let `default` = TimingFunction.cubicBezier(
    CubicBezier(unchecked: 0.25, 0.1, 0.25, 1)
  )

  /// A Bézier through two control points, in the order of CSS's `cubic-bezier()`.
  ///
  /// - Throws: `MotionError` if an x is outside 0...1 or a y is not finite.
  public static func bezier(
    _ x1: Double,
    _ y1: Double,
    _ x2: Double,
    _ y2: Double
  ) throws(MotionError) -> TimingFunction {
    .cubicBezier(try CubicBezier(x1, y1, x2, y2))
  }

  /// Penner's function of a family that eases at the given end.
  public static func ease(_ ease: Penner.Ease, _ family: Penner.Family) -> TimingFunction {
    .penner(Penner(family, ease))
  }

  /// A ball that bounces to rest at the end, with rational pieces.
  public static let bounceEaseOut = TimingFunction.ease(.out, .bounceRational)
}

extension TimingFunction {
  /// A timing function and its name in texts.
  package struct Named: Sendable {
    /// The name, as in code: `easeInEaseOut`.
    package let name: String
    /// Other names for the same function.
    package let aliases: [String]
    /// The function.
    package let function: TimingFunction
  }

  /// Every named function: the Béziers, Penner's families, single steps and a spring.
  package static let named: [Named] =
    [
      Named(name: "linear", aliases: [], function: .linear),
      Named(name: "easeIn", aliases: [], function: .easeIn),
      Named(name: "easeOut", aliases: [], function: .easeOut),
      Named(name: "easeInEaseOut", aliases: ["easeInOut"], function: .easeInEaseOut),
      Named(name: "default", aliases: ["ease"], function: .default),
    ] + Penner.Family.allCases.flatMap { family in Penner.Ease.allCases.map { named(family, $0) } }
    + [
      Named(name: "stepStart", aliases: [], function: .steps(Steps(unchecked: 1, .start))),
      Named(name: "stepEnd", aliases: [], function: .steps(Steps(unchecked: 1, .end))),
    ]

  private static func named(_ family: Penner.Family, _ ease: Penner.Ease) -> Named {
    let ends = "ease" + capitalized(ease.rawValue)
    return Named(
      name: ends + capitalized(family.rawValue),
      aliases: family == .bounceRational ? ["bounce" + capitalized(ends)] : [],
      function: .ease(ease, family)
    )
  }

  private static func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  /// The function of a name, however it is cased and hyphenated: `easeInQuad`, `ease-in-quad`.
  ///
  /// Returns `nil` if there is none.
  public init?(named name: String) {
    let wanted = Self.plain(name)
    let match = Self.named.first { entry in
      Self.plain(entry.name) == wanted || entry.aliases.contains { Self.plain($0) == wanted }
    }
    guard let match else { return nil }
    self = match.function
  }

  private static func plain(_ name: String) -> String {
    String(name.lowercased().filter { $0 != "-" && $0 != "_" })
  }
}

extension TimingFunction {
  /// Reads a timing function in CSS syntax, by name, or as four plain numbers.
  ///
  /// `easeInEaseOut`, `ease-in`, `cubic-bezier(0.5, 0, 0.9, 0.7)`, `0.5, 0, 0.9, 0.7`, `steps(4, jump-none)`,
  /// `linear(0, 0.25 25% 75%, 1)`, and beyond CSS `spring(mass, stiffness, damping, initial velocity)`, whose last
  /// argument may be omitted.
  ///
  /// - Throws: `MotionError` with the offset of the invalid part, in bytes.
  public init(_ text: String) throws(MotionError) {
    if let named = TimingFunction(named: text.filter { !$0.isWhitespace }) {
      self = named
      return
    }
    guard let call = TextCall(text) else {
      let numbers = TextCall(name: "cubic-bezier", arguments: text, offset: 0)
      guard numbers.arguments.count == 4 else { throw Self.unknown(text) }
      self = try .bezier(numbers)
      return
    }
    switch call.name.lowercased() {
    case "cubic-bezier": self = try .bezier(call)
    case "steps": self = try .steps(call)
    case "linear": self = .stops(try LinearStops(call))
    case "spring": self = try .spring(call)
    default: throw Self.unknown(text)
    }
  }

  private static func unknown(_ text: String) -> MotionError {
    MotionError(
      "timing function",
      is: "\"\(text)\"",
      remedy: "give a name such as easeInEaseOut, four numbers x1,y1,x2,y2, or cubic-bezier(…), "
        + "steps(…), linear(…), spring(…)"
    )
  }

  private static func bezier(_ call: TextCall) throws(MotionError) -> TimingFunction {
    let n = try call.numbers(4...4)
    return try .bezier(n[0], n[1], n[2], n[3])
  }

  private static func spring(_ call: TextCall) throws(MotionError) -> TimingFunction {
    let n = try call.numbers(3...4)
    let spring = try Spring(mass: n[0], stiffness: n[1], damping: n[2])
    return .spring(try SpringTiming(spring, initialVelocity: n.count == 4 ? n[3] : 0))
  }

  private static func steps(_ call: TextCall) throws(MotionError) -> TimingFunction {
    guard let first = call.arguments.first, call.arguments.count <= 2 else {
      throw call.wrongCount("1 or 2")
    }
    guard let count = Int(first.text) else { throw first.error("steps", "give a whole number") }
    guard call.arguments.count == 2 else { return .steps(try Steps(count)) }
    let second = call.arguments[1]
    let word = second.text.hasPrefix("jump-") ? second.text : "jump-" + second.text
    guard let jump = Steps.Jump(rawValue: word) else {
      throw second.error("jump", "give jump-start, jump-end, jump-none, jump-both, start or end")
    }
    return .steps(try Steps(count, jump: jump))
  }
}

extension LinearStops {
  /// Reads the stops of `linear()`: a number and up to two percentages each, in any order.
  fileprivate init(_ call: TextCall) throws(MotionError) {
    var stops: [Stop] = []
    for argument in call.arguments {
      var output: Double?
      var inputs: [Double] = []
      for word in argument.text.split(whereSeparator: \.isWhitespace) {
        if word.hasSuffix("%"), let percent = Double(word.dropLast()), inputs.count < 2 {
          inputs.append(percent / 100)
        } else if output == nil, let number = Double(word) {
          output = number
        } else {
          output = nil
          break
        }
      }
      guard let output else {
        throw argument.error(
          "stop",
          "give a number and, if wanted, one or two percentages: 0.25 25% 75%"
        )
      }
      if inputs.isEmpty { stops.append(Stop(output)) }
      stops += inputs.map { Stop(output, at: $0) }
    }
    try self.init(stops)
  }
}

/// A text of the form `name(argument, argument)`, with the byte offset of each argument.
struct TextCall {
  struct Argument {
    var text: String
    var offset: Int

    func error(_ parameter: String, _ remedy: String) -> MotionError {
      MotionError(parameter, is: "\"\(text)\"", remedy: remedy, offset: offset)
    }
  }

  let name: String
  let arguments: [Argument]
  private let offset: Int

  /// Parses a text; `nil` if it does not have this form.
  init?(_ text: String) {
    guard let open = text.firstIndex(of: "("),
      let close = text.lastIndex(where: { !$0.isWhitespace }), text[close] == ")"
    else { return nil }
    let inside = text.index(after: open)
    self.init(
      name: String(text[..<open].filter { !$0.isWhitespace }),
      arguments: String(text[inside..<close]),
      offset: text.utf8.distance(from: text.startIndex, to: inside)
    )
  }

  init(name: String, arguments: String, offset: Int) {
    self.name = name
    self.offset = offset
    var place = offset
    self.arguments = arguments.split(separator: ",", omittingEmptySubsequences: false).map { part in
      defer { place += part.utf8.count + 1 }
      let blanks = part.prefix(while: \.isWhitespace)
      let words = part.dropFirst(blanks.count)
      let end = words.lastIndex { !$0.isWhitespace }.map { words.index(after: $0) }
      let text = words[..<(end ?? words.startIndex)]
      return Argument(text: String(text), offset: place + blanks.utf8.count)
    }
  }

  /// All arguments as numbers.
  func numbers(_ count: ClosedRange<Int>) throws(MotionError) -> [Double] {
    guard count.contains(arguments.count) else {
      throw wrongCount(
        count.count == 1 ? "\(count.lowerBound)" : "\(count.lowerBound) to \(count.upperBound)"
      )
    }
    var numbers: [Double] = []
    for argument in arguments {
      guard let number = Double(argument.text), number.isFinite else {
        throw argument.error("\(name) argument \(numbers.count + 1)", "give a finite number")
      }
      numbers.append(number)
    }
    return numbers
  }

  func wrongCount(_ expected: String) -> MotionError {
    let found = "\(arguments.count) arguments"
    return MotionError(name, has: found, remedy: "give \(expected)", offset: offset)
  }
}
