import Foundation
import Testing

@Suite("The example of embedding")
struct EmbeddingExampleTests {
  @Test("builds against this package, runs in real time and follows its tilt")
  func example() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // A folder of its own: the one that the tests were built in is in use.
    process.arguments = [
      "swift", "run", "--quiet", "--package-path", "Examples/Embedding",
      "--scratch-path", ".build/embedding",
    ]
    process.currentDirectoryURL = Command.root
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(),
      as: UTF8.self
    )
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let lines = text.split(separator: "\n")
    #expect(lines.last == "240 ticks")
    // It slides to the left first: the first tilt is to the left.
    let places = lines.dropLast().compactMap { line in
      Double(line.split(separator: "(").last?.prefix { $0 != "," } ?? "")
    }
    #expect(places.count >= 6, "\(text)")
    #expect((places.min() ?? 150) < 140, "\(text)")
  }
}
