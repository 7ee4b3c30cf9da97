internal import TiltboxFiles

extension VerificationReport {
  /// The report as a JSON object: whether it passes, every measurement, every order of convergence.
  ///
  /// Numbers are the shortest decimals that read back to the same doubles; what is not finite is null.
  package var json: String {
    var text = TextBuffer()
    text.append("{\"tiltbox\":1,\"kind\":\"verification\",\"passes\":")
    text.append(passes ? "true" : "false")
    text.append(",\n\"measurements\":[")
    for (index, result) in results.enumerated() {
      text.append(index > 0 ? ",\n" : "\n")
      result.write(to: &text)
    }
    text.append("],\n\"convergences\":[")
    for (index, convergence) in convergences.enumerated() {
      text.append(index > 0 ? ",\n" : "\n")
      convergence.write(to: &text)
    }
    text.append("]}\n")
    return text.text
  }
}

extension VerificationResult {
  fileprivate func write(to text: inout TextBuffer) {
    text.append("{\"case\":")
    text.append(json: caseName)
    text.append(",\"step\":")
    text.append(step)
    text.append(",\"quantity\":")
    text.append(json: measurement.quantity)
    text.append(",\"unit\":")
    text.append(json: measurement.unit)
    text.append(",\"measured\":")
    text.append(measurement.measured)
    text.append(",\"discrete\":")
    text.append(measurement.discrete ?? .nan)
    text.append(",\"continuous\":")
    text.append(measurement.continuous ?? .nan)
    text.append(",\"scale\":")
    text.append(measurement.scale)
    text.append(",\"error\":")
    text.append(measurement.error)
    text.append(",\"allowed\":")
    text.append(measurement.allowed)
    text.append(",\"reason\":")
    text.append(json: measurement.reason)
    text.append(",\"passes\":")
    text.append(measurement.passes ? "true}" : "false}")
  }
}

extension Convergence {
  fileprivate func write(to text: inout TextBuffer) {
    text.append("{\"case\":")
    text.append(json: caseName)
    text.append(",\"quantity\":")
    text.append(json: quantity)
    text.append(",\"order\":")
    text.append(order)
    text.append(",\"claimed\":")
    text.append(claimed)
    text.append(",\"allowed\":")
    text.append(allowed)
    text.append(",\"points\":")
    text.append(list: points) { JSONLines.append([$0.step, $0.error], to: &$1) }
    text.append(",\"passes\":")
    text.append(passes ? "true}" : "false}")
  }
}
