internal import Motion
internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxJSON

/// A varied field and its values.
package struct Axis: Sendable {
  /// The values of a varied field.
  enum Values: Hashable, Sendable {
    /// Numbers in equal steps.
    case range(DecimalRange)
    /// A list of values, used in order.
    case list([FieldContent])
    /// Random numbers.
    case random(Distribution)
    /// Any number of an interval; a search chooses it.
    case interval(low: Double, high: Double)
  }

  let field: [PathComponent]
  let values: Values
  /// The values as given; a list in its parsed form.
  let text: String
  /// The place where they were given, for errors: `--vary world.gravity=0:1`, `plan.yaml:4:5`.
  package let origin: String

  /// The path of the field.
  package var path: String { field.path }

  /// Whether the values are drawn at random.
  var isRandom: Bool { if case .random = values { true } else { false } }

  /// The number of values; nil if it is unlimited.
  var count: Int? {
    switch values {
    case .range(let range): range.count
    case .list(let list): list.count
    case .random, .interval: nil
    }
  }

  /// Some of the values: the ends of a range or an interval, a random number, or a list up to a length.
  var examples: [FieldContent] {
    switch values {
    case .range(let range): [.number(range[0]), .number(range[range.count - 1])]
    case .list(let list): Array(list.prefix(10_000))
    case .random(let distribution):
      [.number(distribution.value(RandomStream(start: 0), run: 0))]
    case .interval(let low, let high): [.number(low), .number(high)]
    }
  }

  /// Reads `path=values`.
  ///
  /// - Throws: ``SweepError`` with the mistake, prefixed by the origin.
  package init(_ text: String, origin: String) throws(SweepError) {
    guard let equals = text.firstIndex(of: "=") else {
      throw SweepError("\(origin): expected path=values, as in world.gravity=500:1500:100")
    }
    try self.init(
      path: String(text[..<equals]),
      values: String(text[text.index(after: equals)...]),
      origin: origin
    )
  }

  /// Reads the path and the values of a field.
  init(path: String, values text: String, origin: String) throws(SweepError) {
    guard let field = PathComponent.components(of: path.trimmed) else {
      throw SweepError(
        "\(origin): \"\(path)\" is no path of a field; give one as in bodies.ball.mass"
      )
    }
    guard field.last != .key("id") else {
      throw SweepError("\(origin): names stay the same in all runs; vary another field")
    }
    do throws(SweepError) {
      values = try AxisParser.values(of: text, isFile: path.hasSuffix("file"))
    } catch {
      throw SweepError(error.kind, "\(origin): \(error.description)")
    }
    (self.field, self.origin) = (field, origin)
    // Store the names that a file pattern matched, so that later runs are compared by them.
    self.text =
      if case .list(let list) = values { JSON(.list(list)).line } else { text.trimmed }
  }

  /// Returns the value at an index; only for ranges and lists.
  func value(at index: Int) -> FieldContent {
    switch values {
    case .range(let range): .number(range[index])
    case .list(let list): list[index]
    case .random, .interval: preconditionFailure("\(path) has no places")
    }
  }
}

/// Parses the values of a field: a range, a distribution, an interval, or a list.
enum AxisParser {
  static func values(of text: String, isFile: Bool) throws(SweepError) -> Axis.Values {
    let text = text.trimmed
    if text.isEmpty { throw SweepError("no values are given; \(examples)") }
    if let random = try distribution(text) { return .random(random) }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 3, FieldContent.number(parts[0]) != nil {
      return .range(try DecimalRange(parts[0], to: parts[1], by: parts[2]))
    }
    let ends = parts.compactMap { FieldContent.number($0) }
    if parts.count == 2, ends.count == 2 {
      guard ends[0] < ends[1], (ends[1] - ends[0]).isFinite else {
        let remedy = ends[0] == ends[1] ? "give two numbers that differ" : "swap them"
        let problem = ends[0] < ends[1] ? tooWide : "is empty; \(remedy)"
        throw SweepError("the interval from \(parts[0]) to \(parts[1]) \(problem)")
      }
      return .interval(low: ends[0], high: ends[1])
    }
    if isRangeOfAnotherForm(text) {
      throw SweepError("\(text) is no number; a range is first:last:step, as in 1:10:1")
    }
    return .list(try list(text, isFile: isFile))
  }

