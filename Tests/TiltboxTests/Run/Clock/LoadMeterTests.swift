import Testing

@testable import Tiltbox

@Suite("Load meter")
struct LoadMeterTests {
  @Test("is the cost over the simulated time of the last second")
  func slides() {
    var meter = LoadMeter(step: 0.01)
    #expect(meter.load == 0)
    meter.record(.milliseconds(5))
    #expect(meter.load == 0.5 && !meter.isFull)
    for _ in 1...99 { meter.record(.milliseconds(1)) }
    #expect(meter.isFull)
    #expect(abs(meter.load - 0.104) < 1e-12)
    meter.record(.milliseconds(1))
    #expect(abs(meter.load - 0.1) < 1e-12)
    for _ in 1...100 { meter.record(.milliseconds(30)) }
    #expect(abs(meter.load - 3) < 1e-12)
  }

  @Test("accepts steps from a microsecond to a minute", arguments: [1e-6, 0.4, 60])
  func steps(step: Double) {
    var meter = LoadMeter(step: step)
    for _ in 1...10 { meter.record(.seconds(step / 4)) }
    #expect(abs(meter.load - 0.25) < 1e-9)
  }
}
