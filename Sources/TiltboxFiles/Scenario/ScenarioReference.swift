internal import Chipmunk
internal import Tiltbox

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
        "`\(field.key)`", escaped(type(of: field.type)), field.type.quantity?.unit ?? "",
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
