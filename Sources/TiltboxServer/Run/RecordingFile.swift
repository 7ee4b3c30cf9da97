#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif
internal import Synchronization
internal import Tiltbox

/// The recording of a run so far, in a file without a name: it goes with the process, whatever becomes of that.
final class RecordingFile: Sendable {
  /// How long a recording gets, in bytes.
  let limit: Int
  private let descriptor: Int32
  private let written = Atomic<Int>(0)

  /// Makes an empty file in the folder for such.
  ///
  /// Throws `OutputError.failed`.
  init(limit: Int) throws(OutputError) {
    self.limit = limit
    let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    let path = folder + "/tiltbox-XXXXXX"
    var name = Array(path.utf8CString)
    descriptor = unsafe mkstemp(&name)
    guard descriptor >= 0 else { throw .failed(file: path, errno: errno) }
    _ = unsafe unlink(name)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { close(descriptor) }

  /// How many bytes can be read: whole lines.
  var size: Int { written.load(ordering: .acquiring) }

  /// Whether no more is taken.
  var isFull: Bool { size >= limit }

  /// Where to write.
  ///
  /// Throws `OutputError.failed`.
  func output() throws(OutputError) -> OutputFile {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw .failed(file: "the recording", errno: errno) }
    return OutputFile(name: "the recording", descriptor: copy, closesDescriptor: true)
  }

  /// Lets readers see what has been written: called between two lines.
  func noteSize() {
    let end = lseek(descriptor, 0, SEEK_CUR)
    if end > 0 { written.store(Int(end), ordering: .releasing) }
  }

  /// Reads from a place on, at most so many bytes; none at the end.
  func read(from offset: Int, atMost count: Int) -> [UInt8] {
    let count = max(0, min(count, size - offset))
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      let got = unsafe pread(descriptor, buffer.baseAddress, count, off_t(offset))
      initialized = max(got, 0)
    }
  }
}
