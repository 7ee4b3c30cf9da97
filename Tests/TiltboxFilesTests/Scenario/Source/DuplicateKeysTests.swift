import Testing

@Suite("Duplicate keys")
struct DuplicateKeysTests {
  @Test("are reported with their places in the file, like the mistakes beside them")
  func places() {
    let text = """
      tiltbox: 1
      bodies:
        - {mass: 1, "mass": 2, circle: x, mass: 3, 'box': [1], box: [2]}
        - {id: a, circle: 1, mass: y}
      run: {}
      run: {}
      foo: 1
      """
    #expect(
      mistakes(in: text).map { $0.prefix { $0 != ";" } } == [
        "a.yaml:3:15: bodies[0].mass: given twice",
        "a.yaml:3:46: bodies[0].box: cannot stand beside circle",
        "a.yaml:3:53: bodies[0].box: expected [width, height], got a list of 1",
        "a.yaml:3:58: bodies[0].box: given twice",
        #"a.yaml:4:30: bodies[1].mass: expected a number, got the text "y""#,
        "a.yaml:6:1: run: given twice",
        "a.yaml:7:1: foo: unknown",
      ]
    )
  }

  @Test("are reported even if there are thousands of them")
  func many() {
    let lines = (0..<2000).map { _ in "  - {mass: 1, circle: 1, circle: 2}\n" }
    #expect(
      mistakes(in: "tiltbox: 1\nbodies:\n" + lines.joined()) == [
        "a.yaml:3:26: bodies[0].circle: given twice; keep one (2000 times, the last in line 2002)"
      ]
    )
  }
}
