import Motion
import Testing

@Suite("Angles and headings")
struct HeadingTests {
  @Test("a heading goes the shortest way, even through ±π")
  func shortest() {
    let (a, b) = (Heading(radians: 3), Heading(radians: -3))
    let middle = a.interpolated(to: b, at: 0.5)
    #expect(abs(middle.radians - .pi) < 1e-12)
    #expect(abs(a.distance(to: b) - (2 * .pi - 6)) < 1e-12)
    #expect(abs(a.interpolated(to: b, at: 0.25).radians - (3 + (2 * .pi - 6) / 4)) < 1e-12)
  }

  @Test("a heading drops whole turns and lies above −π and up to π")
  func wraps() {
    #expect(Heading(radians: -.pi).radians == .pi)
    #expect(abs(Heading(radians: 7).radians - (7 - 2 * .pi)) < 1e-15)
    #expect(Heading(radians: 2.5).radians == 2.5)
  }

  @Test("an angle changes as given, through as many turns as there are")
  func asGiven() {
    let angle = Angle(radians: 0).interpolated(to: Angle(turns: 2), at: 0.75)
    #expect(abs(angle.radians - 3 * .pi) < 1e-12)
  }
}
