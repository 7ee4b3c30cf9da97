internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxPlatform

/// An external program that does a part of the work; its input is a pipe.
struct Tool {
  let name: String
  /// The Debian package of the program.
  let package: String
  private let path: String

  static func ffmpeg() throws(ToolError) -> Tool { try Tool("ffmpeg", package: "ffmpeg") }

  /// Finds the program in `PATH`.
  private init(_ name: String, package: String) throws(ToolError) {
    guard let path = programPath(name) else {
      throw ToolError(
        "this needs \(name), which is not installed; on Debian: apt-get install \(package)"
      )
    }
    (self.name, self.package, self.path) = (name, package, path)
  }

  /// Runs the program and writes to its standard input.
  ///
  /// Throws ``ToolError`` if it does not start or fails; the errors of `feed`.
  func run(_ arguments: [String], _ feed: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws
  {
    var ends: (Int32, Int32) = (0, 0)
    let status = unsafe withUnsafeMutablePointer(to: &ends) { pointer in
      unsafe pointer.withMemoryRebound(to: Int32.self, capacity: 2) { unsafe pipe($0) }
    }
    guard status == 0 else {
      throw ToolError("\(name): \(SystemError.message(errno))")
    }
    // The child closes its copy of the write end; otherwise it would never see the end of its input.
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
    // Standard output is reserved for data, so redirect the program's output to standard error.
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

/// An external program is missing or has failed.
struct ToolError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
