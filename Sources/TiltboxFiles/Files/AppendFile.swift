internal import Dispatch
internal import Synchronization
internal import Tiltbox
internal import TiltboxPlatform

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

  private let descriptor: OpenDescriptor
  private var lastSync = MonotonicClock().now()

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
    guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
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
    if let error = descriptor.backgroundError { throw .failed(file: path, errno: error) }
    if let code = Descriptor(number: descriptor.number).writeAll(block, at: length) {
      _ = ftruncate(descriptor.number, off_t(length))
      throw .failed(file: path, errno: code)
    }
    length += block.count
    switch policy {
    case .always: try synchronize()
    case .second: synchronizeOnceASecond()
    case .never: break
    }
  }

  /// Forces all written data to disk, so that it survives a power cut. Wraps `fdatasync`. Blocks until the disk is
  /// done.
  ///
  /// Throws ``OutputError/failed(file:errno:)``.
  package func synchronize() throws(OutputError) {
    guard systemSync(descriptor.number) == 0 else { throw failure }
  }

  /// Synchronizes on another thread, so that the disk does not delay the run.
  private func synchronizeOnceASecond() {
    let now = MonotonicClock().now()
    guard now - lastSync >= .seconds(1) else { return }
    lastSync = now
    descriptor.synchronizeInBackground()
  }

  /// Forces the folder of a new file to disk: otherwise a power cut may lose the file's entry.
  private static func synchronizeFolder(of path: String) throws(OutputError) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let descriptor = unsafe open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .failed(file: folder, errno: errno) }
    defer { close(descriptor) }
    // Some file systems do not support this, and do not need it.
    _ = fsync(descriptor)
  }
}

/// A descriptor that closes when its last owner releases it.
private final class OpenDescriptor: Sendable {
  let number: Int32
  private let state = Mutex(State())

  private struct State {
    var isBusy = false
    var error: Int32?
  }

  init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  /// The error number of a failed background synchronization.
  var backgroundError: Int32? { state.withLock(\.error) }

  func synchronizeInBackground() {
    let begins = state.withLock { state in
      defer { state.isBusy = true }
      return !state.isBusy
    }
    guard begins else { return }
    DispatchQueue.global().async { [self] in
      let result = systemSync(number)
      let code = errno
      state.withLock { state in
        state.isBusy = false
        if result != 0 { state.error = code }
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
