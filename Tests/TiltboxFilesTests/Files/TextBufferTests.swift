import Chipmunk
import Testing
import Tiltbox

@testable import TiltboxFiles

@Suite("Text buffer")
struct TextBufferTests {
  private func text(_ number: Double) -> String {
    var text = TextBuffer()
    text.append(number)
    return text.text
  }

  @Test("writes the shortest decimal, an integer without .0, and null for NaN and infinity")
  func decimals() {
    #expect(text(0.1) == "0.1")
    #expect(text(10) == "10")
    #expect(text(-0.0) == "-0")
    #expect(text(1e300) == "1e+300")
    #expect(text(-2.2250738585072014e-308) == "-2.2250738585072014e-308")
    #expect(text(.nan) == "null")
    #expect(text(-.infinity) == "null")
  }

  @Test("numbers of any bits read back as they were, and stay in their reserved room")
  func anyBits() {
    var random = SystemRandomNumberGenerator()
    var buffer = TextBuffer()
    for _ in 1...20_000 {
      let number = Double(bitPattern: random.next())
      guard number.isFinite else { continue }
      buffer.clear()
      buffer.append("<")
      buffer.append(Vector(number, -number))
      buffer.append(">")
      #expect(buffer.text.hasPrefix("<") && buffer.text.hasSuffix(">"))
      let numbers = buffer.text.dropFirst().dropLast().split(separator: ",").compactMap {
        Double($0)
      }
      #expect(numbers == [number, -number])
    }
  }

  @Test("a JSON string is escaped only where necessary")
  func strings() {
    var buffer = TextBuffer()
    for text in ["crate-1", "a\"b\\c\n\u{1}", "Kiste ü"] { buffer.append(json: text) }
    #expect(buffer.text == #""crate-1""a\"b\\c\n\u0001""Kiste ü""#)
  }
}
