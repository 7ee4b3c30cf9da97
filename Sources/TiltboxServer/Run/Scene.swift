public import Tiltbox

/// A scenario that viewers can choose.
public struct Scene: Sendable {
  /// What it is called on the page; unique among the scenes of a run.
  public let name: String
  /// Reads it anew, so that a change of its file shows at the next reset.
  public let load: @Sendable () throws -> Scenario

  /// Makes a scene.
  public init(name: String, load: @escaping @Sendable () throws -> Scenario) {
    self.name = name
    self.load = load
  }
}
