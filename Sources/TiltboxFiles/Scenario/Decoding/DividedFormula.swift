internal import Tiltbox

/// A formula that ends at a comma because it has no quotes, with its other parts.
package struct DividedFormula {
  /// The first part.
  let first: String
  package let text: String
  /// The number of parts after the first.
  let count: Int

  /// The maximum number of bytes, beyond those of any formula.
  private static let longest = 1000

  /// Joins the parts up to the closing parenthesis; nil if the first is complete, or another one is no text.
  init?(_ first: Scalar?, _ parts: some Sequence<String?>) {
    guard let first, first.isPlain || first.formula != nil else { return nil }
    var text = first.written
    var open = Self.open(text)
    guard open > 0 else { return nil }
    var count = 0
    for part in parts where open > 0 {
      guard let part, text.utf8.count < Self.longest else { return nil }
      text += ", \(part)"
      open += Self.open(part)
      count += 1
    }
    guard open == 0 else { return nil }
    (self.first, self.text, self.count) = (first.written, text, count)
  }

  /// Joins what the first of some entries begins, and whose commas begin the others, as in `{circle: =max(3, i)}`.
  package init?(_ entries: ArraySlice<Node.Entry>) {
    let keys = entries.dropFirst().lazy.map { $0.value.scalar?.isEmpty == true ? $0.key : nil }
    self.init(entries.first?.value.scalar, keys)
  }

  /// Whether the comma divides the arguments of a function, not the numbers of a list in parentheses.
  package var isCall: Bool {
    zip(first, first.dropFirst()).contains { ($0.isLetter || $0.isNumber) && $1 == "(" }
  }

  /// The text in the outermost parentheses.
  var arguments: String {
    let inner = text.drop { $0 != "(" }.dropFirst()
    return String(inner.last == ")" ? inner.dropLast() : inner)
  }

  private static func open(_ text: String) -> Int {
    text.utf8.reduce(0) { $0 + ($1 == UInt8(ascii: "(") ? 1 : $1 == UInt8(ascii: ")") ? -1 : 0) }
  }
}

extension FieldType {
  /// Whether the field can contain two numbers in a list.
  fileprivate var takesPair: Bool {
    switch self {
    case .pair, .list(.formula, count: 2...2): true
    case .either(let first, _): first.takesPair
    default: false
    }
  }

  /// Whether the elements of a list in the field are numbers.
  fileprivate var takesNumbers: Bool {
    switch self {
    case .numbers, .pair, .list(.formula, _): true
    case .either(let first, let second): first.takesNumbers || second.takesNumbers
    default: false
    }
  }

  /// Returns the advice for a formula, a text or a list in parentheses that ends at a comma; nil if it is none of them.
  func advice(on divided: DividedFormula) -> String? {
    func quotes(_ noun: String) -> String? {
      guard divided.isCall else { return nil }
      return "\"\(divided.first)\" ends at a comma; "
        + "put a \(noun) with a comma in quotes: \"\(divided.text)\""
    }
    if takesFormula { return quotes("formula") }
    if case .timing = self { return quotes("text") }
    if takesList {
      let color =
        if case .numbers = self { ColorName.list(of: divided.text) } else { nil as String? }
      return "expected \(words), got \(divided.text); "
        + (color.map { "write \($0)" } ?? "write [\(divided.arguments)] with square brackets")
    }
    return quotes(parameterRange == nil ? "text" : "formula")
  }
}

// Commas that separate elements of a list where they should not: those of decimals and of formulas.
extension Value {
  /// The first formula of a list of numbers whose commas divide it: `max(3, i)` in `[=max(3, i), 50]`.
  var dividedFormula: String? {
    guard type.takesNumbers, let nodes = node.sequence else { return nil }
    return nodes.indices.lazy.compactMap { index in
      DividedFormula(nodes[index].scalar, nodes[(index + 1)...].lazy.map { $0.scalar?.written })
    }.first(where: \.isCall)?.text
  }

  /// Two numbers of which one has a decimal comma, as in `[50,5, 50]`: there is no space after that comma, and one after
  /// the other.
  var pairWithPoint: String? {
    guard type.takesPair, let nodes = node.sequence else { return nil }
    let texts = nodes.compactMap { $0.scalar?.written }
    let tight = nodes.indices.dropLast().filter { nodes[$0].touches(nodes[$0 + 1]) }
    guard texts.count == 3, nodes.count == 3, tight.count == 1 else { return nil }
    let (before, after) = (texts[tight[0]], texts[tight[0] + 1])
    let whole = before.reversed().prefix { $0.isNumber || $0 == "." }
    let decimals = after.prefix { $0.isNumber || $0 == "." }
    guard !whole.isEmpty, !whole.contains("."), !decimals.isEmpty, !decimals.contains(".") else {
      return nil
    }
    let number = "\(before).\(after)"
    return tight[0] == 0 ? "[\(number), \(texts[2])]" : "[\(texts[0]), \(number)]"
  }
}

extension Node {
  /// Whether the next element of a list follows the comma without a space.
  fileprivate func touches(_ next: Node) -> Bool {
    guard case .file = place, let scalar, scalar.isPlain || scalar.formula != nil else {
      return false
    }
    return place.advanced(by: scalar.written.count + 1) == next.place
  }
}
