import Motion
import Testing

@Suite("Timing function as text")
struct TimingFunctionTextTests {
  @Test(
    "is found by its name, however it is written",
    arguments: [
      ("easeInEaseOut", "easeInOut"), ("ease-in-out", "easeInOut"), ("ease", "default"),
      ("EASE_IN_QUAD", "easeInQuad"), ("bounceEaseOut", "easeOutBounceRational"),
    ]
  )
  func names(text: String, same: String) throws {
    let (a, b) = (try TimingFunction(text), try TimingFunction(same))
    for t in [0.1, 0.4, 0.9] { #expect(a(t) == b(t)) }
  }

  @Test("has a name for all of Penner's family, and no name twice")
  func catalogue() {
    let names = TimingFunction.named.flatMap { [$0.name] + $0.aliases }
    #expect(Set(names).count == names.count)
    #expect(names.contains("easeInOutElastic"))
    #expect(TimingFunction.named.count == 5 + 11 * 3 + 2)
  }

  @Test(
    "is read as CSS writes it",
    arguments: [
      ("cubic-bezier(0.42, 0, 1, 1)", 0.5, 0.315357), (".42,0,1,1", 0.5, 0.315357),
      ("steps(4, jump-both)", 0.25, 0.4), ("steps(4,start)", 0.25, 0.5), ("steps( 2 )", 0.7, 0.5),
      ("linear(0, 0.25 25% 75%, 1)", 0.5, 0.25), ("linear(0, 50% 0.8, 1)", 0.25, 0.4),
    ]
  )
  func css(text: String, t: Double, expected: Double) throws {
    #expect(abs(try TimingFunction(text)(t) - expected) < 1e-6)
  }

  @Test(
    "says where a text is wrong",
    arguments: [
      ("cubic-bezier(0.42, zero, 1, 1)", 19), ("0,1,x,3", 4), ("steps(four)", 6),
      ("steps(4, sideways)", 9), ("linear(0, 1 2 3, 1)", 10), ("spring(1, 2)", 7), ("wobble", nil),
      ("cubic-bezier(1, 2, 3)", 13), ("steps()", 6),
    ] as [(String, Int?)]
  )
  func offsets(text: String, offset: Int?) {
    let error = #expect(throws: MotionError.self) { try TimingFunction(text) }
    #expect(error?.offset == offset, "\(error.map(String.init(describing:)) ?? "")")
  }

  @Test("names the value and the remedy in its errors")
  func message() {
    let error = #expect(throws: MotionError.self) { try TimingFunction("2,0,1,1") }
    #expect(error?.description == "x1 is 2; give a number from 0 to 1")
    let line = #expect(throws: MotionError.self) { try TimingFunction("linear(0)") }
    #expect(line?.description == "linear() has one stop; give at least 2, as in linear(0, 1)")
  }
}
