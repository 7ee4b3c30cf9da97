internal import Chipmunk
internal import Tiltbox

extension Value {
  /// The advice for a notation that no field of this type has: braces around a list, a comma at the end of the line, or
  /// a tolerance behind a number.
  var adviceOnNotation: String? {
    if let words = node.bracedWords {
      if type.takesList { return "write [\(words.joined(separator: ", "))] with square brackets" }
      if case .text = type, words.count == 1 { return "put it in quotes: \"{\(words[0])}\"" }
    }
    if type.takesWord, let scalar = node.scalar, scalar.isPlain, scalar.text.count > 1 {
      if scalar.text.hasSuffix(",") { return "drop the comma" }
      if scalar.text.hasSuffix(";") { return "drop the ;" }
    }
    guard type.takesFormula, let scalar = node.scalar else { return nil }
    if scalar.text.isEmpty, type.table?.name == "bounds",
      let written = diagnostics.rest(from: node.place), written.hasPrefix(">")
    {
      return "write {min: \(written.drop { ">= ".contains($0) })}"
    }
    return ToleratedNumber(scalar.text)?.advice(at: path)
  }

  /// Returns the advice for something else in place of two numbers.
  func adviceOnPair(_ content: Node.Content, of names: String) -> String? {
    switch content {
    case .scalar(let scalar): return scalar.adviceOnPair(of: names)
    case .sequence(let nodes) where nodes.count == 1: return nodes[0].scalar?.pairMeant
    case .sequence(let nodes) where nodes.count == 3 && nodes.allSatisfy({ $0.scalar != nil }):
      return "write \(Self.list(nodes.prefix(2))), without a third number"
    case .sequence(let nodes) where nodes.count == 4:
      let digits = nodes.compactMap { $0.scalar?.whole }
      guard digits.count == 4, digits[1] >= 0, digits[3] >= 0 else { return nil }
      let (x, y) = ("\(digits[0]).\(digits[1])", "\(digits[2]).\(digits[3])")
      return "for decimals write [\(x), \(y)], with points"
    case .sequence: return nil
    case .mapping(let entries):
      let numbers = entries.compactMap {
        $0.value.scalar?.number == nil ? nil : $0.value.scalar?.text
      }
      guard numbers.count == 2, entries.count == 2, let unit = type.quantity?.unit else {
        return nil
      }
      return "write [\(numbers[0]), \(numbers[1])], in \(unit)"
    }
  }
}

extension FieldType {
  /// Whether the field can contain a number or one of some words.
  fileprivate var takesWord: Bool {
    switch self {
    case .number, .size, .fraction, .formula, .whole, .flag, .choice: true
    case .either(let first, let second): first.takesWord || second.takesWord
    default: false
    }
  }
}

extension Node {
  /// The words of a list that has braces for brackets: YAML reads `{a, b}` as keys without values.
  var bracedWords: [String]? {
    guard let entries = mapping, !entries.isEmpty,
      entries.allSatisfy({ $0.value.scalar?.isEmpty == true })
    else { return nil }
    return entries.map { $0.key == "?" ? "…" : $0.key }
  }
}

extension Scalar {
  /// The text as it stands in the file.
  var written: String { formula ?? text }

  /// Returns the advice for this scalar in place of two numbers.
  fileprivate func adviceOnPair(of names: String) -> String? {
    if formula == nil, let pairMeant { return pairMeant }
    let isFormula = adviceOnIndices != nil && !text.hasPrefix("=")
    if let number = formula ?? number?.plain ?? (isFormula ? "=\(text)" : nil) {
      return names == "width, height"
        ? "for a square write [\(number), \(number)]" : "give x and y, as in [\(number), 0]"
    }
    return text.hasPrefix("(") ? "write [\(names)] with square brackets" : adviceOnIndices
  }

  /// The advice for a text with two numbers, such as `300 x 200`.
  var pairMeant: String? {
    let numbers = text.split { !$0.isNumber && !"+-.eE".contains($0) }
    guard numbers.count == 2, numbers.allSatisfy({ Double($0) != nil }) else { return nil }
    return "write [\(numbers[0]), \(numbers[1])]"
  }

  /// The advice for a formula of the indices i and j that lacks its =.
  var adviceOnIndices: String? {
    let letters = text.filter(\.isLetter)
    guard text.contains(where: \.isWholeNumber) || text.contains(where: "+-*/".contains),
      !letters.isEmpty, letters.allSatisfy({ $0 == "i" || $0 == "j" })
    else { return nil }
    return "begin a formula of the indices with =, as in =\(text)"
  }
}
