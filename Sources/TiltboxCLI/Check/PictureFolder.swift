internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxDrawing

/// The folder in which `tiltbox check` draws failed expectations.
struct PictureFolder: Sendable {
  private let path: String

  /// Creates the folder, unless it exists.
  init(_ path: String) throws(OutputError) {
    self.path = path
    try makeFolder(path)
  }

  /// Draws the moments around each failed expectation and returns the files.
  ///
  /// A file's name is the scenario's path with dashes, and the expectation's number: `tests-fall-2.svg`.
  func draw(
    _ results: [ExpectationResult],
    of scenario: Scenario,
    from file: String
  ) throws -> [String?] {
    let parts = file.split(separator: "/").filter { $0 != "." && $0 != ".." }
    let whole = parts.joined(separator: "-")
    let name = whole.lastIndex(of: ".").map { String(whole[..<$0]) } ?? whole
    return try scenario.pictures(of: results).enumerated().map { index, picture in
      guard let picture else { return nil }
      let file = "\(path)/\(name)-\(index + 1).svg"
      try deliver(picture, to: file)
      return file
    }
  }
}
