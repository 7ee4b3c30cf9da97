internal import Chipmunk
internal import Tiltbox
internal import TiltboxJSON

/// A JSON Schema of the scenario file's format, with which editors complete keys, show their meanings and mark
/// mistakes during typing.
///
/// With the YAML language server, the first line
/// `# yaml-language-server: $schema=scenario.schema.json` in a scenario is enough.
package enum ScenarioSchema {
  /// Returns the JSON Schema (draft 2020-12) as text, always the same.
  package static func json() -> String {
    var members: [(String, JSON)] = [
      ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
      ("title", .text("Tiltbox scenario, version 1")),
    ]
    members += schema(of: .scenario)
    let definitions = FieldTable.all.dropFirst().map { ($0.name, JSON.object(schema(of: $0))) }
    members.append(("$defs", .object(definitions)))
    return JSON.object(members).indented() + "\n"
  }

  private static func schema(of table: FieldTable) -> [(String, JSON)] {
    let properties = table.fields.map { field in
      let type = schema(of: field.type)
      let members = judged.contains(table.name) ? type : allowingFormulas(type)
      return (
        field.key, JSON.object(members + [("description", .text(field.about))])
      )
    }
    var members: [(String, JSON)] = [
      ("description", .text(table.about)),
      ("type", .text("object")),
      ("properties", .object(properties)),
      ("additionalProperties", .flag(false)),
    ]
    if !table.required.isEmpty {
      members.append(("required", .array(table.required.map(JSON.text))))
    }
    switch table.alternatives {
    case .none: break
    case .exactlyOne(let keys):
      members.append(("oneOf", .array(keys.map { requiring([$0]) })))
    case .atMostOne(let keys):
      let pairs = keys.indices.flatMap { i in keys[(i + 1)...].map { requiring([keys[i], $0]) } }
      members.append(("not", .object([("anyOf", .array(pairs))])))
    }
    return members
  }

  /// The mappings inside expectations, whose formulas have no sign and types of their own.
  private static let judged = ["expectation", "bounds", "contactChange"]

  /// Allows a text such as `=20 + 30*i` in place of every number.
  private static func allowingFormulas(_ members: [(String, JSON)]) -> [(String, JSON)] {
    let isNumber = members.contains { key, value in
      key == "minimum" || key == "type" && value.text == "number"
    }
    guard !isNumber else { return either(members, string + [("pattern", .text("^="))]) }
    return members.map { ($0, allowingFormulas($1)) }
  }

  private static func allowingFormulas(_ schema: JSON) -> JSON {
    switch schema {
    case .object(let members): .object(allowingFormulas(members))
    case .array(let elements): .array(elements.map { allowingFormulas($0) })
    default: schema
    }
  }

  private static func requiring(_ keys: [String]) -> JSON {
    .object([("required", .array(keys.map(JSON.text)))])
  }

  private static func schema(of type: FieldType) -> [(String, JSON)] {
    switch type {
    case .text: [("type", .array([.text("string"), .text("number")]))]
    case .flag: [("type", .text("boolean"))]
    case .number(let range): number(range)
    case .size: type.parameterRange.map(number) ?? []
    case .fraction(let range):
      either(
        number(range),
        [("type", .text("string")), ("pattern", .text(#"^[0-9.eE+-]+/[0-9.eE+-]+$"#))]
      )
    case .formula(let range): either(number(range), string)
    case .whole(let range, _):
      [
        ("type", .text("integer")),
        ("minimum", .number(Double(range.lowerBound))),
        ("maximum", .number(Double(range.upperBound))),
      ]
    case .pair(let range, _): list(number(range), 2...2)
    case .choice(let choices):
      [("enum", .array(choices.map { $0 == "true" ? .flag(true) : .text($0) }))]
    case .numbers(let count): numbers(count)
    case .timing: timing
    case .place:
      either(
        point,
        either(
          string,
          [("type", .text("array")), ("prefixItems", .array([.object(string), .object(point)]))]
            + length(2...2)
        )
      )
    case .names:
      [("type", .text("object")), ("additionalProperties", .object([("type", .text("number"))]))]
    case .list(let element, let count): list(schema(of: element), count)
    case .mapping(let table): reference(to: table)
    case .another(let table): reference(to: table())
    case .either(let first, let second): either(schema(of: first), schema(of: second))
    }
  }

  private static func reference(to table: FieldTable) -> [(String, JSON)] {
    [("$ref", .text("#/$defs/\(table.name)"))]
  }

  /// Returns the schema of a number in a range, which may have its unit after it.
  private static func number(_ parameterRange: ParameterRange) -> [(String, JSON)] {
    let hasUnit = !parameterRange.unit.isEmpty
    let infinite = parameterRange.wordForInfinity.map { "|^\($0)$" } ?? ""
    return [
      ("type", hasUnit ? .array([.text("number"), .text("string")]) : .text("number")),
      ("minimum", .number(parameterRange.range.lowerBound)),
      ("maximum", .number(parameterRange.range.upperBound)),
    ]
      + (hasUnit
        ? [("pattern", .text("^[0-9.eE/+-]+ *(\(pattern(of: parameterRange)))$\(infinite)"))] : [])
  }

  /// Returns a regular expression for the units of a range.
  private static func pattern(of range: ParameterRange) -> String {
    range.units.joined(separator: "|").replacing("(", with: "\\(").replacing(")", with: "\\)")
      .replacing("²", with: "(²|\\^2)").replacing("·", with: "[·*]")
  }

  private static func numbers(_ count: ClosedRange<Int>) -> [(String, JSON)] {
    let number: [(String, JSON)] = [("type", .text("number"))]
    return count.lowerBound > 1 ? list(number, count) : either(number, list(number, count))
  }

  private static let string: [(String, JSON)] = [("type", .text("string"))]
  private static let point = list(number(.position), 2...2)

  private static var timing: [(String, JSON)] {
    let one = either(string, numbers(4...4))
    return either(one, list(one, 1...Int.max))
  }

  private static func list(_ element: [(String, JSON)], _ count: ClosedRange<Int>) -> [(
    String, JSON
  )] {
    [("type", .text("array")), ("items", .object(element))] + length(count)
  }

  private static func length(_ count: ClosedRange<Int>) -> [(String, JSON)] {
    var members: [(String, JSON)] = []
    if count.lowerBound > 0 { members.append(("minItems", .number(Double(count.lowerBound)))) }
    if count.upperBound < Int.max {
      members.append(("maxItems", .number(Double(count.upperBound))))
    }
    return members
  }

  private static func either(_ first: [(String, JSON)], _ second: [(String, JSON)]) -> [(
    String, JSON
  )] {
    [("anyOf", .array([.object(first), .object(second)]))]
  }
}

/// A page that lists every field of a scenario file.
package enum ScenarioReference {
  /// Returns the page in Markdown, always the same: a table for each mapping, with type, unit, range, default and
  /// meaning.
  package static func markdown() -> String {
    let head = """
      # Fields of a scenario file

      Every field, as `tiltbox validate --fields` prints it. [Scenario files](scenario.md) explains how they work together.

      """
    return head + FieldTable.all.map(section).joined()
  }

  private static func section(_ table: FieldTable) -> String {
    let rows = table.fields.map { field in
      let cells = [
        "`\(field.key)`", escaped(type(of: field.type)), field.type.parameterRange?.unit ?? "",
        range(of: field), standard(of: field, in: table), escaped(field.about),
      ]
      return "| " + cells.joined(separator: " | ") + " |\n"
    }
    return """

      ## \(table.name)

      \(table.about)\(rule(of: table))

      | field | type | unit | range | default | meaning |
      |---|---|---|---|---|---|

      """ + rows.joined()
  }

  /// Returns the rule about fields that exclude each other.
  private static func rule(of table: FieldTable) -> String {
    let keys = table.alternatives.keys.map { "`\($0)`" }.joined(separator: ", ")
    return switch table.alternatives {
    case .none: ""
    case .atMostOne: " It has at most one of \(keys)."
    case .exactlyOne: " It has one of \(keys)."
    }
  }

  private static func type(of type: FieldType) -> String {
    switch type {
    case .mapping(let table): return link(to: table)
    case .another(let table): return link(to: table())
    case .list(let element, _) where element.table != nil:
      return "a list: " + Self.type(of: element)
    case .either(let first, let second) where second.table != nil:
      return Suggestion.alternatives(first.options + [Self.type(of: second)])
    case .list(.numbers, _): return "a list, each \(FieldType.numbers(count: 1...2).words)"
    default: return type.words
    }
  }

  private static func link(to table: FieldTable) -> String {
    "[\(table.name)](#\(table.name.lowercased()))"
  }

  private static func range(of field: Field) -> String {
    guard field.ranges.isEmpty else {
      return field.ranges.sorted { $0.key < $1.key }.map { "`\($0)`: \(words(of: $1))" }
        .joined(separator: "; ")
    }
    guard let range = field.range(beside: nil) else { return "" }
    return field.hasFreeSign ? "\(words(of: range)), of either sign" : words(of: range)
  }

  private static func words(of range: ParameterRange) -> String {
    let rule = range.rule
    return rule.hasPrefix(prefix) ? String(rule.dropFirst(prefix.count)) : rule
  }

  private static let prefix = "a finite number "

  private static func standard(of field: Field, in table: FieldTable) -> String {
    if table.required.contains(field.key) { return "required" }
    if !field.neededBy.isEmpty {
      return "required by " + field.neededBy.map { "`\($0)`" }.joined(separator: ", ")
    }
    let words = field.standard?.words ?? ""
    return words.isEmpty ? "" : "`\(words)`"
  }

  private static func escaped(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}
