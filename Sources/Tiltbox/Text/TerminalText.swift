extension String {
  /// The text with control characters and characters that change the writing direction as escapes, so that a name or an
  /// id from a file cannot control the terminal. Line ends and tabs stay.
  package var escapedForTerminal: String { escaping(\.commandsTerminals) }

  /// The text as the name of a file in a message: line ends and tabs are escapes, too.
  package var escapedName: String {
    escaping { $0.commandsTerminals || $0 == "\n" || $0 == "\t" }
  }

  private func escaping(_ isEscaped: (Unicode.Scalar) -> Bool) -> String {
    guard unicodeScalars.contains(where: isEscaped) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if isEscaped(scalar) {
        text += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The escaped text on one line: line ends and tabs become blanks.
  package var lineForTerminal: String {
    String(escapedForTerminal.map { $0.isNewline || $0 == "\t" ? " " : $0 })
  }

  /// The number of columns that the text takes in a terminal.
  var terminalColumns: Int { reduce(0) { $0 + ($1.unicodeScalars.first?.isWide == true ? 2 : 1) } }
}

extension Unicode.Scalar {
  /// Whether terminals give the character two columns: those of East Asia, and emoji.
  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      true
    default: properties.isEmojiPresentation
    }
  }

  fileprivate var commandsTerminals: Bool {
    switch value {
    case 9, 10: false
    case 0...0x1F, 0x7F...0x9F: true
    case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
