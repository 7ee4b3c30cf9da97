internal import ArgumentParser
internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxPlatform

/// Writes a command's whole result to standard output or to a file, all or nothing.
///
/// A file is written under a temporary name and then renamed, so that a failure leaves the previous file in place. If
/// the reader of standard output has gone away, this returns without an error.
func writeOutput(_ text: String, to file: String?) throws(OutputError) {
  try writeOutput(Array(text.utf8), to: file)
}

/// Writes bytes, as ``writeOutput(_:to:)`` writes a text.
func writeOutput(_ bytes: [UInt8], to file: String?) throws(OutputError) {
  guard let file, file != standardStreamName else {
    _ = signal(SIGPIPE, SIG_IGN)
    guard let code = StandardStream.output.descriptor.writeAll(bytes), code != EPIPE else { return }
    throw .failed(file: "standard output", errno: code)
  }
  let output = try AtomicOutput(of: file)
  try fill(output, with: bytes)
  try output.publish()
}

/// Produces a file under a temporary name and renames it when it is complete.
///
/// Throws `OutputError`, or the errors of `make`.
func produce(_ file: String, _ make: (_ path: String) throws -> Void) throws {
  let output = try AtomicOutput(of: file)
  do { try make(output.path) } catch OutputError.failed(output.path, let errno) {
    throw OutputError.failed(file: file, errno: errno)
  }
  try output.publish()
}

/// Creates a folder, unless it exists.
func makeFolder(_ path: String) throws(OutputError) {
  if unsafe mkdir(path, 0o777) == 0 { return }
  let code = errno
  if code == EEXIST, let folder = unsafe opendir(path) { return _ = unsafe closedir(folder) }
  throw .failed(file: path, errno: code == EEXIST ? ENOTDIR : code)
}

/// Returns the absolute path with symbolic links resolved, also of a file that does not exist. The path itself if its
/// folder is missing, too.
func absolutePath(of file: String) -> String {
  if let path = realPath(file) { return path }
  // A cycle of links is another error.
  guard errno == ENOENT, !file.isEmpty else { return file }
  let parts = PathParts(file)
  if let target = linkTarget(of: file) {
    return absolutePath(of: target.hasPrefix("/") ? target : parts.folder + target)
  }
  return realPath(parts.folderToRead).map { "\($0)/\(parts.name)" } ?? file
}

/// Returns the absolute path of an existing file. Wraps `realpath`.
private func realPath(_ file: String) -> String? {
  guard let path = unsafe realpath(file, nil) else { return nil }
  defer { unsafe free(path) }
  return unsafe String(cString: path)
}

/// Returns the path that a symbolic link names; nil if there is no link. Wraps `readlink`.
private func linkTarget(of path: String) -> String? {
  var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = unsafe readlink(path, &bytes, bytes.count)
  guard count > 0 else { return nil }
  return String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
}

/// Whether a path is free or holds a regular file. A device or a pipe is written to, not replaced.
func isReplaceable(_ path: String) -> Bool { [nil, S_IFREG].contains(fileType(of: path)) }

/// Whether a path leads to a regular file.
func isFile(_ path: String) -> Bool { fileType(of: path) == S_IFREG }

/// Whether a path leads to a pipe.
func isPipe(_ path: String) -> Bool { fileType(of: path) == S_IFIFO }

/// Returns the type of a file, one of `S_IFMT`; nil if there is none.
private func fileType(of path: String) -> mode_t? { fileStatus(path).map { $0.st_mode & S_IFMT } }

/// Returns the status of a file; nil if there is none. Wraps `stat`.
func fileStatus(_ path: String) -> stat? {
  var status = stat()
  return unsafe stat(path, &status) == 0 ? status : nil
}

private func fill(_ file: AtomicOutput, with bytes: [UInt8]) throws(OutputError) {
  let descriptor = unsafe open(file.path, O_WRONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw .failed(file: file.name, errno: errno) }
  var failure = Descriptor(number: descriptor).writeAll(bytes) ?? 0
  if failure == 0, fsync(descriptor) != 0, errno != EINVAL, errno != EROFS { failure = errno }
  if close(descriptor) != 0, failure == 0 { failure = errno }
  guard failure == 0 else { throw .failed(file: file.name, errno: failure) }
}

/// Writes a file under a temporary name and renames it when it is complete, so that readers never see a partial file.
///
/// A file that is replaced passes its permission bits on, and its owner and group if the process may set them.
final class AtomicOutput {
  /// The name as given by the user.
  let name: String
  /// The path to write to: a temporary file beside the target, or the device or pipe itself.
  let path: String
  private let target: String

