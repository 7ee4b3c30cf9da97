import Testing
import TiltboxVerification

@Suite("Measurement")
struct MeasurementTests {
  @Test("its error is the distance to the discrete theory, as a share of the scale")
  func error() {
    let measurement = Measurement("way", "units", 99).exact(discrete: 100, continuous: 200)
    #expect(measurement.error == 1.0 / 200)
    #expect(measurement.discretizationError == 101.0 / 200)
    #expect(!measurement.passes)
  }

  @Test("without a discrete theory it is the distance to the continuous one")
  func bound() {
    let within = Measurement("way", "", 99).near(100, within: 0.01).because("of a")
    #expect(within.error == 0.01)
    #expect(within.passes)
    let beyond = Measurement("way", "", 98).near(100, within: 0.01).because("of a")
    #expect(!beyond.passes)
  }

  @Test("NaN does not pass")
  func notANumber() {
    #expect(!Measurement("way", "", .nan).exact(discrete: 1).passes)
    #expect(!Measurement("way", "", .infinity).exact(discrete: 1).passes)
  }
}
