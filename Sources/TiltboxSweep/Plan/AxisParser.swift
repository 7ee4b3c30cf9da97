internal import TiltboxFiles

/// Parses the values of a field: a range, a distribution, an interval, or a list.
enum AxisParser {
  static func values(of text: String, isFile: Bool) throws(SweepError) -> Axis.Values {
    let text = text.trimmed
    if text.isEmpty { throw SweepError("no values are given; \(examples)") }
    if let random = try distribution(text) { return .random(random) }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let isNumeric = parts.allSatisfy { FieldValue.number($0) != nil }
    if parts.count == 3, isNumeric || FieldValue.number(parts[0]) != nil {
      return .range(try DecimalRange(parts[0], to: parts[1], by: parts[2]))
    }
    if parts.count == 2, isNumeric { return try interval(parts) }
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
        FieldValue.number($0) != nil
      }
    }
  }

  private static let examples =
    "give a range 0:1:0.05, a list 0.2,0.5, or uniform(0, 1), normal(0, 1), loguniform(0.1, 10)"

  private static func interval(_ parts: [Substring]) throws(SweepError) -> Axis.Values {
    let (low, high) = (FieldValue.number(parts[0]) ?? 0, FieldValue.number(parts[1]) ?? 0)
    guard low < high else {
      throw SweepError("the interval from \(parts[0]) to \(parts[1]) is empty; swap them")
    }
    return .interval(low: low, high: high)
  }

  private static func distribution(_ text: String) throws(SweepError) -> Distribution? {
    guard text.last == ")", let open = text.firstIndex(of: "(") else { return nil }
    let name = text[..<open].trimmed
    guard !name.isEmpty, name.allSatisfy(\.isLetter) else { return nil }
    let inside = text[text.index(after: open)...].dropLast()
    let words = inside.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = words.compactMap { FieldValue.number($0) }
    guard ["uniform", "normal", "loguniform"].contains(name) else {
      throw SweepError("\(name) is no distribution; \(examples)")
    }
    guard words.count == 2, numbers.count == 2 else {
      throw SweepError("\(name) takes two numbers, as in \(name)(0.5, 2)")
    }
    let (a, b) = (numbers[0], numbers[1])
    switch name {
    case "normal":
      guard b > 0 else {
        throw SweepError("the standard deviation is \(words[1].trimmed); give one above 0")
      }
      return .normal(mean: a, deviation: b)
    case "uniform":
      guard a < b else { throw empty(words) }
      return .uniform(low: a, high: b)
    default:
      guard a > 0 else {
        throw SweepError("loguniform begins at \(words[0].trimmed); give a number above 0")
      }
      guard a < b else { throw empty(words) }
      return .logUniform(low: a, high: b)
    }
  }

  private static func empty(_ words: [Substring]) -> SweepError {
    let (low, high) = (words[0].trimmed, words[1].trimmed)
    return SweepError("the range from \(low) to \(high) is empty; give the smaller first")
  }

  /// Returns the values of a list, with file patterns expanded.
  private static func list(_ text: String, isFile: Bool) throws(SweepError) -> [FieldValue] {
    let given: [FieldValue]
    do {
      given = try FieldValue.list(of: text)
    } catch {
      throw SweepError("\(error); \(examples)")
    }
    guard !given.isEmpty else { throw SweepError("the list is empty; \(examples)") }
    guard isFile else { return given }
    var found: [FieldValue] = []
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
