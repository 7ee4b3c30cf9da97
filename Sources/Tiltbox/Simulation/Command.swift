public import Chipmunk

/// Something that changes a run from outside, at a tick.
public enum Command: Hashable, Sendable {
  /// Holds the device another way.
  case tilt(Tilt)
  /// Puts a new body into the world.
  case add(BodyDescription)
  /// Takes a body out of the world.
  case remove(id: String)
  /// Gives a dynamic body an impulse in kg·units/s, at a point of the world; at its centre of gravity without one.
  case impulse(id: String, by: Vector, at: Vector? = nil)
  /// Goes on with steps of another length in seconds, by way of a checkpoint, so that no energy is added. Bodies and
  /// constraints are other objects from then on.
  case timeStep(Double)
}

/// Why a command was refused. Nothing has changed.
public struct CommandError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was wrong, with the value and its unit, and what to do.
  public let description: String

  /// Makes an error from its reason.
  public init(_ description: String) { self.description = description }
}
