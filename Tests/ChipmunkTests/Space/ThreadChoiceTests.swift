import Chipmunk
import ChipmunkEngine
import TestSupport
import Testing

@Suite("The choice of the number of threads")
struct ThreadChoiceTests {
  /// The total time of 4,000 steps of 10 ms each on one thread, over that with the best number of
  /// threads in each. `times` has the time with 1, 2, 4, ... threads, in steps of one thread.
  private func loss(
    limit: Int32 = 2,
    noise: Double = 0,
    times: (_ step: Int) -> [Double]
  ) -> Double {
    var choice = Choice()
    var (random, total, least) = (SplitMix64(seed: 1), 0.0, 0.0)
    for step in 0..<4000 {
      let times = times(step)
      let threads = choice.threads(limit: limit, processors: limit, size: 10_000)
      let time = times[threads.trailingZeroBitCount]
      let measured = time * (1 + noise * Double.random(in: -1...1, using: &random))
      choice.note(seconds: 0.01 * measured, size: 10_000)
      (total, least) = (total + time, least + times.reduce(1, min))
    }
    return total / least
  }

  @Test(
    "loses at most 3 % to the best number, however much quicker or slower two threads are",
    arguments: [0.54, 0.7, 0.9, 1.1, 1.5, 2.4]
  )
  func steady(two: Double) {
    #expect(loss { _ in [1, two] } < 1.03)
    #expect(loss(noise: 0.3) { _ in [1, two] } < 1.05)
  }

  @Test(
    "loses at most a tenth if another process works for a while again and again",
    arguments: [200, 500, 1000]
  )
  func neighbor(length: Int) {
    let loss = loss { step in step / length % 2 == 0 ? [1, 0.6] : [1, 2.4] }
    #expect(loss < 1.1)
  }

  @Test("finds four of eight threads", arguments: [0.0, 0.2])
  func four(noise: Double) {
    #expect(loss(limit: 8, noise: noise) { _ in [1, 0.7, 0.5, 0.9] } < 1.05)
  }

  @Test("uses one thread for few bodies, and no more threads than processors")
  func bounds() {
    let few = Choice.first(limit: 2, processors: 2, size: 999)
    let some = Choice.first(limit: 16, processors: 3, size: 1000)
    let alone = Choice.first(limit: 16, processors: 1, size: 1000)
    #expect([few, some, alone] == [1, 2, 1])
  }
}

private struct Choice {
  private var choice = ceThreadChoice()

  mutating func threads(limit: Int32, processors: Int32, size: Int32) -> Int {
    unsafe Int(ceThreadChoiceNext(&choice, limit, processors, size))
  }

  mutating func note(seconds: Double, size: Int32) {
    if choice.isTimed { unsafe ceThreadChoiceNote(&choice, seconds, size) }
  }

  static func first(limit: Int32, processors: Int32, size: Int32) -> Int {
    var choice = Choice()
    return choice.threads(limit: limit, processors: processors, size: size)
  }
}
