internal import Tiltbox

/// Evaluates the formulas in the fields of a scenario file: values that begin with `=`, and in copies of repeated
/// elements also `{i + 1}` within texts.
struct FieldFormulas {
  private(set) var names = FormulaNames.constants
  private let seed: UInt64
  private var isCopy = false
  /// The path of the value being evaluated, in the file as written.
  private var path: [PathComponent] = []

  /// The key of the names.
  static let key = "let"

  /// Evaluates all fields except expectations and repeated elements, whose copies have formulas of their own. Mistakes
  /// become refusals.
  init(evaluating root: inout Node) {
    let written = root["world"]?["seed"]
    seed = UInt64(clamping: written?.scalar?.whole ?? 0)
    evaluateNames(in: &root)
    root.changeEntries { entry in
      // Formulas of expectations have no `=`, and names of their own.
      guard ![Self.key, "expect"].contains(entry.key) else { return }
      evaluate(&entry.value, at: .key(entry.key), as: FieldTable.scenario[entry.key]?.type)
    }
    // No formula: those with random numbers depend on the seed.
    root["world"]?["seed"] = written
  }

  /// Evaluates each name of `let` with those above it. One without a number is 1 in other formulas.
  private mutating func evaluateNames(in root: inout Node) {
    path = [.key(Self.key)]
    defer { path = [] }
    for (name, number) in root[Self.key]?.listedNames ?? [:] { names.add(name, number) }
    names.below = (root[Self.key]?.mapping ?? []).map(\.key)
    root[Self.key]?.changeEntries { entry in
      names.below.removeFirst()
      evaluate(&entry.value, at: .key(entry.key), as: nil)
      guard entry.value.scalar?.isNull != true else { return }
      names.add(entry.nameBeforeSign?.name ?? entry.key, entry.value.scalar?.finiteNumber ?? 1)
    }
  }

  /// Returns an element of a list with the formulas of a copy evaluated.
  func copy(_ element: Node, of list: String, _ number: Int, indices: [Int]) -> Node {
    var (formulas, copy) = (self, element)
    for (name, index) in zip(Repetition.indices, indices) {
      formulas.names.add(name, Double(index))
    }
    formulas.isCopy = true
    formulas.path = [.key(list)]
    formulas.evaluate(&copy, at: .index(number), as: FieldTable.scenario[list]?.type)
    return copy
  }

  /// Evaluates a value.
  ///
  /// - Parameters:
  ///   - node: The value.
  ///   - component: What leads to it from ``path``.
  ///   - type: The type of its field; for an element, that of the list.
  private mutating func evaluate(
    _ node: inout Node,
    at component: PathComponent,
    as type: FieldType?
  ) {
    path.append(component)
    defer { path.removeLast() }
    switch node.content {
    case .scalar(let scalar):
      do {
        node.content = .scalar(try value(of: scalar, node.place, isText: type?.isText == true))
      } catch {
        (node.refusal, node.place) = (error.message, error.place ?? node.place)
      }
    case .sequence:
      node.changeElements { element, index in
        guard isCopy || element.hasFormula else { return }
        evaluate(&element, at: .index(index), as: type)
      }
    case .mapping:
      let table = type?.inner
      // The copies of a repeated element evaluate its other fields.
      let isRepeated =
        path.count == 2 && Repetition.lists.contains(path[..<1].path) && node[Repetition.key] != nil
      node.changeEntries { entry in
        guard !isRepeated || entry.key == Repetition.key else { return }
        evaluate(&entry.value, at: .key(entry.key), as: table?[entry.key]?.type)
      }
    }
  }

  private func value(
    of scalar: Scalar,
    _ place: SourceLocation,
    isText: Bool
  ) throws(Diagnostic) -> Scalar {
    let begin = scalar.isPlain ? 0 : 1
    if scalar.text.hasPrefix("="), !isText {
      let number = try number(scalar.text.dropFirst(), place.advanced(by: begin + 1), after: "=")
      return Scalar(text: "\(number)", isPlain: true, formula: scalar.text)
    }
    guard isCopy, scalar.text.contains("{") else { return scalar }
    var (text, rest) = ("", scalar.text[...])
    while let open = rest.firstIndex(of: "{") {
      let start = place.advanced(by: begin + scalar.text[..<open].unicodeScalars.count)
      guard let close = rest[open...].firstIndex(of: "}") else {
        throw Diagnostic(place: start, "a brace is not closed; write {i}, or quote a text")
      }
      let written = rest[rest.index(after: open)..<close]
      let number = try number(written, start.advanced(by: 1))
      guard let whole = Int(exactly: number) else {
        let words = "{\(written)} is not a whole number; round it with floor or round"
        throw Diagnostic(place: start, words)
      }
      text += rest[..<open] + "\(whole)"
      rest = rest[rest.index(after: close)...]
    }
    return Scalar(text: text + rest, isPlain: scalar.isPlain)
  }

  /// Evaluates a formula; in messages, the sign stands before it.
  private func number(
    _ text: Substring,
    _ place: SourceLocation,
    after sign: String = ""
  ) throws(Diagnostic) -> Double {
    if text.first == "[" {
      throw Diagnostic(place: place, "a formula is one number; write [=20 + 30*i, 40]")
    }
    var names = names
    names.random = RandomStream(seed: seed, path: path.path)
    do {
      return try Formula.number(of: String(text), names)
    } catch {
      let message = error.message.replacing("; write ", with: "; write \(sign)")
      throw Diagnostic(place: place.advanced(by: error.offset), message)
    }
  }
}

