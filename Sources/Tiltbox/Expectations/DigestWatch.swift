/// Why a recording's digest could not be read.
public struct DigestError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, and what is wrong with it.
  public let description: String
}

/// The fingerprint that a recording ends with.
struct RecordedDigest {
  let ticks: String
  let digest: String

  /// Reads the summary, which is the last line of a recording in JSON lines.
  ///
  /// Throws `FileError` or ``DigestError``.
  init(ofRecording file: String) throws {
    let bytes = try readFile(file)
    let line = bytes.split(separator: UInt8(ascii: "\n")).last ?? []
    let text = String(decoding: line, as: UTF8.self)
    guard text.hasPrefix("{\"kind\":\"summary\""), let digest = Self.value("digest", in: text),
      let ticks = Self.value("ticks", in: text)
    else {
      throw DigestError(
        description: "\(file): the last line is no summary with a digest; give a recording of "
          + "tiltbox run in JSON lines that was not cut off"
      )
    }
    (self.ticks, self.digest) = (ticks, digest)
  }

  /// The value of a key in a line that this package wrote.
  private static func value(_ key: String, in text: String) -> String? {
    let parts = text.split(separator: ",").map { part in
      part.filter { $0 != "\"" && $0 != "{" && $0 != "}" }.split(separator: ":")
    }
    return parts.first { $0.count == 2 && $0[0] == key }.map { String($0[1]) }
  }
}

extension Scenario {
  /// Reads the recordings whose digests are expected, without running anything.
  ///
  /// - Throws: `FileError` or ``DigestError`` for one that cannot be read.
  public func checkRecordings() throws {
    for expectation in expectations {
      if case .digest(let file) = expectation.condition {
        _ = try RecordedDigest(ofRecording: file)
      }
    }
  }
}

/// Compares the whole run with a recording.
struct DigestWatch: Watch {
  let file: String
  let expected: RecordedDigest
  private var got: (ticks: Int, digest: Digest)?

  init(file: String, expected: RecordedDigest) { (self.file, self.expected) = (file, expected) }

  mutating func observe(_ simulation: Simulation) {}

  mutating func finish(_ simulation: Simulation) { got = (simulation.tick, simulation.digest) }

  var verdict: (isMet: Bool, got: String) {
    guard let got else { return (false, "no run") }
    if "\(got.ticks)" != expected.ticks {
      return (false, "\(got.ticks) ticks, and the recording has \(expected.ticks)")
    }
    let isSame = got.digest.description == expected.digest
    return isSame
      ? (true, "")
      : (
        false,
        "digest \(got.digest), and the recording has \(expected.digest); "
          + "tiltbox diff tells where they part"
      )
  }

  var decisiveTick: Int? { nil }
  var bodies: Set<String> { [] }
}
