import Testing
import Tiltbox

@testable import TiltboxFiles

/// What a file of hostile content costs, in comparisons and values.
@Suite("A hostile scenario file")
struct HostileScenarioTests {
  @Test("gets at most 300,000 comparisons of names, however many are unknown")
  func comparisons() {
    let known = (0..<20_000).map { "ball-\($0)" }
    var suggester = Suggester()
    let advice = (0..<2500).map { suggester.nearest(to: "bal-\($0)", among: known) }
    #expect(advice.count { $0 != nil } == 15 && advice[14] == "ball-14")
    #expect(suggester.budget == 0)
  }

  @Test("is not looked through for a name once the budget is spent")
  func spent() {
    var suggester = Suggester()
    let known = Counted(count: 200_000)
    #expect(suggester.nearest(to: "ball", among: known) == nil)
    let seen = known.seen
    #expect(suggester.nearest(to: "ball", among: known) == nil)
    #expect(seen == 200_000 && known.seen == seen)
  }

  @Test(
    "uses that budget for every reference to a name",
    arguments: [
      ("constraints", "{pin: [ball-0, bal-%]}"),
      ("expect", "{body: bal-%, y: 0, within: 1, at: 0}"),
      ("handovers", "{body: bal-%, at: 1}"),
      ("animations", "{target: body.bal-%.force, to: [1, 0], duration: 1}"),
    ]
  )
  func references(list: String, element: String) throws {
    let bodies = (0..<4000).map { "{id: ball-\($0), circle: 1, mass: 1}" }
    let elements = (0..<90).map { element.replacing("%", with: "\($0)") }
    let text =
      "bodies: [\(bodies.joined(separator: ", "))]\n\(list): [\(elements.joined(separator: ", "))]"
    let error = #expect(throws: ScenarioFileError.self) { try scenario(text) }
    let messages = error?.diagnostics.map(\.message) ?? []
    #expect(messages.count == 90)
    #expect(messages.count { $0.contains("did you mean ball-") } == 75)
  }

  @Test("gets words for its first 10,000 mistakes, and a number for the rest")
  func counted() throws {
    let bodies = String(repeating: "  - x\n", count: 10_500)
    let error = #expect(throws: ScenarioFileError.self) { try scenario("bodies:\n" + bodies) }
    let messages = error?.diagnostics.map(\.message) ?? []
    #expect(messages.count == 1 && error?.omittedCount == 500)
    #expect(messages.first?.hasSuffix("(10000 times, the last in line 10002)") == true)
  }

  @Test("has no more animations looked at after 10,000 mistakes")
  func animations() throws {
    let list = String(
      repeating: "  - {target: tilt, to: [1, 0], timing: easeInn, duration: 1}\n",
      count: 10_500
    )
    let error = #expect(throws: ScenarioFileError.self) { try scenario("animations:\n" + list) }
    #expect(error?.diagnostics.contains { $0.message.contains("10500 times") } == false)
  }

  @Test("gets advice on at most a hundred words, once for each")
  func words() {
    var (advice, count) = (WordAdvice(), 0)
    for round in 0..<10 {
      for word in 0..<200 {
        let found = advice.advice(on: "word\(word)", in: .body, beside: nil) {
          count += 1
          return ("nothing", [])
        }
        #expect((found != nil) == (word < 100), "\(round)")
      }
    }
    #expect(count == 100)
  }

  @Test(
    "is rejected at its limits",
    arguments: [
      (
        "bodies: [{\((0..<1001).map { "k\($0): 1" }.joined(separator: ", "))}]",
        "2:10: bodies[0]: has 1001 keys, and a mapping at most 1000; begin each element of a list with a dash"
      ),
      (
        (0..<1000).map { "k\($0): 1" }.joined(separator: "\n"),
        "1:1: has 1001 keys, and a mapping at most 1000; begin each element of a list with a dash"
      ),
      (
        "? \(String(repeating: "a", count: 2000))\n: 1",
        "2:3: \(String(repeating: "a", count: 40))… of 2000 characters: unknown; known here"
      ),
      (
        "bodies: [{repeat: 100000, mass: 1, shapes: [\(String(repeating: "{circle: 1}, ", count: 20))]}]",
        "2:19: bodies[0].repeat: makes 4400000 values; a list has at most 2000000: give smaller counts"
      ),
      (
        "bodies: [\(String(repeating: "null, ", count: 100_001))]",
        "2:9: bodies: there are 100001; give at most 100000"
      ),
    ]
  )
  func limits(text: String, message: String) {
    let found = mistakes(in: "tiltbox: 1\n" + text)
    #expect(found.count == 1 && found[0].hasPrefix("a.yaml:" + message), "\(found)")
  }

  @Test("with directives of tags is rejected before it is parsed")
  func tags() {
    #expect(
      mistakes(in: "%TAG !a! x\n%TAG !b! x\n---\ntiltbox: 1\n") == [
        "a.yaml:1:1: %TAG is for tags, and tags are not supported; drop it"
      ]
    )
  }

  @Test("quotes at most a thousand characters in a message")
  func messages() {
    let name = String(repeating: "x", count: 100_000)
    let found = mistakes(
      in:
        "tiltbox: 1\nbodies: [{id: a, type: static, circle: 1}]\nhandovers: [{body: \(name), at: 1}]"
    )
    #expect(found.count == 1 && found[0].utf8.count < 1100)
  }

  @Test("names constraints and bodies without ids in one pass")
  func names() {
    var names = FreshNames(taken: ["pin-2", nil, "pin-4"])
    #expect((0..<4).map { _ in names.next(of: "pin") } == ["pin-1", "pin-3", "pin-5", "pin-6"])
    #expect(names.next(of: "gear") == "gear-1")
  }
}

/// Names that count how often they are read.
private final class Counted: RandomAccessCollection {
  let count: Int
  private(set) var seen = 0

  init(count: Int) { self.count = count }

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(index: Int) -> String {
    seen += 1
    return "name-\(index)"
  }
}