  /// Whether a text is a range in another notation: `1-10`, `1..10`, `1...10`.
  private static func isRangeOfAnotherForm(_ text: String) -> Bool {
    ["...", "..", "-", "–", " to "].contains { sign in
      guard let place = text.firstRange(of: sign) else { return false }
      return [text[..<place.lowerBound], text[place.upperBound...]].allSatisfy {
        FieldContent.number($0) != nil
      }
    }
  }

  /// The problem of ends whose difference or ratio is larger than any number.
  private static let tooWide = "is wider than numbers reach; give nearer ends"

  private static let examples =
    "give a range 0:1:0.05, a list 0.2,0.5, or uniform(0, 1), normal(0, 1), loguniform(0.1, 10)"

  private static let names = ["uniform", "normal", "loguniform"]

  private static func distribution(_ text: String) throws(SweepError) -> Distribution? {
    guard let open = text.firstIndex(of: "(") else { return nil }
    let name = text[..<open].trimmed
    guard !name.isEmpty, name.allSatisfy(\.isLetter) else { return nil }
    guard names.contains(name) else {
      if text.last != ")" { return nil }
      throw SweepError("\(name) is no distribution; \(examples)")
    }
    let inside = text[text.index(after: open)...].dropLast()
    let words = inside.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
    let numbers = words.compactMap { FieldContent.number($0) }
    guard text.last == ")", words.count == 2, numbers.count == 2 else {
      throw SweepError("\(name) takes two numbers in parentheses, as in \(name)(0.5, 2)")
    }
    let (a, b) = (numbers[0], numbers[1])
    if name == "normal" {
      guard b > 0 else {
        throw SweepError("the standard deviation is \(words[1]); give one above 0")
      }
      return .normal(mean: a, deviation: b)
    }
    if name == "loguniform", a <= 0 {
      throw SweepError("loguniform begins at \(words[0]); give a number above 0")
    }
    guard a < b, (name == "uniform" ? b - a : b / a).isFinite else {
      let problem = a < b ? tooWide : "is empty; give the smaller first"
      throw SweepError("the range from \(words[0]) to \(words[1]) \(problem)")
    }
    return name == "uniform" ? .uniform(low: a, high: b) : .logUniform(low: a, high: b)
  }

  /// Returns the values of a list, with file patterns expanded.
  private static func list(_ text: String, isFile: Bool) throws(SweepError) -> [FieldContent] {
    let given: [FieldContent]
    do {
      given = try FieldContent.list(of: text)
    } catch {
      throw SweepError("\(error); \(examples)")
    }
    guard !given.isEmpty else { throw SweepError("the list is empty; \(examples)") }
    guard isFile else { return given }
    var found: [FieldContent] = []
    for value in given {
      guard case .text(let pattern) = value, pattern.contains(where: { "*?[".contains($0) }) else {
        found.append(value)
        continue
      }
      let files = Files.matching(pattern)
      guard !files.isEmpty else {
        throw SweepError("no file is called like \(pattern); a path starts where you are")
      }
      found += files.map { .text($0) }
    }
    return found
  }
}

/// Numbers from a first to a last one in equal steps: `0:1:0.05`.
///
/// If all three are decimals, so are the numbers between: the fourth of `0:1:0.05` is exactly 0.15, without accumulated
/// rounding errors.
struct DecimalRange: Hashable, Sendable {
  /// The count of numbers; at least one.
  let count: Int
  /// The first number and the step; if all are decimals, scaled by a power of ten to whole numbers.
  private let low: Double
  private let step: Double
  private let scale: Double

  /// The maximum count of numbers in a range.
  static let most = 1_000_000_000

  /// Parses the three parts.
  ///
  /// - Throws: ``SweepError`` with the mistake.
  init(_ low: Substring, to high: Substring, by step: Substring) throws(SweepError) {
    let words = [low, high, step]
    let numbers = words.map { FieldContent.number($0) }
    guard let first = numbers[0], let last = numbers[1], let step = numbers[2] else {
      let wrong = zip(words, numbers).first { $0.1 == nil }?.0 ?? ""
      throw SweepError("\"\(wrong)\" is no number; give first:last:step, as in 0:1:0.05")
    }
    guard step != 0 else { throw SweepError("the step is 0; give another, as in 0:1:0.05") }
    let steps = ((last - first) / step + 1e-9).rounded(.down)
    guard steps >= 0 else {
      let way = step > 0 ? "above" : "below"
      throw SweepError(
        "the range is empty: \(words[0]) is \(way) \(words[1]); swap them, or change the step's sign"
      )
    }
    guard steps > 0 || first == last else {
      let count = abs(step).rounded()
      // A fraction: a rounded decimal may miss the last number.
      let pitch = "\((last - first).brief())/\((count - 1).brief())"
      let remedy =
        count < 3 || count != abs(step)
        ? "take a shorter one"
        : "for \(count.brief()) numbers write \(words[0]):\(words[1]):\(pitch)"
      throw SweepError("the step \(words[2]) goes beyond \(words[1]); \(remedy)")
    }
    guard steps < Double(Self.most) else {
      throw SweepError("the range has more than \(Self.most) numbers; take a longer step")
    }
    count = Int(steps) + 1
    scale = Self.scale(of: words, [first, last, step])
    (self.low, self.step) =
      scale == 1 ? (first + 0, step) : ((first * scale).rounded() + 0, (step * scale).rounded())
  }

