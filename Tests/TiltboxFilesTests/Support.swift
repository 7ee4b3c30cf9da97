import Foundation
import Testing
import Tiltbox
import TiltboxFiles

/// Returns the lines of a text's error, if any.
func mistakes(
  in text: String,
  file: String = "a.yaml",
  overrides: [String] = []
) -> [String] {
  do {
    _ = try Scenario(yaml: text, file: file, overrides: overrides)
    return []
  } catch {
    return error.diagnostics.map(\.description)
  }
}

/// A scenario with the version in its first line.
func scenario(_ text: String, overrides: [String] = []) throws -> Scenario {
  try Scenario(yaml: "tiltbox: 1\n" + text, file: "a.yaml", overrides: overrides)
}

/// The folder of the examples.
let examples = URL(filePath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .appending(path: "Examples")
