/// Writes the digits of numbers directly into existing memory, without strings.
@unsafe
package struct NumberWriter {
  /// The greatest number of bytes of a number: -2.2250738585072014e-308.
  package static var longest: Int { 24 }

  /// The place of the next byte.
  package private(set) var next: UnsafeMutablePointer<UInt8>

  /// Makes a writer that begins at `start`. The memory must have room for everything appended.
  package init(at start: UnsafeMutablePointer<UInt8>) { unsafe next = start }

  /// Appends the shortest decimal that reads back to the same double, without the `.0` of a whole number. A number that
  /// is not finite is written as JSON's null.
  package mutating func append(_ number: Double) {
    guard number.isFinite else { return unsafe write("null") }
    unsafe number.write(to: &self)
    if unsafe next[-1] == UInt8(ascii: "0"), unsafe next[-2] == UInt8(ascii: ".") {
      unsafe next -= 2
    }
  }

  /// Appends a comma and the number.
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

  /// The standard library's numbers write their digits through this before they make a string.
  // swift-format-ignore: NoLeadingUnderscores
  package mutating func _writeASCII(_ digits: UnsafeBufferPointer<UInt8>) {
    guard let start = digits.baseAddress else { return }
    unsafe next.initialize(from: start, count: digits.count)
    unsafe next += digits.count
  }
}
