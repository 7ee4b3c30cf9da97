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
  init() { _ = signal(SIGPIPE, SIG_IGN) }

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
