import Chipmunk
import ChipmunkEngine
import TestSupport
import Testing

@Suite("The choice of the number of threads")
struct ThreadChoiceTests {
  /// The total time of 4,000 steps on one thread, over that with the best number of threads in
  /// each. `times` has the time with 1, 2, 4, ... threads, in steps of one thread. The first step
  /// after others on fewer threads takes `cold` times as long.
  private func loss(
    limit: Int32 = 2,
    seconds: Double = 0.01,
    noise: Double = 0,
    cold: Double = 1,
    times: (_ step: Int) -> [Double]
  ) -> Double {
    var (choice, former) = (Choice(), 1)
    var (random, total, least) = (SplitMix64(seed: 1), 0.0, 0.0)
    for step in 0..<4000 {
      let times = times(step)
      let threads = choice.threads(limit: limit, processors: limit, size: 10_000)
      let time = times[threads.trailingZeroBitCount] * (threads > former ? cold : 1)
      let measured = time * (1 + noise * Double.random(in: -1...1, using: &random))
      choice.note(seconds: seconds * measured, size: 10_000)
      (total, least, former) = (total + time, least + (times.min() ?? 1), threads)
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

  @Test("uses two threads again soon after a short disturbance", arguments: [0.001, 0.01])
  func disturbance(seconds: Double) {
    for cold in [1, 1.5, 2] {
      let loss = loss(seconds: seconds, cold: cold) { $0 % 700 < 40 ? [1, 3] : [1, 0.7] }
      #expect(loss < 1.08)
    }
  }

  @Test("a trial does not count for work of another kind", arguments: [1, 1.8, 2])
  func change(cold: Double) {
    let loss = loss(seconds: 0.001, noise: 0.3, cold: cold) { step in
      step / 120 % 2 == 0 ? [1, 0.7] : [2.2, 1.54]
    }
    #expect(loss < 1.05)
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
