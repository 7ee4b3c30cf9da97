internal import TiltboxJSON

extension VerificationReport {
  /// The report as a JSON object: whether it passes, all measurements and all orders of convergence.
  ///
  /// Numbers are the shortest decimals that read back as the same doubles; non-finite numbers are null.
  package var json: String {
    func lines(_ values: [JSON]) -> String { values.map { "\n" + $0.line }.joined(separator: ",") }
    return "{\"tiltbox\":1,\"kind\":\"verification\",\"passes\":\(passes),\n\"measurements\":["
      + lines(results.map(\.json)) + "],\n\"convergences\":[" + lines(convergences.map(\.json))
      + "]}\n"
  }
}

extension VerificationResult {
  fileprivate var json: JSON {
    .object([
      ("case", .text(caseName)), ("step", .number(step)),
      ("quantity", .text(measurement.quantity)), ("unit", .text(measurement.unit)),
      ("measured", .number(measurement.measured)),
      ("discrete", .number(measurement.discrete ?? .nan)),
      ("continuous", .number(measurement.continuous ?? .nan)),
      ("scale", .number(measurement.scale)), ("error", .number(measurement.error)),
      ("allowed", .number(measurement.allowed)), ("reason", .text(measurement.reason)),
      ("passes", .flag(measurement.passes)),
    ])
  }
}

extension Convergence {
  fileprivate var json: JSON {
    .object([
      ("case", .text(caseName)), ("quantity", .text(quantity)), ("order", .number(order)),
      ("claimed", .number(claimed)), ("allowed", .number(allowed)),
      ("points", .array(points.map { JSON([$0.step, $0.error]) })), ("passes", .flag(passes)),
    ])
  }
}
