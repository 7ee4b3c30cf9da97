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
    guard let count = Int(first.text) else {
      throw MotionError(
        "steps",
        is: "\"\(first.text)\"",
        remedy: "give a whole number",
        offset: first.offset
      )
    }
    guard call.arguments.count == 2 else { return .steps(try Steps(count)) }
    let second = call.arguments[1]
    let word = second.text.hasPrefix("jump-") ? second.text : "jump-" + second.text
    guard let jump = Steps.Jump(rawValue: word) else {
      throw MotionError(
        "jump",
        is: "\"\(second.text)\"",
        remedy: "give jump-start, jump-end, jump-none, jump-both, start or end",
        offset: second.offset
      )
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
        throw MotionError(
          "stop",
          is: "\"\(argument.text)\"",
          remedy: "give a number and, if wanted, one or two percentages: 0.25 25% 75%",
          offset: argument.offset
        )
      }
      if inputs.isEmpty { stops.append(Stop(output)) }
      stops += inputs.map { Stop(output, at: $0) }
    }
    try self.init(stops)
  }
}
