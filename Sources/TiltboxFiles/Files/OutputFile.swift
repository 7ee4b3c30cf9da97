internal import TiltboxPlatform

/// A file, a pipe or a terminal that text goes to, a block at a time.
package final class OutputFile {
  /// What the output is called in errors.
  package let name: String
  private let descriptor: Int32
  private let closesDescriptor: Bool
  private let isPlainFile: Bool
  private var pending = TextBuffer()
  /// How many bytes of what is pending the system has.
  private var sent = 0
  private static let blockSize = 1 << 16

  /// Standard output.
  package static func standardOutput() -> OutputFile {
    OutputFile(name: "standard output", descriptor: STDOUT_FILENO, closesDescriptor: false)
  }

  /// Standard error.
  package static func standardError() -> OutputFile {
    OutputFile(name: "standard error", descriptor: STDERR_FILENO, closesDescriptor: false)
  }

  /// Whether standard output is a terminal, and so read by people. Wraps `isatty`.
  package static var standardOutputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Creates a file, or empties the one that is there. Wraps `open`.
  ///
  /// Throws ``OutputError/failed(file:errno:)``.
  package convenience init(creating path: String) throws(OutputError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .failed(file: path, errno: errno) }
    self.init(name: path, descriptor: descriptor, closesDescriptor: true)
  }

  /// Writes to an open descriptor, and closes it at the end if it is told to.
  package init(name: String, descriptor: Int32, closesDescriptor: Bool) {
    self.name = name
    self.descriptor = descriptor
    self.closesDescriptor = closesDescriptor
    var status = stat()
    isPlainFile = unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  deinit {
    if closesDescriptor { close(descriptor) }
  }

  /// How many bytes the system has not taken yet.
  package var backlog: Int { pending.count - sent }

  /// Adds text that goes out with the next block.
  package func add(_ text: (inout TextBuffer) -> Void) { text(&pending) }

  package func write(_ text: (inout TextBuffer) -> Void) throws(OutputError) {
    add(text)
    if pending.count >= Self.blockSize { try flush() }
  }

  /// Hands a block to the system, and waits until that has it; without a copy, if nothing waits before it.
  ///
  /// Throws ``OutputError``.
  package func write(_ block: ArraySlice<UInt8>) throws(OutputError) {
    try flush()
    var sent = 0
    while sent < block.count {
      sent += try hand(block, from: sent, atMost: block.count - sent)
    }
  }

  /// Hands everything that was written so far to the system, and waits until that has it. Wraps `write`.
  ///
  /// Throws ``OutputError``.
  package func flush() throws(OutputError) {
    while backlog > 0 { try send(atMost: backlog) }
  }

  /// Hands over what the system takes, and waits no longer than so long for a reader who takes nothing; the rest stays.
  /// Wraps `poll` and `write`.
  ///
  /// Throws ``OutputError``.
  package func flush(patience: Duration) throws(OutputError) {
    while backlog > 0, try isReady(within: patience) { try send(atMost: sendable) }
  }

  /// What can be written without waiting where the system says that something can: of a pipe it promises so much.
  private var sendable: Int { isPlainFile ? backlog : min(backlog, Int(PIPE_BUF)) }

  private func isReady(within patience: Duration) throws(OutputError) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    let result = unsafe poll(&request, 1, Int32(patience / .milliseconds(1)))
    if result < 0, errno != EINTR { throw .failed(file: name, errno: errno) }
    return result > 0
  }

  private func send(atMost limit: Int) throws(OutputError) {
    sent += try hand(pending.bytes[...], from: sent, atMost: limit)
    if backlog == 0 || sent > 4 * Self.blockSize { forget(sent) }
  }

  /// Returns how much of a block the system took. What is pending is lost if that fails.
  private func hand(
    _ block: ArraySlice<UInt8>,
    from start: Int,
    atMost limit: Int
  ) throws(OutputError) -> Int {
    let outcome = unsafe block.withUnsafeBytes { bytes in
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<start + limit])
      return unsafe Descriptor(number: descriptor).write(rest)
    }
    switch outcome {
    case .bytes(let count): return count
    case .nothing, .end: return 0
    case .failed(let code):
      forget(pending.count)
      throw code == EPIPE ? .closedPipe : .failed(file: name, errno: code)
    }
  }

  private func forget(_ count: Int) {
    pending.removeFirst(count)
    sent = 0
  }
}
