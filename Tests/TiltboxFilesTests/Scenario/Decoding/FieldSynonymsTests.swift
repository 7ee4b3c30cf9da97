@testable import TiltboxFiles
import Testing
import Tiltbox

@Suite("Synonyms of fields")
struct FieldSynonymsTests {
  private let tables = [FieldTable.body] + FieldTable.all

  @Test("suggests an existing field and is not a field itself")
  func fields() {
    for (field, others) in FieldSynonyms.names {
      let homes = tables.filter { $0[field] != nil }
      #expect(!homes.isEmpty, "\(field) is no field")
      for other in others {
        #expect(other == other.lowercased())
        #expect(homes.contains { $0[other] == nil }, "\(other) is known wherever \(field) is")
      }
    }
  }

  @Test("have advice that names tables and fields that exist")
  func advice() {
    for row in FieldAdvice.rows where row.tables != ["any"] && row.tables != ["impulse"] {
      let homes = tables.filter { row.tables.contains($0.name) }
      #expect(Set(homes.map(\.name)) == row.tables)
      #expect(row.words.allSatisfy { $0 == FieldSynonyms.letters(of: $0) })
      for field in row.settled where field != "kinds" {
        #expect(homes.contains { $0[field] != nil }, "\(field) is no field")
      }
    }
  }

  @Test("leads to one field of each table, beside each of its alternatives")
  func unambiguous() {
    for table in tables {
      let kinds =
        table.alternatives.keys.isEmpty ? [nil] : table.alternatives.keys.map { $0 as String? }
      for kind in kinds {
        let words = FieldSynonyms.names.filter {
          table[$0.field]?.stands(beside: kind, in: table) == true
        }.flatMap(\.others)
        #expect(Set(words).count == words.count, "two fields of \(table.name) have one other name")
      }
    }
  }
}
