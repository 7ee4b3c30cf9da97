internal import Chipmunk

/// Which versions this is.
public enum Version {
  /// The version of Tiltbox.
  public static let tiltbox = "1.0.0"
  /// The version of the physics library that the process uses.
  public static let chipmunk = Space.libraryVersion
}
