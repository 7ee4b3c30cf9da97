import Testing
import Tiltbox

@Suite("Suggestions")
struct SuggestionTests {
  @Test(
    "count inserted, deleted, replaced and swapped letters",
    arguments: [
      ("", "", 0), ("box", "box", 0), ("", "box", 3), ("boks", "box", 2), ("mass", "mas", 1),
      ("mass", "mess", 1),
      ("mass", "amss", 1), ("kitten", "sitting", 3), ("ca", "abc", 3),
    ]
  )
  func distance(a: String, b: String, expected: Int) {
    #expect(Suggestion.distance(Array(a.utf8), Array(b.utf8)) == expected)
    #expect(Suggestion.distance(Array(b.utf8), Array(a.utf8)) == expected)
  }

  @Test("name the nearest word, or none if none is near")
  func nearest() {
    let known = ["box", "circle", "segment", "polygon", "at"]
    #expect(Suggestion.nearest(to: "boks", among: known) == "box")
    #expect(Suggestion.nearest(to: "CIRCLE", among: known) == "circle")
    #expect(Suggestion.nearest(to: "position", among: known) == nil)
    #expect(Suggestion.nearest(to: "wall", among: ["ball", "walls", "hall"]) == "walls")
    #expect(Suggestion.nearest(to: "wall", among: ["ball", "hall"]) == "ball")
    #expect(Suggestion.nearest(to: "x", among: known) == nil)
    #expect(Suggestion.nearest(to: "", among: known) == nil)
    #expect(Suggestion.nearest(to: String(repeating: "box", count: 100), among: known) == nil)
  }
}
