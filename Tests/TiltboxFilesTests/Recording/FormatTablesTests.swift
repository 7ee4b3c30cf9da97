@testable import TiltboxFiles

import Chipmunk
import Testing
import Tiltbox

@Suite("The table of fields")
struct FormatTablesTests {
  /// A file that has one field of a table, and the path of the mapping that the table describes.
  static let places: [(FieldTable, path: String, prefix: String, suffix: String)] = [
    (.scenario, "", "", ""),
    (Scenario.World.fields.table, "world", "world: {", "}"),
    (Scenario.Walls.fields.table, "walls", "walls: {", "}"),
    (BodyDescription.Defaults.fields.table, "defaults", "defaults: {", "}"),
    (.body, "bodies[0]", "bodies: [{", "}]"),
    (.shape, "bodies[0].shapes[0]", "bodies: [{shapes: [{", "}]}]"),
    (.chainFile, "bodies[0].chain", "bodies: [{type: static, chain: {", "}}]"),
    (ShapeFilter.fields.table, "defaults.filter", "defaults: {filter: {", "}}"),
    (RopeDescription.fields.table, "bodies[0].rope", "bodies: [{rope: {", "}}]"),
    (BlobDescription.fields.table, "bodies[0].blob", "bodies: [{blob: {", "}}]"),
    (.constraint, "constraints[0]", "constraints: [{", "}]"),
    (ValueDescription.fields.table, "values[0]", "values: [{", "}]"),
    (.layer, "layers[0]", "layers: [{", "}]"),
    (.following, "layers[0].follows", "layers: [{follows: {", "}}]"),
    (TouchDescription.fields.table, "touches[0]", "touches: [{", "}]"),
    (HandoverDescription.fields.table, "handovers[0]", "handovers: [{", "}]"),
    (.animation, "animations[0]", "animations: [{", "}]"),
    (SpringFields.schema.table, "animations[0].spring", "animations: [{to: 1, spring: {", "}}]"),
    (TiltFields.schema.table, "tilt", "tilt: {", "}"),
    (Scenario.Run.fields.table, "run", "run: {", "}"),
    (.expectation, "expect[0]", "expect: [{", "}]"),
    (.bounds, "expect[0].speed", "expect: [{speed: {", "}}]"),
    (.contactChange, "expect[0].order[0]", "expect: [{order: [{", "}]}]"),
  ]

  @Test("has no unused field", arguments: FieldTable.all.indices)
  func everyFieldIsRead(index: Int) throws {
    let (table, path, prefix, suffix) = Self.places[index]
    #expect(table.name == FieldTable.all[index].name)
    for field in table.fields {
      // Replace mappings by a list, and all other values by a mapping.
      let wrong =
        switch field.type {
        case .names: "[]"
        case let type: type.table != nil ? "[]" : "{}"
        }
      let key = path.isEmpty ? field.key : "\(path).\(field.key)"
      let found = mistakes(in: "\(prefix)\(field.key): \(wrong)\(suffix)")
      #expect(
        found.contains { $0.contains(": \(key): expected ") || $0.contains(": \(key): version") },
        "\(key)"
      )
    }
  }

  @Test("describes every field in a sentence")
  func descriptions() {
    for table in FieldTable.all {
      for field in table.fields {
        #expect(field.about.hasSuffix("."), "\(table.name).\(field.key)")
      }
    }
  }
}
