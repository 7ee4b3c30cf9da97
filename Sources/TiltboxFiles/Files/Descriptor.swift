internal import Tiltbox
internal import TiltboxPlatform

/// A file that could not be read, with the reason.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's path, as given.
  public let path: String
  /// The system's error number.
  public let code: Int32
  /// The field or option that names the file, such as `tilt.file`; nil if none does.
  public private(set) var field: String?
  /// Where the field is: `crates.yaml:3:14`; nil if that is not known.
  package private(set) var place: String?
  /// The remedy; nil if the system's message suffices.
  private var remedy: String?

  package init(path: String, code: Int32) { (self.path, self.code) = (path, code) }

  /// Returns the same error with the name of the field or option that names the file, and its place.
  package func of(_ field: String, at place: String? = nil) -> FileError {
    var error = self
    (error.field, error.place) = (field, place)
    return error
  }

  /// Whether the file does not exist.
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  /// Whether reading was stopped before the end.
  package var isInterrupted: Bool { code == EINTR }

  /// `crates.yaml:3:14: tilt.file: phone.csv: No such file or directory`.
  public var description: String {
    var reason = code == EISDIR ? "this is a folder; give a file in it" : SystemError.message(code)
    if let remedy { reason += "; \(remedy)" }
    return [place, field, path.escapedName, reason].compactMap(\.self).joined(separator: ": ")
  }

  /// Returns the error for a file, or a part of it, that exceeds a limit in bytes; its code is `EFBIG`. A file that should
  /// be a scenario is given by its beginning, in case it is another one.
  static func tooLong(
    _ path: String,
    limit: Int,
    of part: String = "a file",
    _ beginning: [UInt8] = []
  ) -> FileError {
    var error = FileError(path: path, code: EFBIG)
    let other = WrittenFile(firstLine: beginning.prefix { $0 != UInt8(ascii: "\n") })
    error.remedy = other?.words ?? "give \(part) of at most \(limit >> 20) MiB"
    return error
  }
}

/// A file descriptor with another owner. Wraps `read`, `write`, `pwrite`, `poll`.
package struct Descriptor {
  /// The result of a read or a write.
  package enum Outcome: Equatable {
    /// The number of bytes read into the beginning of the buffer, or written.
    case bytes(Int)
    /// Nothing can be read or written yet.
    case nothing
    /// The end of the input.
    case end
    /// The system's error number.
    case failed(Int32)
  }

  package let number: Int32

  package init(number: Int32) { self.number = number }

  /// Reads the available bytes without waiting, even if the descriptor is blocking.
  func readAvailable(into buffer: inout [UInt8], atMost limit: Int) -> Outcome {
    isReady(for: POLLIN) ? read(into: &buffer, atMost: limit) : .nothing
  }

  /// Whether a read (`POLLIN`) or a write (`POLLOUT`) would not block, because of data, room, an end or an error. Waits
  /// for that at most the given time.
  package func isReady(for event: Int32, within milliseconds: Int32 = 0) -> Bool {
    var request = pollfd(fd: number, events: Int16(event), revents: 0)
    return unsafe poll(&request, 1, milliseconds) > 0
  }

  /// Reads the available bytes, or waits for some.
  package func read(into buffer: inout [UInt8], atMost limit: Int) -> Outcome {
    let limit = min(limit, buffer.count)
    var count: Int
    repeat {
      count = unsafe buffer.withUnsafeMutableBytes {
        unsafe TiltboxPlatform.read(number, $0.baseAddress, limit)
      }
    } while count < 0 && errno == EINTR
    if count > 0 { return .bytes(count) }
    return count == 0 ? .end : failure
  }

  private var failure: Outcome {
    errno == EAGAIN || errno == EWOULDBLOCK ? .nothing : .failed(errno)
  }
}

