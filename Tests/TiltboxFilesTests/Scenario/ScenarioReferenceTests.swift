import Foundation
import Testing
import TiltboxFiles

@Suite("The field reference")
struct ScenarioReferenceTests {
  @Test("is the page in docs; tiltbox validate --fields writes it")
  func page() throws {
    let page = examples.deletingLastPathComponent().appending(path: "docs/scenario-fields.md")
    #expect(try String(contentsOf: page, encoding: .utf8) == ScenarioReference.markdown())
  }

  @Test("says of each number what its unit, range and default are")
  func row() {
    let row =
      "| `friction` | a number |  | from 0 to 1e6 | `0` | The friction coefficient; a contact has the product of both. |"
    #expect(ScenarioReference.markdown().contains(row))
  }
}
