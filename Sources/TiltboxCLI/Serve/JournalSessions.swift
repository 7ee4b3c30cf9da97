#if Server
internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxPlatform

/// The journals of a service, one for each session: `run.journal`, `run-2.journal`, …
struct JournalSessions: Sendable {
  /// The file of the first session.
  let path: String
  /// The number of the newest session with a non-empty journal; 0 if there is none.
  let newest: Int

  /// Finds the existing journals.
  init(_ path: String) {
    self.path = path
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let folder = String(path.dropLast(name.count))
    let (stem, ending) = Self.parts(of: name)
    var newest = Self.size(of: path) > 0 ? 1 : 0
    for file in fileNames(in: folder.isEmpty ? "." : folder) ?? []
    where file.hasPrefix(stem + "-") && file.hasSuffix(ending) && Self.size(of: folder + file) > 0 {
      guard let number = Int(file.dropFirst(stem.count + 1).dropLast(ending.count)) else {
        continue
      }
      newest = max(newest, number)
    }
    self.newest = newest
  }

  /// The file of a session.
  func file(_ round: Int) -> String {
    guard round > 1 else { return path }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let (stem, ending) = Self.parts(of: name)
    return "\(path.dropLast(name.count))\(stem)-\(round)\(ending)"
  }

  private static func parts(of name: String) -> (stem: String, ending: String) {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return (name, "") }
    return (String(name[..<dot]), String(name[dot...]))
  }

  private static func size(of path: String) -> Int {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int(status.st_size) : 0
  }
}
#endif
