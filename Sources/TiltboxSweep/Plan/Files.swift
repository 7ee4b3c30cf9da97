internal import TiltboxPlatform

enum Files {
  /// Returns the files that match a shell pattern, sorted by their bytes. Wraps `glob`.
  static func matching(_ pattern: String) -> [String] {
    var found = unsafe glob_t()
    defer { unsafe globfree(&found) }
    guard unsafe glob(pattern, GLOB_NOSORT, nil, &found) == 0, let paths = unsafe found.gl_pathv
    else { return [] }
    let count = unsafe Int(found.gl_pathc)
    return (0..<count).compactMap { index in
      unsafe paths[index].map { unsafe String(cString: $0) }
    }.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
  }
}