  /// The number at an index from 0. O(1).
  subscript(index: Int) -> Double { (low + Double(index) * step) / scale }

  /// Returns the power of ten that makes decimals whole numbers; 1 if there is none.
  private static func scale(of words: [Substring], _ numbers: [Double]) -> Double {
    var places = 0
    for word in words {
      let parts = word.trimmed.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count <= 2, word.trimmed.utf8.allSatisfy({ "+-.0123456789".utf8.contains($0) })
      else { return 1 }
      places = max(places, parts.count == 2 ? parts[1].count : 0)
    }
    guard places <= 15 else { return 1 }
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    return numbers.allSatisfy { abs(($0 * scale).rounded()) < 0x1p52 } ? scale : 1
  }
}

/// A probability distribution.
enum Distribution: Hashable, Sendable {
  /// Uniform from low to just below high.
  case uniform(low: Double, high: Double)
  /// Normal, with a mean and a standard deviation.
  case normal(mean: Double, deviation: Double)
  /// From low, above 0, to just below high, with a uniform logarithm.
  case logUniform(low: Double, high: Double)

  /// Returns the number of a run.
  func value(_ stream: RandomStream, run: Int) -> Double {
    switch self {
    case .uniform(let low, let high): low + (high - low) * stream.unit(run)
    case .normal(let mean, let deviation):
      mean + deviation * NormalQuantile.value(stream.openUnit(run))
    case .logUniform(let low, let high):
      low * exponential(logarithm(high / low) * stream.unit(run))
    }
  }
}

/// The quantile function of the normal distribution.
///
/// Algorithm AS 241 (Wichura, *Applied Statistics* 37, 1988), PPND16: accurate to about one part in 10¹⁶.
enum NormalQuantile {
  /// Returns the quantile of the standard normal distribution; the probability must be above 0 and below 1.
  static func value(_ probability: Double) -> Double {
    let q = probability - 0.5
    if abs(q) <= 0.425 {
      let r = 0.180625 - q * q
      return q * ratio(r, middle)
    }
    let r = (-logarithm(q < 0 ? probability : 1 - probability)).squareRoot()
    let size = r <= 5 ? ratio(r - 1.6, near) : ratio(r - 5, far)
    return q < 0 ? -size : size
  }

  private typealias Polynomials = (over: [Double], under: [Double])

  private static func ratio(_ x: Double, _ polynomials: Polynomials) -> Double {
    func value(_ coefficients: [Double]) -> Double { coefficients.reduce(0) { $0 * x + $1 } }
    return value(polynomials.over) / value(polynomials.under)
  }

  private static let middle: Polynomials = (
    [
      2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987,
      13731.69376550946, 1971.5909503065513, 133.14166789178438, 3.3871328727963665,
    ],
    [
      5226.495278852854, 28729.085735721943, 39307.89580009271, 21213.794301586597,
      5394.196021424751, 687.1870074920579, 42.31333070160091, 1.0,
    ]
  )
  private static let near: Polynomials = (
    [
      0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684,
      3.6478483247632045, 5.769497221460691, 4.630337846156546, 1.4234371107496835,
    ],
    [
      1.0507500716444169e-09, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008,
      0.6897673349851, 1.6763848301838038, 2.053191626637759, 1.0,
    ]
  )
  private static let far: Polynomials = (
    [
      2.0103343992922881e-07, 2.7115555687434876e-05, 0.0012426609473880784, 0.026532189526576124,
      0.29656057182850487, 1.7848265399172913, 5.463784911164114, 6.657904643501103,
    ],
    [
      2.0442631033899397e-15, 1.421511758316446e-07, 1.8463183175100548e-05, 0.0007868691311456133,
      0.014875361290850615, 0.1369298809227358, 0.599832206555888, 1.0,
    ]
  )
}
