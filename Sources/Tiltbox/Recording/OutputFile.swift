#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Why bytes could not be written.
public enum OutputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reader has closed its end of the pipe: a quiet end, not a failure.
  case closedPipe
  /// The file is there, and what it holds is not to be lost.
  case notEmpty(file: String)
  /// Another process writes to the file.
  case inUse(file: String)
  /// The system has refused, with its `errno`.
  case failed(file: String, errno: Int32)

  /// What was wrong, and where.
  public var description: String {
    switch self {
    case .closedPipe: "the reader of the output has gone"
    case .notEmpty(let file):
      "\(file): is there and not empty; name another file, remove this one, or go on with it (--resume)"
    case .inUse(let file): "\(file): another run writes to it; stop that one, or name another file"
    case .failed(let file, let number): "\(file): \(unsafe String(cString: strerror(number)))"
    }
  }
}

/// A file, a pipe or a terminal that text goes to, a block at a time.
public final class OutputFile {
  /// What the output is called in errors.
  public let name: String
  private let descriptor: Int32
  private let closesDescriptor: Bool
  private var pending = TextBuffer()
  private static let blockSize = 1 << 16

  /// Standard output.
  public static func standardOutput() -> OutputFile {
    OutputFile(name: "standard output", descriptor: STDOUT_FILENO, closesDescriptor: false)
  }

  /// Standard error.
  public static func standardError() -> OutputFile {
    OutputFile(name: "standard error", descriptor: STDERR_FILENO, closesDescriptor: false)
  }

  /// Whether standard output is a terminal, and so read by people. Wraps `isatty`.
  public static var standardOutputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Creates a file, or empties the one that is there. Wraps `open`.
  ///
  /// Throws ``OutputError/failed(file:errno:)``.
  public convenience init(creating path: String) throws(OutputError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .failed(file: path, errno: errno) }
    self.init(name: path, descriptor: descriptor, closesDescriptor: true)
  }

  /// Writes to an open descriptor, and closes it at the end if it is told to.
  public init(name: String, descriptor: Int32, closesDescriptor: Bool) {
    self.name = name
    self.descriptor = descriptor
    self.closesDescriptor = closesDescriptor
  }

  deinit {
    if closesDescriptor { close(descriptor) }
  }

  package func write(_ text: (inout TextBuffer) -> Void) throws(OutputError) {
    text(&pending)
    if pending.count >= Self.blockSize { try flush() }
  }

  /// Hands everything that was written so far to the system. Wraps `write`.
  ///
  /// Throws ``OutputError``.
  public func flush() throws(OutputError) {
    var sent = 0
    let bytes = pending.bytes
    defer { pending.clear() }
    while sent < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { block in
        unsafe Self.write(descriptor, block, from: sent)
      }
      if count >= 0 {
        sent += count
      } else if errno == EPIPE {
        throw .closedPipe
      } else if errno != EINTR && errno != EAGAIN {
        throw .failed(file: name, errno: errno)
      }
    }
  }

  private static func write(
    _ descriptor: Int32,
    _ block: UnsafeRawBufferPointer,
    from start: Int
  ) -> Int {
    #if canImport(Darwin)
      unsafe Darwin.write(descriptor, block.baseAddress?.advanced(by: start), block.count - start)
    #elseif canImport(Glibc)
      unsafe Glibc.write(descriptor, block.baseAddress?.advanced(by: start), block.count - start)
    #else
      unsafe Musl.write(descriptor, block.baseAddress?.advanced(by: start), block.count - start)
    #endif
  }
}
