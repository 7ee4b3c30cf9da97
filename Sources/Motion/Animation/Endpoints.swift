/// The known parts of the way from one value to another.
enum Endpoints<Value: Animatable>: Sendable {
  case between(Value, Value)
  case from(Value)
  case to(Value)
  case by(Value)

  init(from: Value?, to: Value?, by: Value?) throws(MotionError) {
    for (value, name) in [(from, "from"), (to, "to"), (by, "by")] {
      if let value { try requireFinite(value, name) }
    }
    switch (from, to, by) {
    case (let from?, let to?, nil): self = .between(from, to)
    case (let from?, nil, let by?): self = .between(from, from.adding(by))
    case (nil, let to?, let by?): self = .between(to.adding(by.negated), to)
    case (let from?, nil, nil): self = .from(from)
    case (nil, let to?, nil): self = .to(to)
    case (nil, nil, let by?): self = .by(by)
    case (nil, nil, nil), (_?, _?, _?):
      throw MotionError(
        "the animation",
        has: from == nil ? "neither from, to nor by" : "from, to and by",
        remedy: "give one or two of them"
      )
    }
  }

  /// The same, with a start for a difference that has none.
  func starting(from value: Value) -> Endpoints {
    guard case .by(let difference) = self else { return self }
    return .between(value, value.adding(difference))
  }

  /// Both ends; missing ones come from the value under the animation.
  func ends(over underlying: Value) -> (start: Value, end: Value) {
    switch self {
    case .between(let start, let end): (start, end)
    case .from(let start): (start, underlying)
    case .to(let end): (underlying, end)
    case .by(let difference): (underlying, underlying.adding(difference))
    }
  }
}
