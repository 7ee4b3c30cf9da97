import Foundation
import Testing

/// Digests on processors without some instructions, as far as one processor can stand in for others: glibc chooses its
/// mathematics functions by what it is told the processor has.
@Suite("Digests")
struct DigestTests {
  private static let processors = [
    "", "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2",
    "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-AVX,-SSE4_1,-SSE4_2,-SSSE3",
  ]

  /// Returns the digests of a scenario's run, one for each processor.
  private func digests(_ options: String, input: String = "") throws -> [String] {
    try Self.processors.map { processor in
      let command = "GLIBC_TUNABLES=\(processor) \"$0\" run \(options) --fast --format none"
      let run = try Command.shell(command, input: input)
      let summary = try #require(try run.objects().last, "\(run.errors)")
      return try #require(summary["digest"] as? String)
    }
  }

  #if arch(x86_64)
  @Test("are those that the documentation shows")
  func documented() throws {
    let page = Command.root.appending(path: "docs/recording.md")
    let digest = try #require(try digests("").first)
    let text = try String(contentsOf: page, encoding: .utf8)
    #expect(text.contains(#""kind":"summary","ticks":1200,"t":10,"digest":"\#(digest)""#))
  }

  @Test(
    "are constants on x86-64",
    arguments: [
      ("phone", "1f6340dfdfd1af4f"), ("joints", "b92706896a539deb"),
      ("moving-parts", "d46eaaa8288540d8"), ("motion/paddle", "e6864129ea38cba3"),
      ("motion/planet", "0d9d28f64af0b9fa"),
    ]
  )
  func constants(example: String, digest: String) throws {
    #expect(
      try digests("Examples/\(example).yaml")
        == Array(repeating: digest, count: Self.processors.count)
    )
  }
  #endif

  /// With this many coefficients, `pow` and `exp` differ between processors.
  @Test("are the same on every processor, even with hundreds of joints and springs")
  func joints() throws {
    let scenario = """
      tiltbox: 1
      world: {damping: 0.7, gravity: 300}
      bodies:
        - {repeat: 300, id: ball, circle: 3, mass: 1, at: [=40 + i, =20*i], angularVelocity: 1}
      constraints:
        - {repeat: 300, pin: ["ball-{i}", ground], anchorA: [1, 1], anchorB: [0, =20*i],
           distance: 30, errorBias: =0.001 + 0.0033*i}
        - {repeat: 300, spring: ["ball-{i}", ground], anchorA: [2, 0], anchorB: [9, =20*i],
           restLength: 10, stiffness: 20, damping: =0.1 + i/100}
        - {repeat: 300, rotarySpring: ["ball-{i}", ground], restAngle: 1, stiffness: 100,
           damping: =1 + i/10}
      run: {duration: 0.5}
      """
    #expect(Set(try digests("-", input: scenario)).count == 1)
  }
}
