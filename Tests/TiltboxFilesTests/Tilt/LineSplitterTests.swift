import Testing
import Tiltbox

@testable import TiltboxFiles

@Suite("Line splitter")
struct LineSplitterTests {
  private struct Line: Equatable {
    var number: Int
    var text: String?
  }

  private func split(_ chunks: [[UInt8]]) -> [Line] {
    var splitter = LineSplitter()
    var lines: [Line] = []
    func take(_ number: Int, _ line: Span<UInt8>?) {
      guard let line else { return lines.append(Line(number: number, text: nil)) }
      lines.append(Line(number: number, text: line.string(0..<line.count)))
    }
    for chunk in chunks { splitter.feed(chunk.span, take) }
    splitter.finish(take)
    return lines
  }

  @Test("gives the same lines, however the bytes are cut")
  func cuts() {
    let bytes = Array("\u{FEFF}one\r\n\ntwo\n\u{FEFF}three\r\nfour".utf8)
    let expected = [
      Line(number: 1, text: "one"), Line(number: 2, text: ""), Line(number: 3, text: "two"),
      Line(number: 4, text: "\u{FEFF}three"), Line(number: 5, text: "four"),
    ]
    #expect(split([bytes]) == expected)
    for size in 1...bytes.count {
      let chunks = stride(from: 0, to: bytes.count, by: size).map {
        Array(bytes[$0..<min($0 + size, bytes.count)])
      }
      #expect(split(chunks) == expected)
    }
  }

  @Test("has no last line after an end of line, nor of nothing")
  func ends() {
    #expect(split([]).isEmpty)
    #expect(split([Array("a\n".utf8)]) == [Line(number: 1, text: "a")])
  }

  @Test("accepts a line of a mebibyte, and reports a longer one once, without its content")
  func limit() {
    let longest = [UInt8](repeating: 0x61, count: LineSplitter.longestLine)
    let end = Array("\r\nb\n".utf8)
    for size in [LineSplitter.longestLine * 2, 65_536, 65_537] {
      func cut(_ bytes: [UInt8]) -> [[UInt8]] {
        stride(from: 0, to: bytes.count, by: size).map {
          Array(bytes[$0..<min($0 + size, bytes.count)])
        }
      }
      let fits = split(cut(longest + end))
      #expect(fits.map(\.text?.utf8.count) == [LineSplitter.longestLine, 1])
      #expect(
        split(cut(longest + [0x61] + end))
          == [Line(number: 1, text: nil), Line(number: 2, text: "b")]
      )
      #expect(split(cut(longest + [0x61])) == [Line(number: 1, text: nil)])
    }
  }

  @Test("holds at most one line in memory, however long the input is")
  func memory() {
    var splitter = LineSplitter()
    var faults = 0
    let chunk = [UInt8](repeating: 0x61, count: 65_536)
    for _ in 0..<128 {
      splitter.feed(chunk.span) { _, line in faults += line == nil ? 1 : 0 }
      #expect(splitter.pending.capacity <= 3 * LineSplitter.longestLine)
    }
    #expect(faults == 1)
    #expect(splitter.pending.isEmpty)
  }
}
