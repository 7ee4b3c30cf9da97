import Foundation
import Testing
import Tiltbox

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

  @Test("tells a missing file from a folder")
  func errors() throws {
    let missing = try #require(throws: FileError.self) { try readFile(folder.path) }
    #expect(missing.isMissing)
    #expect(missing.description == "\(folder.path): No such file or directory")
    let directory = try #require(throws: FileError.self) { try readFile("/") }
    #expect(!directory.isMissing)
    #expect(directory.description == "/: Is a directory")
  }
}