extension Value {
  /// Returns the numbers of the names of `let`, whose formulas are evaluated.
  func names() -> [String: Double] {
    guard let entries = node.mapping else { return wrongType() ?? node.listedNames }
    let type = FieldType.formula(Scenario.Expectation.number)
    let table = FieldTable(FieldFormulas.key, "", entries.map { Field($0.key, type) })
    let fields = Fields(entries, of: reading(as: .mapping(table)), table)
    var names = FormulaNames.constants
    for entry in entries {
      if let (name, number) = entry.nameBeforeSign {
        let words = "has no value; write a colon: \(name): \(number)"
        diagnostics.report(words, at: fields.path(entry.key), entry.keyPlace)
        names.add(name, 1)
        continue
      }
      guard let value = fields[entry.key] else { continue }
      let number = value.node.scalar?.finiteNumber
      // A name without a number is known, too, so that no formula is wrong for that reason.
      defer { names.add(entry.key, number ?? 1) }
      if let problem = Self.problem(withName: entry.key) {
        diagnostics.report(problem, at: value.path, entry.keyPlace)
      } else if number != nil {
        continue
      } else if let text = value.node.scalar?.text, (try? Formula.number(of: text, names)) != nil {
        value.report("expected \(type.words), got \(value.node); write =\(text)")
      } else {
        let _: Never? = value.wrongType()
      }
    }
    return names.given
  }

  private static func problem(withName name: String) -> String? {
    if FormulaNames.isTaken(name) {
      return "\(name) has a meaning in formulas already; give another name, such as \(name)1"
    }
    let isName = name.wholeMatch(of: /\p{L}[\p{L}_0-9]*/) != nil
    return isName ? nil : "a name has letters, digits and _, and begins with a letter; write a1"
  }
}

extension Node.Entry {
  /// The name and the number of `r = 12`, which has no colon; nil for any other entry.
  fileprivate var nameBeforeSign: (name: String, number: String)? {
    guard value.scalar?.isEmpty == true, let sign = key.firstIndex(of: "=") else { return nil }
    return (key[..<sign].trimmed, key[key.index(after: sign)...].trimmed)
  }
}

extension Node {
  /// The names in a list, which is an error itself, so that no formula is wrong for that reason.
  fileprivate var listedNames: [String: Double] {
    let entries = sequence?.flatMap { $0.mapping ?? [] } ?? []
    return Dictionary(
      entries.map { ($0.key, $0.value.scalar?.finiteNumber ?? 1) },
      uniquingKeysWith: { $1 }
    )
  }

  /// Whether a text in the value begins like a formula.
  fileprivate var hasFormula: Bool {
    switch content {
    case .scalar(let scalar): scalar.text.utf8.first == UInt8(ascii: "=")
    case .sequence(let nodes): nodes.indices.contains { nodes[$0].hasFormula }
    case .mapping(let entries): entries.indices.contains { entries[$0].value.hasFormula }
    }
  }
}

extension FieldType {
  /// Whether the field contains texts alone, of which none is a formula.
  fileprivate var isText: Bool {
    switch self {
    case .text, .list(.text, _): true
    default: false
    }
  }
}

/// Random numbers by index instead of in sequence: a number depends only on the seed, the field and the index, so all
/// workers and machines get the same one. The index is the number of a run, or the argument of `random` in a formula.
///
/// This is SplitMix64 (Steele, Lea, Flood: *Fast splittable pseudorandom number generators*, 2014), whose n-th output
/// is `mix(start + n·γ)`. A field's stream has the start `mix(seed ^ fnv1a(path))`.
package struct RandomStream: Hashable, Sendable {
  private let start: UInt64
  private static let gamma: UInt64 = 0x9e37_79b9_7f4a_7c15

  /// Makes the stream with a given initial state: SplitMix64 as published.
  package init(start: UInt64) { self.start = start }

  /// Makes the stream of a field.
  package init(seed: UInt64, path: String) {
    start = Self.mix(seed ^ Digest(of: Array(path.utf8)).value)
  }

  /// Returns the 64 bits of an index.
  package func bits(_ index: UInt64) -> UInt64 { Self.mix(start &+ (index &+ 1) &* Self.gamma) }

  /// Returns the 64 bits of a run.
  package func bits(_ run: Int) -> UInt64 { bits(UInt64(truncatingIfNeeded: run)) }

  /// Returns a number from 0 to just below 1, a multiple of 2⁻⁵³.
  package func unit(_ run: Int) -> Double { Double(bits(run) >> 11) * 0x1p-53 }

  /// Returns such a number for an index that need not be whole.
  package func unit(at index: Double) -> Double {
    // The sum of two zeros is positive, so both zeros have the same number.
    Double(bits((index + 0).bitPattern) >> 11) * 0x1p-53
  }

  /// Returns a number above 0 and below 1: an odd multiple of 2⁻⁵⁴.
  package func openUnit(_ run: Int) -> Double { (Double(bits(run) >> 11) + 0.5) * 0x1p-53 }

  private static func mix(_ state: UInt64) -> UInt64 {
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
