extension String {
  /// Makes a text with a few errors: lost, duplicated or changed bytes, and moved numbers or words.
  public init(damaging bytes: [UInt8], using random: inout SplitMix64) {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0...9, using: &random) {
      case 0: bytes[place] = .random(in: 0...255, using: &random)
      case 1: bytes.remove(at: place)
      case 2: bytes.removeSubrange(place...)
      case 3: bytes.insert(UInt8(ascii: "9"), at: place)
      default:
        // Most of the text consists of numbers.
        let isPart: (UInt8) -> Bool = { "0123456789.-+e".utf8.contains($0) }
        guard let start = bytes[place...].firstIndex(where: isPart) else { continue }
        let end = bytes[start...].firstIndex { !isPart($0) } ?? bytes.endIndex
        let strange = [
          "0", "-1", "1", "2", "3", "-0.0", "1e-320", "1e9", "-1e9", "1e15", "1e30", "-1e100", "4",
          "1e308", "0.001", "9007199254740992", "18446744073709551615", "\"infinity\"", "[]",
          "true", "\"in\\u0066inity\"", "\"\\ud83d\\ude00\\ud800\"",
        ]
        bytes.replaceSubrange(start..<end, with: (strange.randomElement(using: &random) ?? "").utf8)
      }
      if bytes.isEmpty { break }
    }
    self.init(decoding: bytes, as: UTF8.self)
  }
}
