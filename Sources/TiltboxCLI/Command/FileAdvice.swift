internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxPlatform

/// Returns an error's message. If a file is missing, the message names the missing folder or suggests a similar name.
func explained(_ error: any Error) -> String {
  switch error {
  case let error as FileError where error.isMissing: "\(error)" + advice(onMissing: error.path)
  case OutputError.failed(let file, ENOENT): "\(error)" + advice(onMissing: file)
  default: "\(error)"
  }
}

/// Returns `; did you mean crates.yaml?`, or an empty text. Complexity: O(*files in the folder*).
private func advice(onMissing path: String) -> String {
  let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
  let (folder, name) = (String(path[..<start]), String(path[start...]))
  guard let names = fileNames(in: folder.isEmpty ? "." : folder) else {
    return folder.isEmpty ? "" : "; there is no folder \(folder)"
  }
  guard !names.contains(name) else { return "" }
  let near =
    names.sorted().first { $0.hasPrefix(name + ".") } ?? Suggestion.nearest(to: name, among: names)
  return near.map { "; did you mean \(folder)\($0)?" } ?? ""
}
