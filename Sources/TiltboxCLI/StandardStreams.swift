internal import ArgumentParser

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// An open file, and the three that every process begins with.
struct FileDescriptor {
  static let standardInput = FileDescriptor(number: 0)
  static let standardOutput = FileDescriptor(number: 1)
  static let standardError = FileDescriptor(number: 2)

  let number: Int32

  /// What the system said about a call that failed, and what the command ends with.
  struct Failure: Error, CustomStringConvertible {
    let code: Int32
    var status = ExitStatus.io
    var description: String { unsafe String(cString: strerror(code)) }
  }

  /// All bytes of a file, or of standard input for `-`.
  static func readAll(_ path: String) throws(Failure) -> [UInt8] {
    if path == "-" { return try standardInput.readAll() }
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw Failure(code: errno, status: ExitStatus.noInput) }
    defer { close(number) }
    return try FileDescriptor(number: number).readAll()
  }

  /// All bytes up to the end.
  func readAll() throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe read(number, &chunk, chunk.count)
      if count == 0 { return bytes }
      if count > 0 {
        bytes.append(contentsOf: chunk[..<count])
      } else if errno != EINTR {
        throw Failure(code: errno)
      }
    }
  }

  /// Writes all of a text.
  func write(_ text: String) throws(Failure) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { bytes in
        #if canImport(Glibc)
          unsafe Glibc.write(number, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
          unsafe Musl.write(number, bytes.baseAddress, bytes.count)
        #else
          unsafe Darwin.write(number, bytes.baseAddress, bytes.count)
        #endif
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw Failure(code: errno)
      }
    }
  }
}

/// Writes a line to standard error; when nobody reads there, nobody misses it.
func printError(_ line: String) {
  try? FileDescriptor.standardError.write(line + "\n")
}
