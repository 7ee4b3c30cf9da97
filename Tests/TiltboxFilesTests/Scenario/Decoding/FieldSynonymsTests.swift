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
