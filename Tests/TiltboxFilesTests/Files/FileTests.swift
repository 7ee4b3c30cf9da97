import Foundation
import Testing
import Tiltbox
import TiltboxFiles

@Suite("Reading a file")
struct FileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  @Test("gives all bytes of a file larger than its buffer")
  func whole() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let path = folder.appending(path: "a").path
    try Data(bytes).write(to: URL(filePath: path))
    #expect(try readFile(path) == bytes)
    #expect(try readFile("/dev/null").isEmpty)
  }

  @Test("stops on request, even if a pipe has not ended")
  func stopped() throws {
    let pipe = Pipe()
    pipe.fileHandleForWriting.write(Data("0 -1\n".utf8))
    let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
    var count = 0
    let error = #expect(throws: FileError.self) {
      try readFile(path) {
        count += 1
        return count == 3
      }
    }
    #expect(error?.isInterrupted == true && error?.path == path)
  }

  @Test("distinguishes a missing file from a folder")
  func errors() throws {
    let missing = try #require(throws: FileError.self) { try readFile(folder.path) }
    #expect(missing.isMissing)
    #expect(missing.description == "\(folder.path): No such file or directory")
    let directory = try #require(throws: FileError.self) { try readFile("/") }
    #expect(!directory.isMissing)
    #expect(directory.description == "/: this is a folder; give a file in it")
  }
}

@Suite("A file that only grows")
struct AppendFileTests {
  private let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  @Test("locks no device against other writers")
  func device() throws {
    let files = try (0..<2).map { _ in try AppendFile(creating: "/dev/null", policy: .never) }
    for file in files { try file.append([1]) }
  }

  @Test("has no part of a block that cannot be forced to disk")
  func unsynchronized() throws {
    defer { try? FileManager.default.removeItem(at: url) }
    let file = try AppendFile(creating: url.path, policy: .always)
    try replace(file, with: "/dev/null")
    #expect(throws: OutputError.failed(file: url.path, errno: EINVAL)) {
      try file.append(Array("{}\n".utf8))
    }
    #expect(file.length == 0)
  }

  @Test(
    "takes no blocks after a failed synchronization until all accepted ones are on disk",
    .timeLimit(.minutes(1)),
    arguments: [false, true]
  )
  func recovers(atEnd: Bool) async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    let file = try AppendFile(creating: url.path, policy: .second)
    file.syncInterval = .zero
    try replace(file, with: "/dev/null")
    var blocks = ""
    while (try? file.append(Array("first\n".utf8))) != nil {
      blocks += "first\n"
      await Task.yield()
    }
    #expect(throws: OutputError.failed(file: url.path, errno: EINVAL)) { try file.append([]) }
    while file.descriptor.isSynchronizing { await Task.yield() }
    try replace(file, with: url.path)
    if atEnd {
      try file.synchronize()
    } else {
      let last = Array("last\n".utf8)
      while (try? file.append(last)) == nil, !Task.isCancelled { await Task.yield() }
      blocks += "last\n"
    }
    #expect(try String(contentsOf: url, encoding: .utf8) == blocks)
  }

  /// Lets a file write to another path. The device `/dev/null` takes bytes, and no synchronization; a file opened there
  /// would lock it for other processes.
  private func replace(_ file: AppendFile, with path: String) throws {
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try #require(dup2(handle.fileDescriptor, file.descriptor.number) >= 0)
  }
}
