internal import TiltboxPlatform

/// The parts of a path: `folder/stem.ending`.
package struct PathParts: Sendable {
  /// The folder with its slash; empty if the path names none.
  package let folder: String
  package let stem: String
  /// The ending of the name with its dot, which does not begin the name; empty if there is none.
  package let ending: String

  package init(_ path: String) {
    let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    let dot = path[start...].dropFirst().lastIndex(of: ".") ?? path.endIndex
    (folder, stem) = (String(path[..<start]), String(path[start..<dot]))
    ending = String(path[dot...])
  }

  package var name: String { stem + ending }
  package var folderToRead: String { folder.isEmpty ? "." : folder }

  /// The name of a scenario whose file gives none.
  var scenarioName: String { stem.isEmpty || stem.hasPrefix("<") ? "scenario" : stem }
}

/// Returns the names of a folder's entries, in no particular order; nil if the path is not a folder. Wraps `readdir`.
package func fileNames(in path: String) -> [String]? {
  guard let folder = unsafe opendir(path) else { return nil }
  defer { unsafe closedir(folder) }
  var names: [String] = []
  while let entry = unsafe readdir(folder) {
    names.append(
      unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
    )
  }
  return names
}
