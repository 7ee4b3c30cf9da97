/// An animation of one property of a larger value, such as the position of a card.
///
/// Made by `Animation.of(_:)`; its timing is that of the animation it carries.
public struct KeyPathAnimation<Value: Sendable, Part: Animation>: Animation {
  /// The animation of the property.
  public var animation: Part
  /// The property.
  public let keyPath: any WritableKeyPath<Value, Part.Value> & Sendable

  /// The timing: begin, duration, speed and repetition.
  public var timing: MediaTiming {
    get { animation.timing }
    set { animation.timing = newValue }
  }

  /// The duration of one play if the timing does not state it, in seconds.
  public var naturalDuration: Double { animation.naturalDuration }

  /// Whether it is added to the value beneath it.
  public var isAdditive: Bool { animation.isAdditive }

  /// The value at the playhead, with the property changed.
  public func value(at playhead: MediaTiming.Playhead, over underlying: Value) -> Value {
    changing(underlying) { animation.value(at: playhead, over: $0) }
  }

  /// The value at a parent time, with the property changed.
  public func value(at time: Double, over underlying: Value) -> Value {
    changing(underlying) { animation.value(at: time, over: $0) }
  }

  /// The animation with the start of its property.
  public func starting(from presentation: Value) -> Self {
    var copy = self
    copy.animation = animation.starting(from: presentation[keyPath: keyPath])
    return copy
  }

  private func changing(_ underlying: Value, _ change: (Part.Value) -> Part.Value) -> Value {
    func replace(_ part: inout Part.Value) { part = change(part) }
    var value = underlying
    replace(&value[keyPath: keyPath])
    return value
  }
}

extension Animation {
  /// This animation, for a property of a larger value.
  public func of<Whole: Sendable>(
    _ keyPath: any WritableKeyPath<Whole, Value> & Sendable
  ) -> KeyPathAnimation<Whole, Self> {
    KeyPathAnimation(animation: self, keyPath: keyPath)
  }
}
