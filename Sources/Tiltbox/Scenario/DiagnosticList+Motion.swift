import Chipmunk
package import Motion

extension DiagnosticList {
  /// Runs code that may throw an error of Motion, and reports it at the field concerned.
  mutating func attemptMotion(_ path: String, _ work: () throws(MotionError) -> Void) {
    do {
      try work()
    } catch {
      let field = Self.field(of: error.parameter)
      let text = error.offset.map { " at offset \($0)" } ?? ""
      let meant = error.parameter == "timing function" ? Self.meant(by: error.value) : nil
      let problem = "\(error.parameter)\(text) \(error.verb) \(error.value)"
      add(path + field, "\(problem); \(meant ?? error.remedy)")
    }
  }

  /// The suggestion of a similar name for a quoted timing function.
  private static func meant(by value: String) -> String? {
    TimingFunction.nearestName(to: String(value.dropFirst().dropLast())).map {
      "did you mean \($0)?"
    }
  }

  /// The place in a scenario file of a parameter that Motion names: `.keyTimes[3]`.
  private static func field(of parameter: String) -> String {
    let name = parameter.prefix { $0 != "[" }
    let rest = parameter.dropFirst(name.count)
    switch name {
    case "beginTime": return ".begin"
    case "timeOffset": return ".offset"
    case "repeatCount": return ".repeat"
    case "duration", "speed", "repeatDuration", "values", "keyTimes", "from", "to", "by":
      return ".\(name)\(rest)"
    case "timingFunctions": return ".timing"
    case "calculationMode": return ".mode"
    case "rate": return ".sample"
    case "mass", "stiffness", "damping", "bounce": return ".spring.\(name)"
    case "initialVelocity": return ".spring.velocity"
    case "shapes":
      // shapes[2].tension is the third tension, or the only one.
      let parts = rest.split(separator: ".", maxSplits: 1)
      return parts.count == 2 ? ".\(parts[1])" : ".values"
    default: return name.hasPrefix("path data") ? ".svg" : ""
    }
  }
}

extension TimingFunction {
  /// Suggests the nearest known name for an unknown one.
  package static func nearestName(to text: String) -> String? {
    guard !text.contains("("), !text.contains(",") else { return nil }
    return Suggestion.nearest(to: text, among: named.flatMap { [$0.name] + $0.aliases })
  }
}
