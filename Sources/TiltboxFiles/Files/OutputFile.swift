internal import TiltboxPlatform

/// A file, pipe or terminal that receives text in blocks.
package final class OutputFile {
  /// The name of the output in errors.
  package let name: String
  private let descriptor: Int32
  private let closesDescriptor: Bool
  private let isPlainFile: Bool
  private var pending = TextBuffer()
  /// The number of pending bytes that the system has already accepted.
  private var sent = 0
  private static let blockSize = 1 << 16
  /// How long to wait for a slow reader before looking again.
  private static let pollTime = Duration.seconds(60)

  /// Returns standard output.
  package static func standardOutput() -> OutputFile {
    OutputFile(name: "standard output", descriptor: STDOUT_FILENO, closesDescriptor: false)
  }

  /// Returns standard error.
  package static func standardError() -> OutputFile {
    OutputFile(name: "standard error", descriptor: STDERR_FILENO, closesDescriptor: false)
  }

  /// Whether standard output is a terminal, and so read by people. Wraps `isatty`.
  package static var standardOutputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Creates a file, or empties an existing one. Wraps `open`.
  ///
  /// Throws ``OutputError/failed(file:errno:)``.
  package convenience init(creating path: String) throws(OutputError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .failed(file: path, errno: errno) }
    self.init(name: path, descriptor: descriptor, closesDescriptor: true)
  }

  /// Writes to an open descriptor; `closesDescriptor` determines whether to close it at the end.
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

  /// The number of bytes that the system has not accepted yet.
  package var backlog: Int { pending.count - sent }

  /// Adds text, to be written with the next block.
  package func add(_ text: (inout TextBuffer) -> Void) { text(&pending) }

  package func write(_ text: (inout TextBuffer) -> Void) throws(OutputError) {
    add(text)
    if pending.count >= Self.blockSize { try flush() }
  }

  /// Writes a block and waits until the system has accepted it; copies nothing if nothing is pending.
  ///
  /// Throws ``OutputError``.
  package func write(_ block: ArraySlice<UInt8>) throws(OutputError) {
    try flush()
    var sent = 0
    while sent < block.count {
      let count = try hand(block, from: sent, atMost: block.count - sent)
      if count == 0 { _ = try isReady(within: Self.pollTime) }
      sent += count
    }
  }

  /// Writes all pending text and waits until the system has accepted it. Wraps `write`.
  ///
  /// Throws ``OutputError``.
  package func flush() throws(OutputError) {
    while backlog > 0 {
      if try send(atMost: backlog) == 0 { _ = try isReady(within: Self.pollTime) }
    }
  }

  /// Writes as much pending text as possible; waits at most `patience` for a reader that accepts nothing. The rest
  /// stays pending. Wraps `poll` and `write`.
  ///
  /// Throws ``OutputError``.
  package func flush(patience: Duration) throws(OutputError) {
    while backlog > 0, try isReady(within: patience) { _ = try send(atMost: sendable) }
  }

  /// The number of bytes that can be written without blocking once `poll` reports readiness: for a pipe, `PIPE_BUF`.
  private var sendable: Int { isPlainFile ? backlog : min(backlog, Int(PIPE_BUF)) }

  private func isReady(within patience: Duration) throws(OutputError) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    let result = unsafe poll(&request, 1, Int32(patience / .milliseconds(1)))
    if result < 0, errno != EINTR { throw .failed(file: name, errno: errno) }
    return result > 0
  }

  /// Returns the number of bytes that the system accepted.
  private func send(atMost limit: Int) throws(OutputError) -> Int {
    let count = try hand(pending.bytes[...], from: sent, atMost: limit)
    sent += count
    if backlog == 0 || sent > 4 * Self.blockSize { forget(sent) }
    return count
  }

  /// Returns the number of bytes of a block that the system accepted. If that fails, pending text is lost.
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
