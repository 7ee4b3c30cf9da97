/// The functions of a body. Most bodies have none, and then use no memory for them.
struct BodyUpdateCallbacks {
  private final class Pair {
    var velocity: VelocityFunction?
    var position: PositionFunction?
  }

  private var pair: Pair?

  var velocity: VelocityFunction? {
    get { pair?.velocity }
    set { set(newValue, position) }
  }

  var position: PositionFunction? {
    get { pair?.position }
    set { set(velocity, newValue) }
  }

  private mutating func set(_ velocity: VelocityFunction?, _ position: PositionFunction?) {
    guard velocity != nil || position != nil else { return pair = nil }
    let pair = Pair()
    (pair.velocity, pair.position) = (velocity, position)
    self.pair = pair
  }
}
