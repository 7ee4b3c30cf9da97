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
    var written = 0
    while written < bytes.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
      let count = unsafe systemWrite(rest.baseAddress, rest.count)
      if count >= 0 {
        written += count
      } else if errno == EPIPE {
        throw OutputError.closedPipe
      } else if errno != EINTR {
        throw OutputError.failed(file: "standard output", errno: errno)
      }
    }
  }
}

private func systemRead(_ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(STDIN_FILENO, buffer, count)
}

private func systemWrite(_ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(STDOUT_FILENO, buffer, count)
}
