import Foundation
import Testing

@Suite("The embedding example", .serialized)
struct EmbeddingExampleTests {
  @Test("builds against this package, runs in real time and follows its tilt")
  func example() throws {
    let (status, text) = try swift("run", "--quiet", "Embedding")
    #expect(status == 0)
    let lines = text.split(separator: "\n")
    #expect(lines.last == "240 ticks")
    // The first tilt is to the left, so the crate slides to the left first.
    let places = lines.dropLast().compactMap { line in
      Double(line.split(separator: "(").last?.prefix { $0 != "," } ?? "")
    }
    #expect(places.count >= 6, "\(text)")
    #expect((places.min() ?? 150) < 140, "\(text)")
  }

  @Test("draws a ball that bounces in five ways, with the same end whatever frames were dropped")
  func ball() throws {
    let (status, svg) = try swift("run", "--quiet", "BouncingBall")
    #expect(status == 0)
    #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
    #expect(svg.count { $0 == "\n" } > 10)
    for way in ["keyframes", "samples", "timer", "frames"] {
      #expect(svg.contains("\(way) ends at 32.0<"), "\(svg.suffix(400))")
    }
    #expect(svg.contains("physics ends at "))
  }

  @Test("has a game's loop, in which a ball that is kicked takes coins")
  func arcade() throws {
    let (status, text) = try swift("run", "--quiet", "Arcade")
    #expect(status == 0)
    let coins = text.split(separator: " ").first.flatMap { Int($0) } ?? 0
    #expect((1...6).contains(coins), "\(text)")
  }

  @Test("has tests of its own, which pass")
  func ownTests() throws {
    let (status, text) = try swift("test", "--disable-xctest")
    #expect(status == 0, "\(text)")
    #expect(text.contains("2 tests"), "\(text)")
  }

  /// Runs the package manager in the example's package, and returns its output.
  private func swift(_ arguments: String...) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // Use a separate build folder because that of the tests is in use.
    let place = ["--package-path", "Examples/Embedding", "--scratch-path", ".build/embedding"]
    process.arguments = ["swift"] + arguments.prefix(1) + place + arguments.dropFirst()
    process.currentDirectoryURL = Command.root
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(),
      as: UTF8.self
    )
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }
}
