internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxPlatform

/// Writes a command's whole result to standard output or to a file, all or nothing.
///
/// A file is written under a temporary name and then renamed, so that a failure leaves the previous file in place. If
/// the reader of standard output has gone away, this returns without an error.
func deliver(_ text: String, to file: String?) throws(OutputError) {
  try deliver(Array(text.utf8), to: file)
}

/// Writes bytes, as ``deliver(_:to:)`` writes a text.
func deliver(_ bytes: [UInt8], to file: String?) throws(OutputError) {
  guard let file, file != standardStreamName else {
    _ = signal(SIGPIPE, SIG_IGN)
    if !StandardStream.output.write(bytes), errno != EPIPE {
      throw .failed(file: "standard output", errno: errno)
    }
    return
  }
  let output = AtomicOutput(of: file)
  try fill(output, with: bytes)
  try output.publish()
}

/// Produces a file under a temporary name and renames it when it is complete.
///
/// Throws `OutputError`, or the errors of `make`.
func produce(_ file: String, _ make: (_ path: String) throws -> Void) throws {
  let output = AtomicOutput(of: file)
  try make(output.path)
  try output.publish()
}

/// Creates a folder, unless it exists.
func makeFolder(_ path: String) throws(OutputError) {
  if unsafe mkdir(path, 0o777) == 0 { return }
  let code = errno
  if code == EEXIST, let folder = unsafe opendir(path) { return _ = unsafe closedir(folder) }
  throw .failed(file: path, errno: code == EEXIST ? ENOTDIR : code)
}

/// Returns the absolute path with symbolic links resolved; the path itself if nothing exists there.
func absolutePath(of file: String) -> String {
  guard let path = unsafe realpath(file, nil) else { return file }
  defer { unsafe free(path) }
  return unsafe String(cString: path)
}

/// Whether a path is free or holds a regular file. A device or a pipe is written to, not replaced.
func isReplaceable(_ path: String) -> Bool { [nil, S_IFREG].contains(fileType(of: path)) }

/// Whether a path leads to a regular file.
func isFile(_ path: String) -> Bool { fileType(of: path) == S_IFREG }

/// Returns the names of a folder's entries, in no particular order; nil if the path is not a folder. Wraps `readdir`.
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
func isPipe(_ path: String) -> Bool { fileType(of: path) == S_IFIFO }

/// Returns the type of a file, one of `S_IFMT`; nil if there is none.
private func fileType(of path: String) -> mode_t? {
  var status = stat()
  return unsafe stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
}

private func fill(_ file: AtomicOutput, with bytes: [UInt8]) throws(OutputError) {
  let flags = file.isInPlace ? O_WRONLY : O_WRONLY | O_CREAT | O_EXCL
  let descriptor = unsafe open(file.path, flags | O_CLOEXEC, 0o666)
  guard descriptor >= 0 else { throw .failed(file: file.name, errno: errno) }
  var failure = Descriptor(number: descriptor).writeAll(bytes) ?? 0
  if failure == 0, fsync(descriptor) != 0, errno != EINVAL, errno != EROFS { failure = errno }
  if close(descriptor) != 0, failure == 0 { failure = errno }
  guard failure == 0 else { throw .failed(file: file.name, errno: failure) }
}

/// Writes a file under a temporary name and renames it when it is complete, so that readers never see a partial file.
final class AtomicOutput {
  /// The name as given by the user.
  let name: String
  /// The path to write to: a temporary file beside the target, or the device or pipe itself.
  let path: String
  private let target: String

  /// Whether the target is a device or a pipe, so that there is nothing to rename.
  var isInPlace: Bool { path == target }

  init(of name: String) {
    self.name = name
    target = absolutePath(of: name)
    path = isReplaceable(target) ? "\(target).\(getpid()).tmp" : target
  }

  /// Renames the file to its target.
  func publish() throws(OutputError) {
    if isInPlace { return }
    guard unsafe rename(path, target) == 0 else { throw .failed(file: name, errno: errno) }
  }

  /// Removes a file that was not published.
  deinit {
    if !isInPlace { _ = unsafe unlink(path) }
  }
}
