#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif
internal import TiltboxFiles

/// Standard input and output.
struct StandardChannel: EnvChannel {
  /// Prepares both streams for orders and answers of so many bytes.
  init(orders: Int, answers: Int) {
    _ = signal(SIGPIPE, SIG_IGN)
    #if os(Linux)
    // A pipe without room for a message wakes its reader and its writer several times. F_SETPIPE_SZ is a macro that Swift
    // does not import. If the system does not grant so much, all works the same.
    let setPipeSize: Int32 = 1031
    for (stream, bytes) in [(STDIN_FILENO, orders), (STDOUT_FILENO, answers)] {
      let room = min(2 * bytes, 1 << 20)
      if room > 1 << 16 { _ = fcntl(stream, setPipeSize, Int32(room)) }
    }
    #endif
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
