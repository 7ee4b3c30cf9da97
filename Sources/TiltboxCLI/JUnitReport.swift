internal import Tiltbox

/// A report in the XML that systems for continuous integration read: a suite for each file, a test case
/// for each expectation.
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
    let name = escaped(outcome.file)
    var cases = outcome.results.enumerated().map { index, result in
      testCase(result, in: name, picture: outcome.picture(of: index))
    }
    if let error = outcome.error {
      cases = [
        "<testcase classname=\"\(name)\" name=\"runs\"><error message=\"not run to its end\">"
          + "\(escaped(error))</error></testcase>\n"
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
    let head = "<testcase classname=\"\(file)\" name=\"\(escaped(result.expectation.description))\""
    guard !result.isMet else { return head + "/>\n" }
    return head + "><failure message=\"got \(escaped(result.got))\">"
      + "\(escaped(result.report))</failure>" + attachment(picture) + "</testcase>\n"
  }

  /// A file of the test case's, as the systems that show such files read it.
  private static func attachment(_ file: String?) -> String {
    guard let file else { return "" }
    return "<system-out>[[ATTACHMENT|\(escaped(absolutePath(of: file)))]]</system-out>"
  }

  private static func counts(of outcomes: [CheckOutcome]) -> String {
    let tests = outcomes.reduce(0) { $0 + max(1, $1.results.count) }
    let failures = outcomes.reduce(0) { $0 + $1.failures.count }
    let errors = outcomes.count { $0.error != nil }
    let seconds = (outcomes.reduce(0) { $0 + $1.seconds } * 1e6).rounded() / 1e6
    return "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\" time=\"\(seconds)\""
  }

  /// As it may stand in XML, which has no place for most control characters.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n": escaped += "&#10;"
      case "\t": escaped += "&#9;"
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
        escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
