import Testing
import TiltboxVerification

@Suite("Convergence")
struct ConvergenceTests {
  /// A quantity whose distance to the continuous theory is 3·step^order.
  private func report(order: Double, claimed: Double, steps: [Double]) throws -> VerificationReport
  {
    let item = VerificationCase("a", "") { setup in
      var error = 3 * setup.step
      if order == 2 { error *= setup.step }
      var measurement = Measurement("q", "", 1 + error).exact(discrete: 1 + error, continuous: 1)
      measurement.scale = 1
      measurement.order = claimed
      return [measurement]
    }
    return try VerificationSettings(steps: steps).run([item])
  }

  @Test("the slope of the errors is the order", arguments: [1.0, 2.0])
  func slope(order: Double) throws {
    let report = try report(order: order, claimed: order, steps: [0.01, 0.02, 0.04])
    let convergence = try #require(report.convergences.first)
    #expect(abs(convergence.order - order) < 1e-9)
    #expect(convergence.points.map(\.step) == [0.04, 0.02, 0.01])
    #expect(report.passes)
  }

  @Test("an order that is not the claimed one fails the report, though every measurement passes")
  func wrongOrder() throws {
    let report = try report(order: 1, claimed: 2, steps: [0.01, 0.02])
    #expect(report.convergences.first?.passes == false)
    #expect(!report.passes)
  }

  @Test("the tolerance of an order is wider for steps that are near to each other")
  func tolerance() throws {
    let far = try report(order: 1, claimed: 1, steps: [0.01, 0.005, 0.00125])
    let near = try report(order: 1, claimed: 1, steps: [0.01, 0.0099])
    #expect(abs(try #require(far.convergences.first).allowed - 0.0792) < 1e-4)
    #expect(try #require(near.convergences.first).allowed > 1)
  }

  @Test("one step alone has no order")
  func oneStep() throws {
    let report = try report(order: 1, claimed: 1, steps: [0.01])
    #expect(report.convergences.isEmpty)
    #expect(report.passes)
  }
}
