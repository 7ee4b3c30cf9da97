extension Repetition {
  /// Returns a text with braces around indices that stand in it as words: `b-{i}` for `b-i`, `b-{i+1}` for `b-i+1`; nil
  /// if there are none, or braces already.
  static func braced(_ text: String, indices: some Collection<String>) -> String? {
    guard !text.contains("{") else { return nil }
    var (result, rest) = ("", text[...])
    while let first = rest.first {
      var word = rest.prefix { $0.isLetter || $0.isNumber }
      guard !word.isEmpty else {
        result.append(first)
        rest.removeFirst()
        continue
      }
      let isIndex = indices.contains(String(word))
      rest.removeFirst(word.count)
      if isIndex, rest.first == "+" {
        let digits = rest.dropFirst().prefix(while: \.isNumber)
        if !digits.isEmpty { word = text[word.startIndex..<digits.endIndex] }
        rest = text[word.endIndex...]
      }
      result += isIndex ? "{\(word)}" : word
    }
    return result == text ? nil : result
  }
}
