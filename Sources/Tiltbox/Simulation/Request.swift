public import Chipmunk

/// A request to a run, from any client.
public enum Request: Hashable, Sendable {
  /// Tilts the device.
  case tilt(Tilt)
  /// Adds a body to the world.
  case add(BodyDescription)
  /// Removes a body from the world.
  case remove(id: String)
  /// Applies an impulse to a dynamic body, in kg·units/s, at a point of the world; at its center of gravity if nil.
  case impulse(id: String, by: Vector, at: Vector? = nil)
  /// Taps on a point of the world, in units: layers that follow move there.
  case tap(Vector)
  /// Continues with steps of another length in seconds. This goes through a checkpoint, so that no energy is added.
  /// Bodies and constraints are different objects afterwards.
  case timeStep(Double)
  /// Stops simulated time, or lets it continue. No trajectory depends on it.
  case pause(Bool)
  /// Sets the number of simulated seconds per real second. No trajectory depends on it.
  case speed(Double)
  /// Advances a paused run by one tick.
  case step
  /// Takes a checkpoint. No trajectory depends on it, except with the broad phase `tree`.
  case checkpoint
  /// Starts the scenario again.
  case reset
  /// Ends the run.
  case quit
}

/// Why a request was rejected. Nothing has changed.
public struct RequestError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem, with the value and its unit, and the remedy.
  public let description: String

  /// Makes an error from its reason.
  public init(_ description: String) { self.description = description }
}
