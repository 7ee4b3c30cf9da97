internal import Tiltbox
internal import TiltboxJSON

/// An error in one line of tilt. Throwing is cheap: the text is built on demand.
struct TiltLineError: Error, Equatable {
  /// The kinds of errors, with the details that their messages need beyond the line itself.
  enum Fault: Equatable {
    case unclosedQuote
    case textAfterQuote
    case tooFewFields(Int, expected: Int)
    case plainFields(Int)
    case noAxes
    case unknownUnit
    case unknownTimeUnit
    case mixedUnits
    case columnTwice
    case empty(Role)
    case notANumber(Role)
    case notFinite(Role)
    case timeGoesBack(from: Double, to: Double)
    case anotherFormat
    case secondHeader
    case tooLarge(Tilt)
    case syntax(expected: JSONError.Expected)
  }

  /// The meaning of a value.
  enum Role: String {
    case time, x, y, z
  }

  var fault: Fault
  /// The range of the invalid bytes in the line.
  var range: Range<Int>

  init(_ fault: Fault, at range: Range<Int>) {
    self.fault = fault
    self.range = range
  }

  /// Returns the problem and the remedy.
  func message(in line: Span<UInt8>) -> String {
    let text = line.quoted(range.clamped(to: 0..<line.count))
    return switch fault {
    case .unclosedQuote: "the quote is never closed; close it on the same line"
    case .textAfterQuote: "\(text) follows a closing quote; put a separator between the fields"
    case .tooFewFields(let found, let expected):
      "\(found) \(found == 1 ? "field" : "fields") where the header names \(expected); "
        + "complete the row or remove it"
    case .plainFields(let count):
      "\(count) \(count == 1 ? "number" : "numbers") without a header; "
        + "a plain line is `x y` or `x y z`, in g; else name the columns, as in `t,x,y`"
    case .noAxes: TiltLayout.noAxesMessage(for: line)
    case .unknownUnit: "the unit in \(text) is not known; write (m/s^2) or (g)"
    case .unknownTimeUnit: "the unit in \(text) is not known; write (s), (ms), (us) or (ns)"
    case .mixedUnits: "\(text) has another unit than the other axes; give all axes the same"
    case .columnTwice: "\(text) is there twice; rename or remove one of the two"
    case .empty(let role): "\(role.rawValue) is empty; give a number"
    case .notANumber(let role): "\(role.rawValue) is \(text), which is not a number; give a number"
    case .notFinite(let role): "\(role.rawValue) is \(text); give a finite number"
    case .timeGoesBack(let from, let to):
      "time goes back from \(from) to \(to); sort the samples by time"
    case .anotherFormat:
      "this sample has other names or units than the first; write all samples of a file alike"
    case .secondHeader: "\(text) is a second header; keep one header, above the first sample"
    case .tooLarge(let tilt):
      "a tilt of (\(tilt.x.brief()), \(tilt.y.brief())) g is out of range; "
        + "give at most \(Scenario.tilt.range.upperBound.brief()) g, and check the unit"
    case .syntax(let expected):
      "expected \(expected.rawValue)\(expected == .end ? " after the closing brace" : "")"
        + "\(range.isEmpty ? " before the end of the line" : ", not \(text)"); "
        + "write an object such as {\"t\":0.1,\"x\":0,\"y\":-1}"
    }
  }
}
