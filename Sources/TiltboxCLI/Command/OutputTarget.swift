internal import ArgumentParser
internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxPlatform

/// A file that a command is going to write, checked before the work begins.
struct OutputTarget {
  /// The option that names the file, such as `-o`.
  let flag: String
  let file: String

  /// Makes a destination; nil without a file and for standard output.
  init?(_ flag: String, _ file: String?) {
    guard let file, file != standardStreamName else { return nil }
    (self.flag, self.file) = (flag, file)
  }

  /// A file that the command reads, and what it is in words.
  typealias Input = (file: String?, words: String)

  /// Throws a `ValidationError` if the file is one of the command's inputs, perhaps under another name.
  func check(isNone inputs: [Input]) throws {
    guard let own = FileIdentity(file) else { return }
    for input in inputs where input.file.flatMap(FileIdentity.init) == own {
      throw ValidationError("\(flag) \(file): this is \(input.words); name another file")
    }
  }

  /// Throws a `ValidationError` if the file's ending is none of those that stand for formats. A file without an ending,
  /// a device and a pipe fit every format. `hasFormat` states whether `--format` is given; nil without such an option.
  func check(endings known: [String], hasFormat: Bool? = nil) throws {
    guard let ending, !known.contains(ending), isReplaceable(absolutePath(of: file)) else { return }
    let use = "use " + Suggestion.alternatives(known.map { ".\($0)" })
    if Self.scenarioEndings.contains(ending) {
      throw ValidationError("\(flag) \(file): scenarios have this ending; \(use)")
    }
    if hasFormat == true { return }
    let advice = hasFormat == nil ? use : "\(use), or give --format"
    throw ValidationError("\(flag) \(file): no format has this ending; \(advice)")
  }

  /// Throws a `ValidationError` if a journal is standard output: a replay and a resume seek in it.
  static func checkJournal(_ file: String?) throws {
    guard file == standardStreamName else { return }
    throw ValidationError(
      "--journal takes a file, since a replay seeks in it; name one, as in run.journal"
    )
  }

  /// Throws an error if the file's folder is missing or cannot be written to.
  func checkFolder() throws(OutputError) {
    let path = absolutePath(of: file)
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    guard isReplaceable(path), unsafe access(folder, W_OK) != 0 else { return }
    throw .failed(file: file, errno: errno)
  }

  private static let scenarioEndings = ["yaml", "yml", "json"]

  /// The ending without its dot; nil if there is none. A longer one is part of a name, as `mktemp` makes them.
  private var ending: String? {
    guard let name = file.split(separator: "/").last, let dot = name.lastIndex(of: "."),
      dot > name.startIndex
    else { return nil }
    let ending = name[dot...].dropFirst()
    return (1...5).contains(ending.count) ? String(ending) : nil
  }
}

/// The identity of a plain file, whatever its name.
private struct FileIdentity: Equatable {
  let device: dev_t
  let number: ino_t

  /// Looks a file up; nil if it is missing or not a plain file.
  init?(_ path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    (device, number) = (status.st_dev, status.st_ino)
  }
}
