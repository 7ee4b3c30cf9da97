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
    let head: JSON = [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Tiltbox scenario, version 1",
    ]
    let definitions = FieldTable.all.dropFirst().map { ($0.name, schema(of: $0)) }
    return (head + schema(of: .scenario) + ["$defs": .object(definitions)]).indented() + "\n"
  }

  private static func schema(of table: FieldTable) -> JSON {
    let properties = table.fields.map { field in
      let type = schema(of: field.type)
      let allowed = judged.contains(table.name) ? type : allowingFormulas(type)
      return (field.key, allowed + ["description": .text(field.about)])
    }
    let mapping: JSON = [
      "description": .text(table.about), "type": "object", "properties": .object(properties),
      "additionalProperties": false,
    ]
    return mapping + (table.required.isEmpty ? [:] : requiring(table.required))
      + rule(of: table.alternatives)
  }

  private static func rule(of alternatives: FieldTable.Alternatives) -> JSON {
    switch alternatives {
    case .none: return [:]
    case .exactlyOne(let keys): return ["oneOf": .array(keys.map { requiring([$0]) })]
    case .atMostOne(let keys):
      let pairs = keys.indices.flatMap { i in keys[(i + 1)...].map { requiring([keys[i], $0]) } }
      return ["not": ["anyOf": .array(pairs)]]
    }
  }

  private static func requiring(_ keys: [String]) -> JSON {
    ["required": .array(keys.map(JSON.text))]
  }

  /// The mappings inside expectations, whose formulas have no sign and types of their own.
  private static let judged = ["expectation", "bounds", "contactChange"]

  /// Allows a text such as `=20 + 30*i` in place of every number.
  private static func allowingFormulas(_ schema: JSON) -> JSON {
    switch schema {
    case .object where schema["minimum"] != nil || schema["type"]?.text == "number":
      either(schema, ["type": "string", "pattern": "^="])
    case .object(let members): .object(members.map { ($0, allowingFormulas($1)) })
    case .array(let elements): .array(elements.map(allowingFormulas))
    default: schema
    }
  }

  private static func schema(of type: FieldType) -> JSON {
    switch type {
    case .text: ["type": ["string", "number"]]
    case .flag: ["type": "boolean"]
    case .number(let range): number(range)
    case .size: type.parameterRange.map(number) ?? [:]
    case .fraction(let range):
      either(number(range), ["type": "string", "pattern": #"^[0-9.eE+-]+/[0-9.eE+-]+$"#])
    case .formula(let range): either(number(range), string)
    case .whole(let range, _):
      [
        "type": "integer", "minimum": .number(Double(range.lowerBound)),
        "maximum": .number(Double(range.upperBound)),
      ]
    case .pair(let range, _): list(number(range), 2...2)
    case .choice(let choices): ["enum": .array(choices.map { $0 == "true" ? true : .text($0) })]
    case .numbers(let count): numbers(count)
    case .timing: timing
    case .place: either(point, either(string, pointOfBody))
    case .names: ["type": "object", "additionalProperties": ["type": "number"]]
    case .list(let element, let count): list(schema(of: element), count)
    case .mapping(let table): reference(to: table)
    case .another(let table): reference(to: table())
    case .either(let first, let second): either(schema(of: first), schema(of: second))
    }
  }

  private static func reference(to table: FieldTable) -> JSON {
    ["$ref": .text("#/$defs/\(table.name)")]
  }

  /// Returns the schema of a number in a range, which may have its unit after it.
  private static func number(_ parameterRange: ParameterRange) -> JSON {
    let range = parameterRange.range
    let ends: JSON = ["minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)]
    guard !parameterRange.unit.isEmpty else { return ["type": "number"] + ends }
    let infinite = parameterRange.wordForInfinity.map { "|^\($0)$" } ?? ""
    let pattern = "^[0-9.eE/+-]+ *(\(pattern(of: parameterRange)))$\(infinite)"
    return ["type": ["number", "string"]] + ends + ["pattern": .text(pattern)]
  }

  /// Returns a regular expression for the units of a range.
  private static func pattern(of range: ParameterRange) -> String {
    range.units.joined(separator: "|").replacing("(", with: "\\(").replacing(")", with: "\\)")
      .replacing("²", with: "(²|\\^2)").replacing("·", with: "[·*]")
  }

  private static func numbers(_ count: ClosedRange<Int>) -> JSON {
    let several = list(["type": "number"], count)
    return count.lowerBound > 1 ? several : either(["type": "number"], several)
  }

  private static let string: JSON = ["type": "string"]
  private static let point = list(number(.position), 2...2)
  private static let pointOfBody: JSON = [
    "type": "array", "prefixItems": [string, point], "minItems": .whole(2), "maxItems": .whole(2),
  ]

  private static var timing: JSON {
    let one = either(string, numbers(4...4))
    return either(one, list(one, 1...Int.max))
  }

  private static func list(_ element: JSON, _ count: ClosedRange<Int>) -> JSON {
    ["type": "array", "items": element]
      + (count.lowerBound > 0 ? ["minItems": .whole(count.lowerBound)] : [:])
      + (count.upperBound < Int.max ? ["maxItems": .whole(count.upperBound)] : [:])
  }

  private static func either(_ first: JSON, _ second: JSON) -> JSON { ["anyOf": [first, second]] }
}

extension JSON {
  /// An object with the members of two.
  fileprivate static func + (first: JSON, second: JSON) -> JSON {
    .object((first.members ?? []) + (second.members ?? []))
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
    range.rule.replacing(#/^a (finite|whole) number /#, with: "")
  }

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
