internal import Dispatch
internal import Synchronization
internal import Tiltbox
internal import TiltboxPlatform

/// When what was written to a file is made to outlive a power cut. Against the end of the process itself, `kill -9`
/// too, each of them is safe.
public enum SyncPolicy: String, CaseIterable, Sendable, Codable {
  /// With each write, which then takes as long as the disk does.
  case always
  /// Once a second, beside the run; a power cut may take the last second.
  case second
  /// When the system sees fit; a power cut may take the last half minute.
  case never
}

/// A file that only grows, a whole block at a time, and that one process alone writes to.
///
/// A block that could not be written in full is taken back, so that the next one does not follow half a block.
package final class AppendFile {
  /// The file's path, as it was given.
  package let path: String
  /// How many bytes the file has.
  package private(set) var length: Int
  /// When what was written is made to outlive a power cut.
  package let policy: SyncPolicy

  private let descriptor: OpenDescriptor
  private var lastSync = MonotonicClock().now()

  /// Makes a file; one that is there must be empty.
  ///
  /// Throws ``OutputError``.
  package convenience init(creating path: String, policy: SyncPolicy) throws(OutputError) {
    try self.init(path, O_WRONLY | O_CREAT | O_CLOEXEC, policy)
    guard length == 0 else { throw .notEmpty(file: path) }
    if policy != .never { try Self.synchronizeFolder(of: path) }
  }

  /// Opens a file to go on after so many of its bytes; the rest, a torn tail, is cut off.
  ///
  /// Throws ``OutputError``: ``OutputError/inUse(file:)`` also when the file is not as long as it was when it was read.
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
    // A pipe or a device does not grow.
    guard length >= 0 else { throw failure }
  }

  private var failure: OutputError { .failed(file: path, errno: errno) }

  /// Writes a block at the file's end. It outlives the process when this returns, and a power cut as the policy says.
  ///
  /// Throws ``OutputError/failed(file:errno:)``; the file is as it was before.
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

  /// Makes all that was written outlive a power cut. Wraps `fdatasync`. Blocks until the disk has it.
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

  /// A new file is there after a power cut only if its folder is.
  private static func synchronizeFolder(of path: String) throws(OutputError) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let descriptor = unsafe open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .failed(file: folder, errno: errno) }
    defer { close(descriptor) }
    // Not every file system can; then it needs not.
    _ = fsync(descriptor)
  }
}

/// A descriptor that is closed when its last owner is released.
private final class OpenDescriptor: Sendable {
  let number: Int32
  private let state = Mutex(State())

  private struct State {
    var isBusy = false
    var error: Int32?
  }

  init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  /// What went wrong on the other thread.
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
  // On Apple's systems fsync leaves the data in the disk's own memory.
  fcntl(number, F_FULLFSYNC)
  #else
  fdatasync(number)
  #endif
}
