#if Server
internal import ArgumentParser
internal import TiltboxFiles
internal import TiltboxPlatform
internal import TiltboxServer

/// The sources of a token: an option, which other users can see in the process list, a file, or the environment.
enum Tokens {
  /// Returns the token, if one is given.
  ///
  /// Throws `FileError`; `ValidationError` for a token with characters that are not allowed in an address, or for two
  /// tokens.
  static func token(
    _ flag: String,
    given: String?,
    file: String?,
    variable: String
  ) throws -> String? {
    if given != nil, file != nil {
      throw ValidationError("\(flag) and \(flag)-file exclude each other")
    }
    let text = try given ?? file.map(read) ?? environment(variable)
    guard let text else { return nil }
    guard !text.isEmpty, text.utf8.count <= 256, text.utf8.allSatisfy(isPlain) else {
      let place = given != nil ? flag : file.map { _ in "\(flag)-file" } ?? variable
      throw ValidationError(
        "\(place) is \(text.isEmpty ? "empty" : "no token"); give 1 to 256 letters, digits, - and _, since it is part of the address"
      )
    }
    return text
  }

  private static func read(_ file: String) throws -> String {
    let bytes = try readFile(file)
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != 13 }, as: UTF8.self)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
#endif
