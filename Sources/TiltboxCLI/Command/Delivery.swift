internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxPlatform

/// Writes a command's whole result to standard output, or to a file: all of it or nothing.
///
/// A file is written beside its place and then moved there, so that a failure leaves what was there
/// before. A reader of standard output that has gone away is a quiet end.
func deliver(_ text: String, to file: String?) throws(OutputError) {
  try deliver(Array(text.utf8), to: file)
}

/// Writes bytes as ``deliver(_:to:)`` does a text.
func deliver(_ bytes: [UInt8], to file: String?) throws(OutputError) {
  guard let file, file != standardStreamName else {
    _ = signal(SIGPIPE, SIG_IGN)
    if !StandardStream.output.write(bytes), errno != EPIPE {
      throw .failed(file: "standard output", errno: errno)
    }
    return
  }
  let output = AtomicFile(of: file)
  try fill(output, with: bytes)
  try output.publish()
}

/// Lets a file be made beside its place, and moves it there when it is whole.
///
/// Throws `OutputError`, or what its maker throws.
func produce(_ file: String, _ make: (_ path: String) throws -> Void) throws {
  let output = AtomicFile(of: file)
  try make(output.path)
  try output.publish()
}

/// Makes a folder, unless it is there already.
func makeFolder(_ path: String) throws(OutputError) {
  guard unsafe mkdir(path, 0o777) == 0 || errno == EEXIST else {
    throw .failed(file: path, errno: errno)
  }
}

/// Where a path leads when its links are followed; the path itself if nothing is there.
func absolutePath(of file: String) -> String {
  guard let path = unsafe realpath(file, nil) else { return file }
  defer { unsafe free(path) }
  return unsafe String(cString: path)
}

/// Whether a path is free or holds a plain file: a device or a pipe is written to, not replaced.
private func isReplaceable(_ path: String) -> Bool {
  var status = stat()
  guard unsafe stat(path, &status) == 0 else { return true }
  return status.st_mode & S_IFMT == S_IFREG
}

/// The names of what is in a folder, in no order; nil if the path is no folder. Wraps `readdir`.
func fileNames(in path: String) -> [String]? {
  guard let folder = unsafe opendir(path) else { return nil }
  defer { unsafe closedir(folder) }
  var names: [String] = []
  while let entry = unsafe readdir(folder) {
    names.append(
      unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
    )
  }
  return names
}

/// Whether a path leads to a pipe.
func isPipe(_ path: String) -> Bool {
  var status = stat()
  return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
}

private func fill(_ file: AtomicFile, with bytes: [UInt8]) throws(OutputError) {
  let flags = file.isInPlace ? O_WRONLY : O_WRONLY | O_CREAT | O_EXCL
  let descriptor = unsafe open(file.path, flags | O_CLOEXEC, 0o666)
  guard descriptor >= 0 else { throw .failed(file: file.name, errno: errno) }
  var failure = Descriptor(number: descriptor).writeAll(bytes) ?? 0
  if failure == 0, fsync(descriptor) != 0, errno != EINVAL, errno != EROFS { failure = errno }
  if close(descriptor) != 0, failure == 0 { failure = errno }
  guard failure == 0 else { throw .failed(file: file.name, errno: failure) }
}

/// A file that is written beside its place and then moved there, so that what is there is always whole.
final class AtomicFile {
  /// The name as it was given.
  let name: String
  /// Where to write: beside the place, or a device or a pipe itself.
  let path: String
  private let target: String

  /// Whether there is nothing to move: the place is a device or a pipe.
  var isInPlace: Bool { path == target }

  init(of name: String) {
    self.name = name
    target = absolutePath(of: name)
    path = isReplaceable(target) ? "\(target).\(getpid()).tmp" : target
  }

  /// Moves what was written to its place.
  func publish() throws(OutputError) {
    if isInPlace { return }
    guard unsafe rename(path, target) == 0 else { throw .failed(file: name, errno: errno) }
  }

  /// Removes what was not published.
  deinit {
    if !isInPlace { _ = unsafe unlink(path) }
  }
}
