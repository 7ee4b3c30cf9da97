/// Random texts that cannot be guessed.
package enum Secret {
  private static let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")

  /// Five bits a letter, from the system's source of randomness, of letters that are not taken for each other.
  package static func random(length: Int) -> String {
    var generator = SystemRandomNumberGenerator()
    return String((0..<length).map { _ in letters[Int(generator.next() & 31)] })
  }
}
