internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxPlatform

/// Another program that does a part of the work, fed by a pipe.
struct Tool {
  let name: String
  /// The package of Debian's that has it.
  let package: String
  private let path: String

  static func ffmpeg() throws(ToolError) -> Tool { try Tool("ffmpeg", package: "ffmpeg") }
  static func svgConverter() throws(ToolError) -> Tool {
    try Tool("rsvg-convert", package: "librsvg2-bin")
  }

  /// Looks for the program where a shell does.
  private init(_ name: String, package: String) throws(ToolError) {
    let folders = (environment("PATH") ?? "/usr/bin:/bin").split(separator: ":")
    let paths = folders.map { "\($0)/\(name)" }
    guard let path = paths.first(where: { unsafe access($0, X_OK) == 0 }) else {
      throw ToolError(
        "this needs \(name), which is not installed; on Debian: apt-get install \(package)"
      )
    }
    (self.name, self.package, self.path) = (name, package, path)
  }

  /// Runs the program, and writes to its standard input.
  ///
  /// Throws ``ToolError`` if it does not start or ends badly; what the writer throws.
  func run(_ arguments: [String], _ feed: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws
  {
    var ends: (Int32, Int32) = (0, 0)
    let status = unsafe withUnsafeMutablePointer(to: &ends) { pointer in
      unsafe pointer.withMemoryRebound(to: Int32.self, capacity: 2) { unsafe pipe($0) }
    }
    guard status == 0 else {
      throw ToolError("\(name): \(SystemError.message(errno))")
    }
    // Its end is its own: a program that inherited it would never see the input end.
    let process = try spawn(arguments, input: ends)
    _ = close(ends.0)
    let outcome = Result {
      try feed { bytes in
        guard Descriptor(number: ends.1).writeAll(bytes) == nil else {
          throw ToolError("\(name) has ended early")
        }
      }
    }
    _ = close(ends.1)
    var code: Int32 = 0
    while unsafe waitpid(process, &code, 0) < 0, errno == EINTR {}
    if code != 0, case .success = outcome { throw ToolError("\(name) has failed; see above") }
    try outcome.get()
  }

  private func spawn(_ arguments: [String], input: (Int32, Int32)) throws(ToolError) -> pid_t {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    #else
    var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, input.0, STDIN_FILENO)
    unsafe posix_spawn_file_actions_addclose(&actions, input.1)
    // Standard output is for data, and it has none.
    unsafe posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
    var words = unsafe ([path] + arguments).map { unsafe strdup($0) }
    unsafe words.append(nil)
    defer { unsafe words.forEach { unsafe free($0) } }
    var process = pid_t()
    let code = unsafe posix_spawn(&process, path, &actions, nil, words, environ)
    guard code == 0 else { throw ToolError("\(name): \(SystemError.message(code))") }
    return process
  }
}

/// Another program is missing, or has failed: what to do.
struct ToolError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
