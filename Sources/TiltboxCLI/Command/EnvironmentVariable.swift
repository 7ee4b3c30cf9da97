internal import TiltboxPlatform

/// Returns a variable of the environment; nil if it is not set.
func environment(_ name: String) -> String? {
  unsafe getenv(name).map { unsafe String(cString: $0) }
}
