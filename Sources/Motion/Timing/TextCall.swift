/// A text of the form `name(argument, argument)`, with the byte offset of each argument.
struct TextCall {
  struct Argument {
    var text: String
    var offset: Int
  }

  let name: String
  let arguments: [Argument]
  private let offset: Int

  /// Parses a text; `nil` if it does not have this form.
  init?(_ text: String) {
    guard let open = text.firstIndex(of: "("),
      let close = text.lastIndex(where: { !$0.isWhitespace }), text[close] == ")"
    else { return nil }
    let inside = text.index(after: open)
    self.init(
      name: String(text[..<open].filter { !$0.isWhitespace }),
      arguments: String(text[inside..<close]),
      offset: text.utf8.distance(from: text.startIndex, to: inside)
    )
  }

  init(name: String, arguments: String, offset: Int) {
    self.name = name
    self.offset = offset
    var place = offset
    self.arguments = arguments.split(separator: ",", omittingEmptySubsequences: false).map { part in
      defer { place += part.utf8.count + 1 }
      let blanks = part.prefix(while: \.isWhitespace)
      let words = part.dropFirst(blanks.count)
      let end = words.lastIndex { !$0.isWhitespace }.map { words.index(after: $0) }
      let text = words[..<(end ?? words.startIndex)]
      return Argument(text: String(text), offset: place + blanks.utf8.count)
    }
  }

  /// All arguments as numbers.
  func numbers(_ count: ClosedRange<Int>) throws(MotionError) -> [Double] {
    guard count.contains(arguments.count) else {
      throw wrongCount(
        count.count == 1 ? "\(count.lowerBound)" : "\(count.lowerBound) to \(count.upperBound)"
      )
    }
    var numbers: [Double] = []
    for argument in arguments {
      guard let number = Double(argument.text), number.isFinite else {
        throw MotionError(
          "\(name) argument \(numbers.count + 1)",
          is: "\"\(argument.text)\"",
          remedy: "give a finite number",
          offset: argument.offset
        )
      }
      numbers.append(number)
    }
    return numbers
  }

  func wrongCount(_ expected: String) -> MotionError {
    MotionError(
      name,
      has: "\(arguments.count) arguments",
      remedy: "give \(expected)",
      offset: offset
    )
  }
}
