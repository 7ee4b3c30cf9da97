internal import Tiltbox
internal import TiltboxDrawing

/// A JUnit XML report for continuous integration: a suite for each file, a test case for each expectation.
enum JUnitReport {
  static func xml(of outcomes: [CheckOutcome]) -> String {
    let suites = outcomes.map(suite).joined()
    let total = counts(of: outcomes)
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="tiltbox check" \(total)>
      \(suites)</testsuites>

      """
  }

  private static func suite(of outcome: CheckOutcome) -> String {
    let name = outcome.file.escapedForXML
    var cases = outcome.results.enumerated().map { index, result in
      testCase(result, in: name, picture: outcome.picture(of: index))
    }
    cases += outcome.quarantined.map { event in
      "<testcase classname=\"\(name)\" name=\"\(event.a.escapedForXML) stays within bounds\">"
        + "<failure message=\"diverged\">\(CheckOutcome.report(of: event).escapedForXML)</failure></testcase>\n"
    }
    if let error = outcome.error {
      cases = [
        "<testcase classname=\"\(name)\" name=\"runs\"><error message=\"not run to its end\">"
          + "\(error.escapedForXML)</error></testcase>\n"
      ]
    } else if cases.isEmpty {
      cases = ["<testcase classname=\"\(name)\" name=\"runs\"/>\n"]
    }
    return "<testsuite name=\"\(name)\" \(counts(of: [outcome]))>\n\(cases.joined())</testsuite>\n"
  }

  private static func testCase(
    _ result: ExpectationResult,
    in file: String,
    picture: String?
  ) -> String {
    let head =
      "<testcase classname=\"\(file)\" name=\"\(result.expectation.description.escapedForXML)\""
    guard !result.isMet else { return head + "/>\n" }
    return head + "><failure message=\"got \(result.got.escapedForXML)\">"
      + "\(result.report.escapedForXML)</failure>" + attachment(picture) + "</testcase>\n"
  }

  /// Returns a reference to a test case's file, in the form that CI systems read.
  private static func attachment(_ file: String?) -> String {
    guard let file else { return "" }
    return "<system-out>[[ATTACHMENT|\(absolutePath(of: file).escapedForXML)]]</system-out>"
  }

  private static func counts(of outcomes: [CheckOutcome]) -> String {
    let tests = outcomes.reduce(0) { $0 + max(1, $1.results.count + $1.quarantined.count) }
    let failures = outcomes.reduce(0) { $0 + $1.failures.count + $1.quarantined.count }
    let errors = outcomes.count { $0.error != nil }
    let seconds = (outcomes.reduce(0) { $0 + $1.seconds } * 1e6).rounded() / 1e6
    return "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\" time=\"\(seconds)\""
  }
}