extension Descriptor {
  /// Writes as many bytes as the system accepts at once, at `offset` if given, otherwise at the file's current
  /// position. A signal may end the wait for a reader, with the error `EINTR`.
  package func write(
    _ bytes: UnsafeRawBufferPointer,
    at offset: Int? = nil,
    endsOnSignal: Bool = false
  ) -> Outcome {
    var count: Int
    repeat {
      if let offset {
        count = unsafe pwrite(number, bytes.baseAddress, bytes.count, off_t(offset))
      } else {
        count = unsafe TiltboxPlatform.write(number, bytes.baseAddress, bytes.count)
      }
    } while count < 0 && errno == EINTR && !endsOnSignal
    return count >= 0 ? .bytes(count) : failure
  }

  /// Writes all bytes. Returns nil on success, otherwise the system's error number: `EAGAIN` if the descriptor is
  /// non-blocking and its reader is slow.
  package func writeAll(_ bytes: UnsafeRawBufferPointer, at offset: Int? = nil) -> Int32? {
    var sent = 0
    while sent < bytes.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[sent...])
      switch unsafe write(rest, at: offset.map { $0 + sent }) {
      case .bytes(let count): sent += count
      case .nothing: return EAGAIN
      case .end: return EIO
      case .failed(let code): return code
      }
    }
    return nil
  }

  /// Writes bytes up to the first that would have to wait for a reader. Skips the rest, and ignores failures.
  package func writeWithoutWaiting(_ bytes: [UInt8]) {
    var rest = bytes[...]
    // A pipe that is ready has room for as much.
    while !rest.isEmpty, isReady(for: POLLOUT) {
      guard writeAll(Array(rest.prefix(Int(PIPE_BUF)))) == nil else { return }
      rest = rest.dropFirst(Int(PIPE_BUF))
    }
  }

  /// Writes all bytes of an array; see ``writeAll(_:at:)``.
  package func writeAll(_ bytes: [UInt8], at offset: Int? = nil) -> Int32? {
    unsafe bytes.withUnsafeBytes { unsafe writeAll($0, at: offset) }
  }
}

/// Reads a whole file (or pipe) into memory.
///
/// - Parameters:
///   - path: The path.
///   - limit: The maximum number of bytes.
///   - shouldStop: Called before each part is read, and ten times a second while waiting for one; returns true to stop
///     reading.
/// - Returns: All bytes. O(n).
/// - Throws: `FileError` for a file that is missing, unreadable or a directory; with the code `EINTR` if reading was
///   stopped, `EFBIG` if the file exceeds the limit.
package func readFile(
  _ path: String,
  atMost limit: Int = mostBytesOfFile,
  shouldStop: () -> Bool = { false }
) throws(FileError) -> [UInt8] {
  let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
  guard number >= 0 else { throw FileError(path: path, code: errno) }
  defer { _ = close(number) }
  return try Descriptor(number: number).readAll(name: path, limit, shouldStop)
}

/// The maximum number of bytes to read into memory, since devices have no end.
package let mostBytesOfFile = 512 << 20

/// Reads standard input to its end.
///
/// - Parameters:
///   - limit: The maximum number of bytes.
///   - shouldStop: Called before each part is read, and ten times a second while waiting for one; returns true to stop
///     reading.
/// - Returns: All bytes. O(n).
/// - Throws: `FileError` if standard input is closed or a directory; with the code `EINTR` if reading was stopped.
package func readStandardInput(
  atMost limit: Int = mostBytesOfFile,
  shouldStop: () -> Bool = { false }
) throws(FileError) -> [UInt8] {
  try Descriptor(number: STDIN_FILENO).readAll(name: "standard input", limit, shouldStop)
}

extension Descriptor {
  fileprivate func readAll(
    name: String,
    _ limit: Int,
    _ shouldStop: () -> Bool
  ) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let isReady = isReady(for: POLLIN, within: 100)
      // The data of a stopped writer is incomplete.
      if shouldStop() { throw FileError(path: name, code: EINTR) }
      guard isReady else { continue }
      switch read(into: &buffer, atMost: buffer.count) {
      case .bytes(let count):
        guard bytes.count + count <= limit else {
          throw FileError.tooLong(name, limit: limit, limit == SourceText.mostBytes ? bytes : [])
        }
        bytes += buffer[..<count]
      case .nothing: break
      case .end: return bytes
      case .failed(let code): throw FileError(path: name, code: code)
      }
    }
  }
}
