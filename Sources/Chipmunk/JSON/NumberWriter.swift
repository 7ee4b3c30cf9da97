/// Writes numbers into memory that is there: their digits, and no string.
@unsafe
package struct NumberWriter {
  /// The most bytes that a number takes: -2.2250738585072014e-308.
  package static var longest: Int { 24 }

  /// Where the next byte goes.
  package private(set) var next: UnsafeMutablePointer<UInt8>

  /// Makes a writer that begins at `start`. There has to be room for all that is appended.
  package init(at start: UnsafeMutablePointer<UInt8>) { unsafe next = start }

  /// The shortest decimal that reads back to the same double: without the `.0` of a whole number.
  /// What is not finite has no decimal, and is written as JSON's null.
  package mutating func append(_ number: Double) {
    guard number.isFinite else { return unsafe write("null") }
    unsafe number.write(to: &self)
    if unsafe next[-1] == UInt8(ascii: "0"), unsafe next[-2] == UInt8(ascii: ".") {
      unsafe next -= 2
    }
  }

  /// A comma, and the number.
  package mutating func append(nextOf number: Double) {
    unsafe next.initialize(to: UInt8(ascii: ","))
    unsafe next += 1
    unsafe append(number)
  }
}

extension NumberWriter: @unsafe TextOutputStream {
  package mutating func write(_ text: String) {
    for byte in text.utf8 {
      unsafe next.initialize(to: byte)
      unsafe next += 1
    }
  }

  /// What the standard library's numbers write themselves with, before they are a string.
  // swift-format-ignore: NoLeadingUnderscores
  package mutating func _writeASCII(_ digits: UnsafeBufferPointer<UInt8>) {
    guard let start = digits.baseAddress else { return }
    unsafe next.initialize(from: start, count: digits.count)
    unsafe next += digits.count
  }
}
