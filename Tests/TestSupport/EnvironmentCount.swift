import Foundation

/// A number of ticks or cases: that of an environment variable, or a default.
public func environmentCount(_ variable: String, default count: Int) -> Int {
  ProcessInfo.processInfo.environment[variable].flatMap(Int.init) ?? count
}
