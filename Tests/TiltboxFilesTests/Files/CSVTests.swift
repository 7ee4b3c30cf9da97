import Testing
import TiltboxFiles

@Suite("Comma-separated values")
struct CSVTests {
  @Test("fields read back as they were, whatever they contain")
  func roundTrip() {
    let fields = ["", "a", " b ", "c,d", "\"e\"", "f\"\"g,", "#h", "ü", ""]
    var text = TextBuffer()
    for (index, field) in fields.enumerated() {
      if index > 0 { text.append(",") }
      text.append(csv: field)
    }
    #expect(CSV.fields(text.bytes) == fields)
  }

  @Test("a number sign is in quotes, since readers skip comments")
  func numberSign() {
    var text = TextBuffer()
    text.append(csv: "#ff8800")
    #expect(text.bytes == Array("\"#ff8800\"".utf8))
  }

  @Test("an empty line has one empty field")
  func empty() {
    #expect(CSV.fields([]) == [""])
  }

  @Test(
    "a line with an unclosed quote, or text after a quote, is rejected",
    arguments: ["a,\"b", "\"a\"b,c"]
  )
  func broken(line: String) {
    #expect(CSV.fields(Array(line.utf8)) == nil)
  }
}
