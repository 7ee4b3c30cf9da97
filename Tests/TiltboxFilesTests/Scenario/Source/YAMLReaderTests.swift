import Testing
import Tiltbox

@testable import TiltboxFiles

@Suite("Reading YAML")
struct YAMLReaderTests {
  @Test(
    "keeps asterisks, escapes and the lines of a text",
    arguments: [
      ("2*3 *x", "2*3 *x"), ("'*'", "*"), (#""*\u002A\0b""#, "**\0b"), ("é*😀", "é*😀"),
      ("|\n  a*\n  b\n", "a*\nb\n"), (">-\n  a\n  *b\n", "a *b"), ("!!str '1'", "1"),
      (#""*\ud83c\uDF89\u00e9""#, "*🎉é"), (#""\\\uD83C\udf89""#, "\\🎉"),
      (#""\\ud83c\\udf89""#, #"\ud83c\udf89"#), (#"'\ud83c\udf89'"#, #"\ud83c\udf89"#),
    ]
  )
  func texts(written: String, text: String) throws {
    let root = try #require(try YAMLReader.read("name: \(written)"))
    let name = try #require(root["name"])
    #expect(name.scalar?.text == text && name.refusal == nil)
  }

  @Test("counts columns in Unicode scalars, for keys and values of any kind")
  func places() throws {
    let root = try #require(try YAMLReader.read("a: 1\né😀: [😀, {k: v}]\n? [x]\n: 'y'\n"))
    let entries = try #require(root.mapping)
    #expect(entries.map(\.key) == ["a", "é😀", "?"])
    #expect(entries.map(\.keyPlace) == [at(1, 1), at(2, 1), at(3, 3)])
    #expect(entries.map(\.value.place) == [at(1, 4), at(2, 5), at(4, 3)])
    let list = try #require(entries[1].value.sequence)
    #expect(list.map(\.place) == [at(2, 6), at(2, 9)])
    let pair = try YAMLReader.read(#"{"a": "\ud83c\udf89", "b": 1}"#)?.mapping
    #expect(pair?.map(\.keyPlace) == [at(1, 2), at(1, 23)])
    let inner = try #require(list[1].mapping?.first)
    #expect(inner.keyPlace == at(2, 10) && inner.value.place == at(2, 13))
  }

  @Test("rejects half of a surrogate pair where it is")
  func halfPair() {
    for half in [#"\ud83c"#, #"\udf89"#, #"\ud83c\ud83c"#] {
      let error = #expect(throws: Diagnostic.self) { try YAMLReader.read("a: \"\(half)\"") }
      #expect(error?.message.contains("Unicode character escape") == true, "\(half)")
    }
  }

  @Test("places everything in an override at that override")
  func override() throws {
    let node = try #require(try YAMLReader.read("[1, {a: 2}]", override: 3))
    let entry = try #require(node.sequence?[1].mapping?.first)
    #expect([node.place, entry.keyPlace, entry.value.place].allSatisfy { $0 == .override(3) })
  }

  @Test("allows 100 levels, and rejects the next one where it begins")
  func depth() throws {
    func nested(_ count: Int) -> String {
      "a: " + String(repeating: "[", count: count) + String(repeating: "]", count: count)
    }
    #expect(try YAMLReader.read(nested(99))?["a"]?.sequence?.count == 1)
    let error = #expect(throws: Diagnostic.self) { try YAMLReader.read(nested(100)) }
    #expect(error?.place == at(1, 103))
    #expect(
      error?.message == "this is not YAML: nested too deeply; a scenario needs but a few levels"
    )
  }

  @Test("keeps every entry of a duplicate key, with its place")
  func duplicates() throws {
    let entries = try YAMLReader.read(#"{"a": 1, a: 2, 'a': 3, b: 4}"#)?.mapping
    #expect(entries?.map(\.key) == ["a", "a", "a", "b"])
    #expect(entries?.map(\.keyPlace) == [at(1, 2), at(1, 10), at(1, 16), at(1, 24)])
    #expect(entries?.map(\.value.scalar?.text) == ["1", "2", "3", "4"])
  }

  @Test("needs at most 32 bytes for a value and 56 for an entry, of which a file has millions")
  func size() {
    #expect(MemoryLayout<Node>.stride <= 32 && MemoryLayout<Node.Entry>.stride <= 56)
  }

  private func at(_ line: Int, _ column: Int) -> Diagnostic.SourceLocation {
    .file(line: line, column: column)
  }
}
