import Testing

@testable import TiltboxFiles

@Suite("Random number generator")
struct RandomStreamTests {
  @Test("is SplitMix64 as published")
  func reference() {
    let stream = RandomStream(start: 1_234_567)
    let published: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
    ]
    #expect((0..<5).map { stream.bits($0) } == published)
  }

  @Test("gives each field and each seed its own stream")
  func streams() {
    let streams = [
      RandomStream(seed: 1, path: "a"), RandomStream(seed: 1, path: "b"),
      RandomStream(seed: 2, path: "a"),
    ]
    #expect(Set(streams.flatMap { g in (0..<100).map { g.bits($0) } }).count == 300)
  }

  @Test("fills the unit interval evenly, and never leaves it")
  func uniform() {
    let stream = RandomStream(seed: 5, path: "world.gravity")
    let numbers = (0..<100_000).map { stream.unit($0) }
    #expect(numbers.allSatisfy { (0..<1).contains($0) })
    let mean = numbers.reduce(0, +) / 1e5
    #expect(abs(mean - 0.5) < 0.005)
    for tenth in 0..<10 {
      let count = numbers.count { Int($0 * 10) == tenth }
      #expect(abs(count - 10_000) < 500)
    }
    let open = (0..<100_000).map { stream.openUnit($0) }
    #expect(open.allSatisfy { $0 > 0 && $0 < 1 })
  }
}
