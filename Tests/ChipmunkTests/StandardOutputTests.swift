import Chipmunk
import Foundation
import TestSupport
import Testing

@Suite("Standard output")
struct StandardOutputTests {
  @Test("contains what was printed before and after the first space, and not a byte more")
  func carriesNothingElse() async throws {
    let result = try await #require(
      processExitsWith: .success,
      observing: [\.standardOutputContent]
    ) {
      // Still in the buffer of C's `stdout` while the first space is made.
      print("<before", terminator: "|")
      let run = try Scene.crates.run()
      _ = try Space()
      print(run.space.tick, terminator: "|")
      print("after>")
    }
    let output = String(decoding: result.standardOutputContent, as: UTF8.self)
    let ours = try #require(output.firstRange(of: "<before|1200|after>"))
    #expect(ours.upperBound <= output.endIndex)
    #expect(!output.contains("Chipmunk v") && !output.contains("NDEBUG"))
    // The test runner's own output comes first.
    #expect(output.suffix(from: ours.upperBound) == "\n")
  }
}
