internal import CPlatform
internal import TiltboxFiles
internal import TiltboxPlatform

/// Standard input and output.
struct StandardChannel: EnvChannel {
  /// Prepares both streams for orders and answers of so many bytes.
  init(orders: Int, answers: Int) {
    _ = signal(SIGPIPE, SIG_IGN)
    // A pipe without room for a message wakes its reader and its writer several times. If the system does not grant so
    // much, all works the same.
    for (stream, bytes) in [(STDIN_FILENO, orders), (STDOUT_FILENO, answers)] {
      let room = min(2 * bytes, 1 << 20)
      if room > 1 << 16 { _ = CPlatformSetPipeSize(stream, Int32(room)) }
    }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    while true {
      let count = unsafe systemRead(buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw FileError(path: "standard input", code: errno) }
    }
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws {
    guard unsafe !StandardStream.output.write(bytes) else { return }
    throw errno == EPIPE
      ? OutputError.closedPipe : OutputError.failed(file: "standard output", errno: errno)
  }
}

private func systemRead(_ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(STDIN_FILENO, buffer, count)
}
