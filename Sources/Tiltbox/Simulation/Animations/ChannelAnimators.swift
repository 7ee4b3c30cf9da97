import Chipmunk
import Motion

/// The numbers of a scenario's channels over time.
struct ChannelAnimators {
  private enum Animator {
    case numbers(Animated<[Double]>)
    /// A position, which may follow a path.
    case place(Animated<Vector>)
  }

  private struct Follower {
    let channel: Int
    let duration: Double
    let function: TimingFunction
  }

  private var animators: [Animator] = []
  private var followers: [Follower] = []

  init(_ scenario: Scenario) throws(MotionError) {
    for (index, channel) in scenario.channels.enumerated() {
      guard case .layer(let id, .position) = channel.target else {
        animators.append(
          .numbers(try Animated(channel.numbers, of: channel.target, scenario.animations))
        )
        continue
      }
      let place = Vector(channel.numbers[0], channel.numbers[1])
      animators.append(.place(try Animated(place, of: channel.target, scenario.animations)))
      guard let following = scenario.layers.first(where: { $0.id == id })?.following else {
        continue
      }
      followers.append(
        Follower(
          channel: index,
          duration: following.duration,
          function: try following.timing.function()
        )
      )
    }
  }

  func values(at time: Double) -> [[Double]] {
    animators.map { animator in
      switch animator {
      case .numbers(let animated): return animated.presentation(at: time)
      case .place(let animated):
        let place = animated.presentation(at: time)
        return [place.x, place.y]
      }
    }
  }

  /// Sets the followers' positions to a point, and animates what is shown.
  mutating func touch(_ point: Vector, at time: Double) {
    for follower in followers {
      guard case .place(var animated) = animators[follower.channel] else { continue }
      do {
        try animated.animate(
          to: point,
          at: time,
          duration: follower.duration,
          timingFunction: follower.function
        )
      } catch {
        preconditionFailure("a touch was checked before: \(error)")
      }
      animators[follower.channel] = .place(animated)
    }
  }
}
