import Testing
import TiltboxJSON

@Suite("JSON")
struct JSONTests {
  private func read(_ text: String) throws(JSONError) -> JSON {
    try JSON(parsing: Array(text.utf8)[...])
  }

  @Test(
    "reads back what it writes",
    arguments: [
      "null", "true", "[]", "{}", "-0.0", "0", "9007199254740992", "1e+16", "-1.5e-300",
      #"{"a":[1,{"b":"c"}],"":[[]]}"#, #""a\"b\\c\n\u0001 ü 🌍""#, #""\u2028\u0085""#,
    ]
  )
  func roundTrip(text: String) throws {
    #expect(try read(text).line == text)
  }

  @Test("reads blanks, escapes and surrogate pairs that other writers use")
  func foreign() throws {
    #expect(try read(" { \"a\" : [ 1 ,\r\n\t2 ] } ").line == #"{"a":[1,2]}"#)
    #expect(try read(#""\ud83c\udf0d\/\b\f\r\t\u00e9""#).text == "🌍/\u{8}\u{C}\r\té")
  }

  @Test(
    "says which byte is wrong, and what is expected there",
    arguments: [
      ("", 0, "a value, got the end"), ("nul", 0, #"a value, got "nul""#), ("[1 2]", 3, "a comma"),
      ("{\"a\" 1}", 5, "a colon"), ("{a:1}", 1, "a key in quotes"), ("\"a", 2, "a closing quote"),
      ("1e999", 0, "a value"), ("0x10", 0, "a value"), ("infinity", 0, "a value"),
      ("[0100]", 1, "a value"), ("-01", 0, "a value"), ("+1", 0, "a value"), (".5", 0, "a value"),
      ("5.", 0, "a value"), ("1e", 0, "a value"), ("1.e5", 0, "a value"), ("1-2", 0, "a value"),
      ("{\"a\":1", 6, "a closing brace"), ("[1", 2, "a closing bracket"),
      ("1 2", 2, "nothing more"),
      (#""\x""#, 2, "an escape"), (#""\u12g4""#, 3, "hexadecimal"),
      (#""\u+123""#, 3, "hexadecimal"),
      (#""\ud83c""#, 7, "second half"), (#""\udf0d""#, 7, "second half"),
      (String(repeating: "[", count: 33), 33, "nested too deeply"),
    ]
  )
  func errors(text: String, offset: Int, expected: String) throws {
    let error = try #require(#expect(throws: JSONError.self) { try read(text) })
    #expect(error.offset == offset && "\(error)".contains(expected), "\(error.offset): \(error)")
  }

  @Test("rejects bytes that are not UTF-8")
  func encoding() {
    #expect(throws: JSONError.self) { try JSON(parsing: [0x22, 0xFF, 0x22]) }
    #expect(throws: JSONError.self) { try JSON(parsing: [0x22, 0x5C, 0x6E, 0xFF, 0x22]) }
  }

  @Test("writes null for a number that is not finite")
  func notFinite() {
    #expect(JSON([.nan, .infinity, 1]).line == "[null,null,1]")
  }
}
