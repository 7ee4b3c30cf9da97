import Testing
import Tiltbox
import TiltboxFiles

@Suite("Reading arbitrary input")
struct RobustnessTests {
  @Test("never crashes on a file that is cut short or altered")
  func altered() {
    let bytes = Array(
      ExamplesTests.files.compactMap { try? ExamplesTests.text($0) }.joined(separator: "\n").utf8
    )
    #expect(bytes.count > 4000)
    let odd = Array("{}[]:,-#&*!|>'\"%@`\t\n .0~?é\u{0}".utf8) + [0xFF]
    var random = SplitMix(state: 7)
    for round in 0..<1500 {
      let start = Int(random.next(upTo: bytes.count - 600))
      var text = Array(bytes[start..<(start + 600)])
      if round.isMultiple(of: 2) { text = Array("tiltbox: 1\nbodies: [".utf8) + text }
      for _ in 0..<random.next(upTo: 6) {
        text[random.next(upTo: text.count)] = odd[random.next(upTo: odd.count)]
      }
      do {
        _ = try Scenario(utf8: text, file: "a")
      } catch {
        #expect(!error.diagnostics.isEmpty)
      }
    }
  }

  @Test(
    "takes time proportional to the number of bodies, valid or not",
    arguments: ["mass: 1", "maas: x"]
  )
  func linear(field: String) {
    func time(_ bodies: Int) -> Duration {
      let body = "  - {id: b%, box: [32, 32], at: [1, 2], \(field), friction: 0.5}\n"
      let parts = body.split(separator: "%")
      let text =
        "tiltbox: 1\nbodies:\n" + (0..<bodies).map { parts.joined(separator: "\($0)") }.joined()
      return (0..<3).map { _ in
        ContinuousClock().measure { _ = try? Scenario(yaml: text, file: "a") }
      }.min() ?? .zero
    }
    // Eight times the bodies: a ratio of 8 if linear, and 64 if each body checked all others.
    #expect(time(1600) / time(200) < 20)
  }
}

/// A small random generator with the same numbers on all platforms.
struct SplitMix {
  var state: UInt64

  mutating func next(upTo bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)) % UInt64(bound))
  }
}
