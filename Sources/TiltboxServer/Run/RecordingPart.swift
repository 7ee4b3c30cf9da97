internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxPlatform

/// A part of a run's recording, in an unlinked temporary file: the system removes it with the process, even after a
/// crash.
final class RecordingPart: Sendable {
  private let descriptor: Int32

  /// Makes an empty file in the folder for temporary files.
  ///
  /// Throws `OutputError.failed`.
  init() throws(OutputError) {
    let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    let path = folder + "/tiltbox-XXXXXX"
    var name = Array(path.utf8CString)
    descriptor = unsafe mkstemp(&name)
    guard descriptor >= 0 else { throw .failed(file: path, errno: errno) }
    _ = unsafe unlink(name)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { close(descriptor) }

  /// Returns an output that writes to the file.
  ///
  /// Throws `OutputError.failed`.
  func output() throws(OutputError) -> OutputFile {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw .failed(file: "the recording", errno: errno) }
    return OutputFile(name: "the recording", descriptor: copy, closesDescriptor: true)
  }

  /// The number of bytes written; only the writer may ask for it, between two lines.
  var size: Int { max(0, Int(lseek(descriptor, 0, SEEK_CUR))) }

  /// Frees the disk space; readers that reach the dropped part get no more bytes.
  func empty() { _ = ftruncate(descriptor, 0) }

  /// Reads at most `count` bytes at an offset; returns none at the end.
  func read(from offset: Int, atMost count: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      let got = unsafe pread(descriptor, buffer.baseAddress, count, off_t(offset))
      initialized = max(got, 0)
    }
  }
}
