internal import Tiltbox
internal import TiltboxPlatform

/// Why a file could not be read.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's path, as it was given.
  public let path: String
  /// The system's error number.
  public let code: Int32
  /// The field or option that names the file, such as `tilt.file`; nil if none does.
  public private(set) var field: String?

  package init(path: String, code: Int32) { (self.path, self.code) = (path, code) }

  /// The same error of a file that a field or option names.
  package func of(_ field: String) -> FileError {
    var error = self
    error.field = field
    return error
  }

  /// Whether there is no such file.
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  /// Whether the reading was stopped before its end.
  package var isInterrupted: Bool { code == EINTR }

  /// `tilt.file: phone.csv: No such file or directory`.
  public var description: String {
    let reason = code == EISDIR ? "this is a folder; give a file in it" : SystemError.message(code)
    return (field.map { "\($0): " } ?? "") + "\(path): \(reason)"
  }

  /// More is there than may be read; the code is `EFBIG`.
  static func tooLong(_ path: String) -> FileError { FileError(path: path, code: EFBIG) }
}

/// A file descriptor that somebody else owns. Wraps `read`, `write`, `pwrite`, `poll`.
package struct Descriptor {
  /// What a read or a write came to.
  package enum Outcome: Equatable {
    /// So many bytes were read into the beginning of the buffer, or written from it.
    case bytes(Int)
    /// Nothing can be read or written yet.
    case nothing
    /// There will be no more.
    case end
    /// The system's error number.
    case failed(Int32)
  }

  package let number: Int32

  package init(number: Int32) { self.number = number }

  /// Reads what is there without waiting, whether or not the descriptor is set to block.
  func readAvailable(into buffer: inout [UInt8], atMost limit: Int) -> Outcome {
    var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    var ready: Int32
    repeat { ready = unsafe poll(&request, 1, 0) } while ready < 0 && errno == EINTR
    if ready < 0 { return .failed(errno) }
    if ready == 0 { return .nothing }
    if request.revents & Int16(POLLNVAL) != 0 { return .failed(EBADF) }
    return read(into: &buffer, atMost: limit)
  }

  /// Reads what is there, or waits for it.
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
  /// Writes what the system takes at once; to a place in the file, if one is given, else where the file stands.
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int? = nil) -> Outcome {
    var count: Int
    repeat {
      if let offset {
        count = unsafe pwrite(number, bytes.baseAddress, bytes.count, off_t(offset))
      } else {
        count = unsafe TiltboxPlatform.write(number, bytes.baseAddress, bytes.count)
      }
    } while count < 0 && errno == EINTR
    return count >= 0 ? .bytes(count) : failure
  }

  /// Writes all of some memory. Returns the system's error number if that failed, `EAGAIN` if the descriptor does not
  /// wait and its reader is slow; nil if all is written.
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

  /// Writes all bytes of an array: see ``writeAll(_:at:)``.
  package func writeAll(_ bytes: [UInt8], at offset: Int? = nil) -> Int32? {
    unsafe bytes.withUnsafeBytes { unsafe writeAll($0, at: offset) }
  }
}

/// Reads a whole file (or pipe) into memory.
///
/// - Parameters:
///   - path: Its path.
///   - limit: How many bytes it may have at most.
///   - shouldStop: Asked before each part is read, and ten times a second while there is none; its true ends the
///     reading.
/// - Returns: All its bytes. O(n).
/// - Throws: `FileError`: missing, unreadable, a directory; with the code `EINTR` when it was stopped, `EFBIG` when there
///   is more than the limit.
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

/// How many bytes are read into memory at most: devices have no end.
package let mostBytesOfFile = 512 << 20

/// Reads standard input to its end.
///
/// - Parameters:
///   - limit: How many bytes there may be at most.
///   - shouldStop: Asked before each part is read, and ten times a second while there is none; its true ends the reading.
/// - Returns: All its bytes. O(n).
/// - Throws: `FileError`: closed, a directory; with the code `EINTR` when it was stopped.
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
      let isReady = isReady(within: 100)
      // What a stopped writer has left is not the whole.
      if shouldStop() { throw FileError(path: name, code: EINTR) }
      guard isReady else { continue }
      switch read(into: &buffer, atMost: buffer.count) {
      case .bytes(let count):
        guard bytes.count + count <= limit else { throw FileError.tooLong(name) }
        bytes += buffer[..<count]
      case .nothing: break
      case .end: return bytes
      case .failed(let code): throw FileError(path: name, code: code)
      }
    }
  }

  /// Whether a read would not wait: there is something to read, or an end, or an error.
  private func isReady(within milliseconds: Int32) -> Bool {
    var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&request, 1, milliseconds) > 0
  }
}
