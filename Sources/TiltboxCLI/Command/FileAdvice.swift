internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxPlatform

/// Returns an error's message. If a file is missing, the message names the missing folder or suggests a similar name.
func explained(_ error: any Error) -> String {
  switch error {
  case let error as FileError where error.isMissing:
    if let field = error.field, field.hasSuffix(".digest") {
      "\(field): \(error.path) is neither a digest of 16 hexadecimal digits nor a file"
    } else {
      "\(error)" + (advice(onMissing: error.path) ?? advice(onField: error.field))
    }
  case OutputError.failed(let file, ENOENT): "\(error)" + (advice(onMissing: file) ?? "")
  default: "\(error)"
  }
}

extension FileCheck {
  /// A check with the command's advice on missing files.
  init(always: Bool) {
    self.init(always: always) { error in
      guard let field = error.field else { return explained(error) }
      return String(explained(error).dropFirst("\(field): ".count))
    }
  }
}

private func advice(onField field: String?) -> String {
  field == "tilt.file" ? "; a path starts at the scenario's folder" : ""
}

/// Returns `; did you mean crates.yaml?`, or nil. Complexity: O(*files in the folder*).
private func advice(onMissing path: String) -> String? {
  let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
  let (folder, name) = (String(path[..<start]), String(path[start...]))
  guard let names = fileNames(in: folder.isEmpty ? "." : folder) else {
    return folder.isEmpty ? nil : "; there is no folder \(folder)"
  }
  guard !names.contains(name) else { return nil }
  return nearest(to: name, among: names).map { "; did you mean \(folder)\($0)?" }
}

/// The extensions of files that the command reads; another file is none that it could mean.
private let readable = [".yaml", ".yml", ".json", ".jsonl", ".csv", ".txt", ".tsv", ".mcap"]

/// Returns the file whose stem is nearest, and of several the one whose whole name is: at most one letter in three of
/// the stem may be wrong.
private func nearest(to name: String, among names: [String]) -> String? {
  func stem(_ name: String) -> [UInt8] { Array(name.lowercased().utf8.prefix { $0 != 0x2E }) }
  let own = stem(name)
  let isReadable = readable.contains(where: name.hasSuffix)
  let distances = names.sorted().filter { other in
    !other.hasPrefix(".") && (!isReadable || readable.contains(where: other.hasSuffix))
  }.map {
    (Suggestion.distance(own, stem($0)), Suggestion.distance(Array(name.utf8), Array($0.utf8)), $0)
  }
  guard let best = distances.min(by: { ($0.0, $0.1) < ($1.0, $1.1) }), best.0 <= own.count / 3
  else { return nil }
  return best.2
}
