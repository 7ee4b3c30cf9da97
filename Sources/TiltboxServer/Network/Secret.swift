/// Unguessable random texts.
package enum Secret {
  private static let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")

  /// Returns a text with five bits per character from the system's random number generator, without characters that
  /// look alike.
  package static func random(length: Int) -> String {
    var generator = SystemRandomNumberGenerator()
    return String((0..<length).map { _ in letters[Int(generator.next() & 31)] })
  }
}
