import Testing

import TiltboxDrawing

@Suite("Text in XML")
struct XMLTextTests {
  @Test("is written so that a reader gets it back, except for characters that XML cannot contain")
  func escaping() {
    #expect("a \"b\" & <c>".escapedForXML == "a &quot;b&quot; &amp; &lt;c&gt;")
    #expect("one\n\ttwo".escapedForXML == "one&#10;&#9;two")
    #expect("\u{0}\u{1B}\u{FFFE}".escapedForXML == "\u{FFFD}\u{FFFD}\u{FFFD}")
    #expect("größe ⌀ 🎾".escapedForXML == "größe ⌀ 🎾")
  }
}
