internal import TiltboxPlatform

/// Returns a variable of the environment; nil if it is not set.
func environment(_ name: String) -> String? {
  unsafe getenv(name).map { unsafe String(cString: $0) }
}

/// Finds a program in the folders of `PATH`; nil if none has it.
func programPath(_ name: String) -> String? {
  let folders = (environment("PATH") ?? "/usr/bin:/bin").split(separator: ":")
  return folders.map { "\($0)/\(name)" }.first { unsafe access($0, X_OK) == 0 }
}
