internal import Chipmunk
internal import Tiltbox

/// Why a recording's digest could not be read.
public struct DigestError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, and what is wrong with it.
  public let description: String
}

extension Scenario.RecordedEnding {
  /// Reads the summary, which is the last line of a recording in JSON lines.
  ///
  /// Throws `FileError` or ``DigestError``.
  init(ofRecording file: String) throws {
    let bytes = try readFile(file)
    let line = bytes.split(separator: UInt8(ascii: "\n")).last ?? []
    let text = String(decoding: line, as: UTF8.self)
    guard text.hasPrefix("{\"kind\":\"summary\""),
      let digest = Self.value("digest", in: text).flatMap({ Digest($0) }),
      let ticks = Self.value("ticks", in: text).flatMap({ Int($0) })
    else {
      throw DigestError(
        description: "\(file): the last line is no summary with a digest; give a recording of "
          + "tiltbox run in JSON lines that was not cut off"
      )
    }
    self.init(ticks: ticks, digest: digest)
  }

  /// The value of a key in a line that this package wrote.
  private static func value(_ key: String, in text: String) -> String? {
    let parts = text.split(separator: ",").map { part in
      part.filter { $0 != "\"" && $0 != "{" && $0 != "}" }.split(separator: ":")
    }
    return parts.first { $0.count == 2 && $0[0] == key }.map { String($0[1]) }
  }
}
