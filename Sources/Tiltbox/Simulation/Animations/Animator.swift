import Chipmunk
import Motion

/// A number, or a pair of them, that animations change from tick to tick.
struct Animator<Value: NumericValue> {
  let target: AnimationTarget
  private let animated: Animated<Value>
  private let access: Access<Value>

  /// Makes an animator over a model.
  init(
    _ target: AnimationTarget,
    _ access: Access<Value>,
    from model: Value,
    _ animations: [AnimationDescription]
  ) throws(MotionError) {
    self.target = target
    self.access = access
    animated = try Animated(model, of: target, animations)
  }

  /// The current value.
  var current: Value { access.get() }

  /// Sets an earlier value, unless the current one is equal.
  func set(_ value: Value) throws {
    if value != current { try access.set(value) }
  }

  /// Sets the animated value at a time, unless the current one is equal: setting it wakes sleeping bodies.
  func run(at time: Double) throws {
    let value = animated.presentation(at: time)
    guard value != access.get() else { return }
    do { try access.set(value) } catch { throw target.refusal(error, at: time) }
  }
}

extension Animator<Vector> {
  /// Makes the animator of a range with one or both ends animated.
  init(
    limits: Access<Vector>,
    from model: Vector,
    _ least: AnimationTarget,
    _ animations: [AnimationDescription]
  ) throws(MotionError) {
    target = least
    access = limits
    guard case .constraint(let id, _) = least else { preconditionFailure("\(least) has no range") }
    let greatest = AnimationTarget.constraint(id, .max)
    animated = try Animated(model, animations, where: { $0 == least || $0 == greatest }) {
      (part) throws(MotionError) -> any Animation<Vector> in
      part.target == least
        ? try part.animation(over: model.x).opened(as: \Vector.x)
        : try part.animation(over: model.y).opened(as: \Vector.y)
    }
  }
}

extension AnimationTarget {
  /// The error for an animation that has left the range of its target.
  func refusal(_ error: PhysicsError, at time: Double) -> Diagnostic {
    Diagnostic(path: "animations of \(self) at \(time.plain) s", error.description)
  }
}

extension Animation {
  /// The animation as one of a component of a larger value, whatever its type.
  func opened<Whole: Sendable>(
    as keyPath: any WritableKeyPath<Whole, Value> & Sendable
  ) -> any Animation<Whole> {
    of(keyPath)
  }
}