  /// Whether the target is a device or a pipe, so that there is nothing to rename.
  private var isInPlace: Bool { path == target }

  /// Creates the temporary file. Until it is published, only its owner can read what replaces a file.
  init(of name: String) throws(OutputError) {
    self.name = name
    target = absolutePath(of: name)
    path = isReplaceable(target) ? "\(target).\(getpid()).tmp" : target
    if isInPlace { return }
    let exists = isFile(target)
    if exists, unsafe access(target, W_OK) != 0 { throw .failed(file: name, errno: errno) }
    // A killed process of the same id may have left one.
    _ = unsafe unlink(path)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    let descriptor = unsafe open(path, flags, exists ? 0o600 : 0o666)
    guard descriptor >= 0 else { throw .failed(file: name, errno: errno) }
    close(descriptor)
  }

  /// Renames the file to its target.
  func publish() throws(OutputError) {
    if isInPlace { return }
    if let status = fileStatus(target) {
      // The owner of a file may choose among its groups, and only root another owner.
      if unsafe chown(path, status.st_uid, status.st_gid) != 0 {
        _ = unsafe chown(path, uid_t.max, status.st_gid)
      }
      _ = unsafe chmod(path, status.st_mode & 0o777)
    }
    guard unsafe rename(path, target) == 0 else { throw .failed(file: name, errno: errno) }
  }

  /// Removes a file that was not published.
  deinit {
    if !isInPlace { _ = unsafe unlink(path) }
  }
}

/// A file that a command is going to write, checked before the work begins.
struct OutputTarget {
  /// The option that names the file, such as `-o`.
  let flag: String
  let file: String

  /// Makes a target; nil without a file and for standard output.
  init?(_ flag: String, _ file: String?) {
    guard let file, file != standardStreamName else { return nil }
    (self.flag, self.file) = (flag, file)
  }

  /// A file that the command reads, and what it is in words.
  typealias Input = (file: String?, words: String)

  /// Throws a `ValidationError` if the file is one of the command's inputs, perhaps under another name.
  func check(isNone inputs: [Input]) throws {
    guard let own = identity(of: file) else { return }
    for input in inputs where input.file.flatMap(identity) == own {
      throw ValidationError("\(flag) \(file): this is \(input.words); name another file")
    }
  }

  /// Throws a `ValidationError` if the file's ending is none of those that stand for formats. A file without an ending,
  /// a device and a pipe fit every format. `hasFormat` states whether `--format` is given; nil without such an option.
  func check(endings known: [String], hasFormat: Bool? = nil) throws {
    // A longer one is part of a name, as `mktemp` makes them; `.parquet` and `.ndjson` are words.
    let ending = String(PathParts(file).ending.dropFirst())
    let most = ending.allSatisfy { ("a"..."z").contains($0) } ? 7 : 5
    guard (1...most).contains(ending.count), !known.contains(ending),
      isReplaceable(absolutePath(of: file))
    else { return }
    let use = "use " + Suggestion.alternatives(known.map { ".\($0)" })
    if ["yaml", "yml", "json"].contains(ending) {
      throw ValidationError("\(flag) \(file): scenarios have this ending; \(use)")
    }
    if hasFormat == true { return }
    let advice = hasFormat == nil ? use : "\(use), or give --format"
    throw ValidationError("\(flag) \(file): no format has this ending; \(advice)")
  }

  /// Throws a `ValidationError` if a journal is a standard stream: a replay and a resume seek in it.
  static func checkJournal(_ file: String?, _ flag: String = "--journal") throws {
    guard file == standardStreamName else { return }
    throw ValidationError(
      "\(flag) takes a file, since a replay seeks in it; name one, as in run.journal"
    )
  }

  /// Throws an error if the file cannot be written, for example because its folder is missing.
  func checkAccess() throws(OutputError) { _ = try AtomicOutput(of: file) }
}

extension Scenario {
  /// The files that the scenario names.
  var inputs: [OutputTarget.Input] {
    var inputs: [OutputTarget.Input] = files.chains.map { ($0, "the file of a chain") }
    if case .file(let path, _, _) = tilt.source { inputs.append((path, "the tilt recording")) }
    let words = "the recording whose digest the scenario expects"
    return inputs + expectedRecordings.map { ($0.file, words) }
  }
}

/// Returns what identifies a plain file, whatever its name, or the place of a missing one; nil for a device, a pipe or a
/// folder.
private func identity(of path: String) -> String? {
  guard let status = fileStatus(path) else { return absolutePath(of: path) }
  return status.st_mode & S_IFMT == S_IFREG ? "\(status.st_dev):\(status.st_ino)" : nil
}
