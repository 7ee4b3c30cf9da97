internal import Dispatch
internal import Synchronization
internal import Tiltbox
internal import TiltboxPlatform

/// A file, pipe or terminal that receives text in blocks.
package final class OutputFile {
  /// The name of the output in errors.
  package let name: String
  private let descriptor: Int32
  private let closesDescriptor: Bool
  private let isPlainFile: Bool
  private var pending = TextBuffer()
  /// Whether writes wait for a slow reader. Otherwise, what it does not accept at once stays pending.
  package var waitsForReader = true
  /// The number of pending bytes that the system has already accepted.
  private var sent = 0
  private static let blockSize = 1 << 16
  /// How long to wait for a slow reader before looking again.
  private static let pollTime = Duration.seconds(1)
  /// Whether a reader that accepts nothing counts as gone, since the process should end.
  package var shouldGiveUp: () -> Bool = { false }

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
    isPlainFile = isPlain(descriptor)
  }

  deinit {
    if closesDescriptor { close(descriptor) }
  }

  /// The number of bytes that the system has not accepted yet.
  package var backlog: Int { pending.count - sent }

  /// Adds text, to be written with the next block.
  package func add(_ text: (inout TextBuffer) -> Void) { text(&pending) }

  /// Writes text with the next block. Without waiting, the text stays pending until the next flush.
  package func write(_ text: (inout TextBuffer) -> Void) throws(OutputError) {
    add(text)
    if waitsForReader, pending.count >= Self.blockSize { try flush() }
  }

  /// Writes a block and waits until the system has accepted it. Without waiting, the block stays pending until the next
  /// flush.
  ///
  /// Throws ``OutputError``.
  package func write(_ block: ArraySlice<UInt8>) throws(OutputError) {
    add { $0.append(block) }
    if waitsForReader { try flush() }
  }

  /// Writes all pending text and waits until the system has accepted it; without waiting, as much as possible at once.
  /// Wraps `write`.
  ///
  /// Throws ``OutputError``.
  package func flush() throws(OutputError) {
    guard waitsForReader else { return try flush(patience: .zero) }
    while backlog > 0 {
      if try send(atMost: allowance()) == 0 { _ = isReady(within: Self.pollTime) }
    }
  }

  /// Writes as much pending text as possible; waits at most `patience` for a reader that accepts nothing. The rest
  /// stays pending. Wraps `poll` and `write`.
  ///
  /// Throws ``OutputError``.
  package func flush(patience: Duration) throws(OutputError) {
    while backlog > 0, isReady(within: patience) { _ = try send(atMost: sendable) }
  }

  /// The number of bytes that can be written without blocking once `poll` reports readiness: for a pipe, `PIPE_BUF`.
  private var sendable: Int { isPlainFile ? backlog : min(backlog, Int(PIPE_BUF)) }

  /// Returns how many pending bytes to write at once: all, or only those for which the reader has room.
  private func allowance() throws(OutputError) -> Int {
    guard shouldGiveUp(), !isPlainFile else { return backlog }
    // A signal ends a wait.
    guard isReady(within: Self.pollTime / 2) || isReady(within: Self.pollTime / 2) else {
      forget(pending.count)
      throw .closedPipe
    }
    return sendable
  }

  private func isReady(within patience: Duration) -> Bool {
    let milliseconds = Int32(patience / .milliseconds(1))
    return Descriptor(number: descriptor).isReady(for: POLLOUT, within: milliseconds)
  }

  /// Returns the number of bytes that the system accepted. If that fails, pending text is lost.
  private func send(atMost limit: Int) throws(OutputError) -> Int {
    let target = Descriptor(number: descriptor)
    let outcome = unsafe pending.bytes[sent..<sent + limit].withUnsafeBytes {
      unsafe target.write($0, endsOnSignal: true)
    }
    switch outcome {
    case .bytes(let count):
      sent += count
      if backlog == 0 || sent > 4 * Self.blockSize { forget(sent) }
      return count
    case .nothing, .end, .failed(EINTR): return 0
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

/// When data written to a file is forced to disk, so that it survives a power cut. Under every policy, data survives
/// the end of the process, even by `kill -9`.
public enum SyncPolicy: String, CaseIterable, Sendable, Codable {
  /// With each write, which then takes as long as the disk.
  case always
  /// Once a second, in the background; a power cut may lose the last second.
  case second
  /// When the system chooses; a power cut may lose the last half minute.
  case never
}

/// A file that only grows, one whole block at a time, and that only one process writes to.
///
/// If a block cannot be written in full, the file is truncated, so that the next block does not follow a partial one.
package final class AppendFile {
  /// The file's path, as given.
  package let path: String
  /// The file's length in bytes.
  package private(set) var length: Int
  /// When written data is forced to disk.
  package let policy: SyncPolicy

  /// The time between synchronizations under ``SyncPolicy/second``.
  package var syncInterval = Duration.seconds(1)

  package let descriptor: OpenDescriptor
  private var lastSync = MonotonicClock().now()
  /// The newest bytes, which may not be on disk yet.
  private var unsynchronized: [UInt8] = []
  /// How many of them the last synchronization in the background includes.
  private var synchronizing = 0

  /// Creates a file; an existing one must be empty.
  ///
  /// Throws ``OutputError``.
  package convenience init(creating path: String, policy: SyncPolicy) throws(OutputError) {
    try self.init(path, O_WRONLY | O_CREAT | O_CLOEXEC, policy)
    guard length == 0 else { throw .notEmpty(file: path) }
    if policy != .never { try Self.synchronizeFolder(of: path) }
  }

  /// Opens a file and cuts off everything after its first `length` bytes, a torn tail.
  ///
  /// Throws ``OutputError``: ``OutputError/inUse(file:)`` also if the file's length has changed since it was read.
  package convenience init(
    continuing path: String,
    after length: Int,
    cutting rest: Int,
    policy: SyncPolicy
  ) throws(OutputError) {
    try self.init(path, O_WRONLY | O_CLOEXEC, policy)
    guard self.length == length + rest else { throw .inUse(file: path) }
    guard rest > 0 else { return }
    guard ftruncate(descriptor.number, off_t(length)) == 0 else { throw failure }
    self.length = length
    try synchronize()
  }

  private init(_ path: String, _ flags: Int32, _ policy: SyncPolicy) throws(OutputError) {
    let number = unsafe open(path, flags, 0o666)
    guard number >= 0 else { throw .failed(file: path, errno: errno) }
    self.path = path
    self.policy = policy
    descriptor = OpenDescriptor(number)
    length = 0
    // Several processes may write to a device, such as /dev/null.
    guard !isPlain(number) || flock(number, LOCK_EX | LOCK_NB) == 0 else {
      throw errno == EWOULDBLOCK ? .inUse(file: path) : failure
    }
    length = Int(lseek(number, 0, SEEK_END))
    // Pipes and devices do not grow.
    guard length >= 0 else { throw failure }
  }

  private var failure: OutputError { .failed(file: path, errno: errno) }

  /// Appends a block. After this call returns, the block survives the end of the process, and a power cut as `policy`
  /// says.
  ///
  /// Throws ``OutputError/failed(file:errno:)``; then the file is unchanged.
  package func append(_ block: [UInt8]) throws(OutputError) {
    synchronizeWhenDue()
    if let error = descriptor.backgroundError { throw .failed(file: path, errno: error) }
    var code = Descriptor(number: descriptor.number).writeAll(block, at: length)
    if code == nil, policy == .always, systemSync(descriptor.number) != 0 { code = errno }
    if let code {
      _ = ftruncate(descriptor.number, off_t(length))
      throw .failed(file: path, errno: code)
    }
    length += block.count
    if policy == .second { unsynchronized += block }
    synchronizeWhenDue()
  }

  /// Forces written data to disk, once a second under ``SyncPolicy/second``. The disk does not delay the caller: this
  /// happens on another thread.
  package func synchronizeWhenDue() {
    guard !unsynchronized.isEmpty, !descriptor.isSynchronizing else { return }
    if descriptor.backgroundError == nil {
      unsynchronized.removeFirst(synchronizing)
      synchronizing = 0
    }
    let now = MonotonicClock().now()
    guard !unsynchronized.isEmpty, now - lastSync >= syncInterval else { return }
    lastSync = now
    guard rewriteAfterFailure() == nil else { return }
    synchronizing = unsynchronized.count
    descriptor.synchronizeInBackground()
  }

  /// Forces all written data to disk, so that it survives a power cut. Wraps `fdatasync`. Blocks until the disk is
  /// done.
  ///
  /// Throws ``OutputError/failed(file:errno:)``.
  package func synchronize() throws(OutputError) {
    if let error = rewriteAfterFailure() { throw .failed(file: path, errno: error) }
    guard systemSync(descriptor.number) == 0 else { throw failure }
  }

  /// Writes the newest bytes again if a synchronization has failed, since the system may have dropped them; then another
  /// one alone succeeds without them. Returns the error number if that fails.
  private func rewriteAfterFailure() -> Int32? {
    guard descriptor.backgroundError != nil else { return nil }
    let start = length - unsynchronized.count
    return Descriptor(number: descriptor.number).writeAll(unsynchronized, at: start)
  }

  /// Forces the folder of a new file to disk: otherwise a power cut may lose the file's entry.
  private static func synchronizeFolder(of path: String) throws(OutputError) {
    let folder = PathParts(path).folderToRead
    let descriptor = unsafe open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .failed(file: folder, errno: errno) }
    defer { close(descriptor) }
    // Some file systems do not support this, and do not need it.
    _ = fsync(descriptor)
  }
}

/// A descriptor that closes when its last owner releases it.
package final class OpenDescriptor: Sendable {
  package let number: Int32
  private let state = Mutex((isBusy: false, error: nil as Int32?))

  init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  /// The error number of the last background synchronization, if it failed.
  var backgroundError: Int32? { state.withLock(\.error) }

  /// Whether the last background synchronization is not done.
  package var isSynchronizing: Bool { state.withLock(\.isBusy) }

  /// Begins a synchronization; the one before must be done.
  func synchronizeInBackground() {
    state.withLock { $0.isBusy = true }
    DispatchQueue.global().async { [self] in
      let result = systemSync(number)
      let code = errno
      state.withLock { state in
        state.isBusy = false
        state.error = result == 0 ? nil : code
      }
    }
  }
}

private func systemSync(_ number: Int32) -> Int32 {
  #if canImport(Darwin)
  // On Apple's systems, fsync leaves the data in the disk's cache.
  fcntl(number, F_FULLFSYNC)
  #else
  fdatasync(number)
  #endif
}

/// An error in writing an output.
public enum OutputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reader has closed its end of the pipe: a quiet end, not a failure.
  case closedPipe
  /// The file exists, and its content must not be lost.
  case notEmpty(file: String)
  /// Another process writes to the file.
  case inUse(file: String)
  /// A system call failed, with its `errno`.
  case failed(file: String, errno: Int32)

  /// The problem and the file.
  public var description: String {
    switch self {
    case .closedPipe: "the reader of the output has gone"
    case .notEmpty(let file):
      "\(file.escapedName): exists and is not empty; name another file, remove this one, or continue it with --resume"
    case .inUse(let file):
      "\(file.escapedName): another run writes to it; stop that one, or name another file"
    case .failed(let file, let number): "\(file.escapedName): \(SystemError.message(number))"
    }
  }
}

/// Whether a descriptor is that of a file on a disk, and not of a pipe or device.
private func isPlain(_ descriptor: Int32) -> Bool {
  var status = stat()
  return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
}
