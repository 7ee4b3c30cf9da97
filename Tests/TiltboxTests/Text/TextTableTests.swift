import Testing

@testable import Tiltbox

@Suite("Tables of text")
struct TextTableTests {
  @Test("have texts on the left, numbers on the right, and no blanks at the end")
  func columns() {
    let rows = [["body", "x", "state"], ["crate-1", "12.5", "asleep"], ["é", "-3", ""]]
    #expect(
      TextTable.lines(rows) { $0 == 1 } == [
        "body        x  state", "crate-1  12.5  asleep", "é          -3",
      ]
    )
    #expect(TextTable.lines([]).isEmpty)
  }

  @Test("are aligned beside characters of two columns")
  func wide() {
    let rows = [["球", "1"], ["🎾ボール", "2"], ["crate", "3"]]
    #expect(TextTable.lines(rows) == ["球        1", "🎾ボール  2", "crate     3"])
  }
}
