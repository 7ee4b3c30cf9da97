package import Chipmunk
package import Tiltbox

/// What an experiment is run on: a simulation, or something that stands for one.
///
/// An embedding app gives its own to ``VerificationSettings`` and so has its own physics measured.
package protocol MeasuredSystem: AnyObject {
  /// The bodies, in the scenario's order.
  var bodies: [Body] { get }
  /// The states of the bodies at the newest tick.
  var states: [BodyState] { get }
  /// What happened with the newest step.
  var events: [Event] { get }
  /// Advances by one tick.
  func advance() throws
}

extension Simulation: MeasuredSystem {}

/// The tilt of each tick, computed.
struct TiltFunction: TiltSource {
  let tilt: (_ tick: Int) -> Tilt

  func tilt(atTick tick: Int, time: Double) -> Tilt? { tilt(tick) }
}
