internal import Foundation

/// A folder that is deleted with the test.
public final class Folder {
  private let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  /// Creates the folder.
  public init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Returns the path of a file.
  public func path(_ name: String) -> String { url.appending(path: name).path }

  /// Writes a file; returns its path.
  public func write(_ bytes: [UInt8], _ name: String) throws -> String {
    try Data(bytes).write(to: url.appending(path: name))
    return path(name)
  }

  /// Returns the bytes of a file.
  public func read(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: url.appending(path: name)))
  }
}
