internal import Chipmunk
internal import Tiltbox

extension Scenario.RecordedEnding {
  /// Reads an undamaged recording up to its summary, or a summary alone. O(file length).
  ///
  /// Throws `FileError` or `Diagnostic`.
  init(ofRecording file: String) throws {
    var lines = try FileLines(file)
    if case .line(let line) = try lines.next(), let node = try? Node(line: line[...]),
      let ending = Self(summary: node)
    {
      self = ending
      return
    }
    do {
      let trajectory = try RecordingReader(file)
      while try trajectory.next() != nil {}
      if let found = trajectory.diagnostic {
        throw Diagnostic(source: found.source, found.message)
      }
      guard let ending = trajectory.ending else {
        throw Diagnostic(
          source: file,
          "the summary has no digest and ticks; give a recording of tiltbox run in JSON lines or MCAP"
        )
      }
      self = ending
    } catch let error as RecordingError {
      throw Diagnostic(error.description)
    }
  }

  /// Reads a summary; nil for any other line.
  init?(summary node: Node) {
    guard node["kind"]?.scalar?.text == "summary",
      let digest = node["digest"]?.scalar.flatMap({ Digest($0.text) }),
      let ticks = node["ticks"]?.scalar?.whole
    else { return nil }
    self.init(ticks: ticks, digest: digest)
  }
}
