public import Tiltbox

/// A scenario that viewers can choose.
public struct Scene: Sendable {
  /// The name on the page; unique among the scenes of a run.
  public let name: String
  /// Loads the scenario again, so that changes of its file take effect at the next reset.
  public let load: @Sendable () throws -> Scenario

  /// Makes a scene.
  public init(name: String, load: @escaping @Sendable () throws -> Scenario) {
    self.name = name
    self.load = load
  }
}
