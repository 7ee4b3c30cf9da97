internal import Chipmunk
internal import Tiltbox

/// A value in the file together with the field it stands in: it is read as what the field asks for, or what is
/// wrong with it is noted and nil comes out.
struct Value {
  let node: Node
  let path: String
  let type: FieldType
  let findings: Findings

  init(_ node: Node, at path: String, as type: FieldType, _ findings: Findings) {
    self.node = node
    self.path = path
    self.type = type
    self.findings = findings
    if let refusal = node.refusal { report(refusal) }
  }

  func report(_ message: String) { findings.report(message, at: path, node.place) }

  /// The text. A number is a text too: `id: 1`.
  func text() -> String? {
    guard let scalar = node.scalar else { return wrongType() }
    return scalar.text
  }

  func flag() -> Bool? { node.scalar?.flag ?? wrongType() }

  func number() -> Double? {
    if case .fraction = type { return node.scalar?.fraction ?? wrongType() }
    return node.scalar?.number ?? wrongType()
  }

  /// The number, or what a formula comes to.
  func formula(_ names: FormulaNames) -> Double? {
    guard let scalar = node.scalar else { return wrongType() }
    if let number = scalar.number { return number }
    return value(of: scalar, FormulaNumbers(names))
  }

  /// The number, or what a formula comes to as time goes on.
  func formulaOfTime(_ names: FormulaNames) -> FormulaOfTime.Value? {
    guard let scalar = node.scalar else { return wrongType() }
    if let number = scalar.number { return .number(number) }
    return value(of: scalar, FormulaOfTime(names))
  }

  private func value<Meaning: FormulaMeaning>(
    of scalar: Scalar,
    _ meaning: Meaning
  ) -> Meaning.Value? {
    do {
      return try Formula.value(of: scalar.text, meaning)
    } catch {
      let offset = error.offset + (scalar.isPlain ? 0 : 1)
      findings.report(error.message, at: path, node.place.advanced(by: offset))
      return nil
    }
  }

  func whole() -> Int? {
    guard case .whole(let range) = firstType, let whole = node.scalar?.whole, range.contains(whole)
    else {
      return wrongType()
    }
    return whole
  }

  func pair() -> Vector? {
    let type = firstType
    guard let nodes = node.sequence, nodes.count == 2, let quantity = type.quantity else {
      return wrongType()
    }
    let parts = nodes.enumerated().map { index, node in
      Value(node, at: "\(path)[\(index)]", as: .number(quantity), findings).number()
    }
    guard let x = parts[0], let y = parts[1] else { return nil }
    return Vector(x, y)
  }

  /// One number, or a list of them.
  func numbers() -> [Double]? {
    guard case .numbers(let count) = type else { return wrongType() }
    let nodes = node.sequence ?? (node.scalar?.number == nil ? [] : [node])
    guard count.contains(nodes.count) else { return wrongType() }
    let element = FieldType.number(ValueDescription.number)
    let numbers = nodes.enumerated().map { index, part in
      let path = node.sequence == nil ? path : "\(path)[\(index)]"
      return Value(part, at: path, as: element, findings).number()
    }
    return numbers.contains(nil) ? nil : numbers.compactMap(\.self)
  }

  func choice<Choice: RawRepresentable<String>>(of: Choice.Type = Choice.self) -> Choice? {
    node.scalar.flatMap { Choice(rawValue: $0.text) } ?? wrongType()
  }

  /// Whether one of the words that the field knows stands here.
  func isWord(_ word: String) -> Bool { node.scalar?.text == word }

  func list() -> [Value]? {
    guard case .list(let element, let count) = firstType, let nodes = node.sequence,
      count.contains(nodes.count)
    else { return wrongType() }
    return nodes.enumerated().map { Value($1, at: "\(path)[\($0)]", as: element, findings) }
  }

  /// Notes what is of a wrong type, here and below, where nothing can be made of the whole.
  func checkTypes() {
    switch type {
    case .text: _ = text()
    case .flag: _ = flag()
    case .number, .fraction: _ = number()
    case .whole: _ = whole()
    case .pair: _ = pair()
    case .numbers: _ = numbers()
    case .timing: _ = timing()
    case .choice(let choices):
      if !choices.contains(where: isWord) { let _: Never? = wrongType() }
    case .either(let first, .choice(let choices)):
      if !choices.contains(where: isWord), first.quantity != nil { _ = number() }
    case .formula, .either: break
    case .list: list()?.forEach { $0.checkTypes() }
    case .mapping, .another:
      guard let fields = fields() else { return }
      for field in fields.table.fields where fields.has(field.key) {
        fields[field.key]?.checkTypes()
      }
    }
  }

  func fields() -> Fields? {
    guard let table = type.table, let entries = node.mapping else { return wrongType() }
    return Fields(entries, of: self, table)
  }

  func wrongType<Wanted>() -> Wanted? {
    guard node.refusal == nil else { return nil }
    var message = "expected \(type.words), got \(node)"
    if let scalar = node.scalar, let meant = type.meant(by: scalar) {
      message += "; \(meant)"
    } else {
      message += type.remedy
    }
    report(message)
    return nil
  }

  /// What can stand here besides a word or a mapping.
  private var firstType: FieldType {
    if case .either(let first, _) = type { return first }
    return type
  }
}

extension FieldType {
  var table: FieldTable? {
    switch self {
    case .mapping(let table): table
    case .another(let table): table()
    case .either(_, let second): second.table
    default: nil
    }
  }

  /// What to do about a scalar that is nearly right.
  fileprivate func meant(by scalar: Scalar) -> String? {
    switch self {
    case .choice(let choices), .either(_, .choice(let choices)):
      if let near = Suggestion.nearest(to: scalar.text, among: choices) {
        return "did you mean \(near)?"
      }
    case .number, .fraction:
      if let value = try? Formula.value(of: scalar.text, FormulaNumbers(.constants)),
        scalar.isPlain
      {
        return "write \(value); formulas are for what is expected"
      }
    case .whole, .flag: break
    default: return nil
    }
    let bare = Scalar(text: scalar.text, isPlain: true)
    let couldStand = !scalar.isPlain && (bare.number != nil || bare.flag != nil)
    return couldStand ? "drop the quotes" : nil
  }
}
