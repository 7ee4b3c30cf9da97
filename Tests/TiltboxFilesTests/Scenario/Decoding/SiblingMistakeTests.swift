import Testing

/// A mapping of a scenario, and fields of it with a value of the wrong type and one that is out of range.
struct Siblings: Sendable, CustomTestStringConvertible {
  struct Field: Sendable {
    let key: String
    /// A valid value, one of the wrong type, and one out of range; nil if there is nothing to check.
    let right: String
    let wrongType: String?
    let outOfRange: String?

    init(_ key: String, _ right: String, _ wrongType: String?, _ outOfRange: String? = nil) {
      (self.key, self.right, self.wrongType, self.outOfRange) = (key, right, wrongType, outOfRange)
    }
  }

  let path: String
  /// The text around the mapping, which replaces `#`.
  let frame: String
  let fields: [Field]
  var testDescription: String { "\(path) \(fields[0].key)" }

  init(_ path: String, _ frame: String, _ fields: [Field]) {
    (self.path, self.frame, self.fields) = (path, frame, fields)
  }

  func text(_ mistakes: [String: String]) -> String {
    let members = fields.map { "\($0.key): \(mistakes[$0.key] ?? $0.right)" }
    return "tiltbox: 1\n" + frame.replacing("#", with: "{\(members.joined(separator: ", "))}")
  }
}

@Suite("A field of the wrong type")
struct SiblingMistakeTests {
  @Test("hides no sibling that is out of range, and nothing else is reported", arguments: all)
  func pairs(siblings: Siblings) {
    #expect(mistakes(in: siblings.text([:])) == [])
    for wrong in siblings.fields {
      for other in siblings.fields where other.key != wrong.key {
        guard let wrongType = wrong.wrongType, let outOfRange = other.outOfRange else { continue }
        let text = siblings.text([wrong.key: wrongType, other.key: outOfRange])
        let keys = mistakes(in: text).map { line in
          let path = line.split(separator: " ")[1].dropFirst(siblings.path.count + 1)
          return String(path.prefix { $0.isLetter })
        }
        #expect(Set(keys) == [wrong.key, other.key] && keys.count == 2, "\(text)\n\(keys)")
      }
    }
  }

  private static let bodies =
    "bodies: [{id: a, circle: 1, mass: 1}, {id: b, circle: 1, mass: 1, at: [9, 0]}]"
  private static func constraint(_ fields: [Siblings.Field]) -> Siblings {
    Siblings("constraints[0]", bodies + "\nconstraints: [#]", fields + limits)
  }
  private static let limits: [Siblings.Field] = [
    .init("maxForce", "1", "x", "-1"), .init("errorBias", "0.5", "[1]", "2"),
    .init("maxBias", "1", "true", "-1"), .init("collideBodies", "true", "1"),
  ]
  private static func animation(_ fields: [Siblings.Field]) -> Siblings {
    Siblings("animations[0]", "values: [{id: v, numbers: 1}]\nanimations: [#]", fields + play)
  }
  private static let play: [Siblings.Field] = [
    .init("target", "value.v", nil, "value.w"), .init("begin", "0", "x", "1e10"),
    .init("duration", "1", "x", "-1"), .init("timing", "easeIn", "7", "easeInn"),
    .init("fill", "both", "1", "bth"),
  ]
  private static func expectation(_ fields: [Siblings.Field]) -> Siblings {
    Siblings(
      "expect[0]",
      bodies + "\nwalls: {size: [99, 99]}\nexpect: [#]",
      fields + [.init("body", "a", "[1]", "zz")]
    )
  }

  private static let all: [Siblings] = [
    Siblings(
      "bodies[0]",
      "bodies: [#]",
      [
        .init("type", "dynamic", "dynamc"), .init("at", "[1, 2]", "x", "[1e10, 0]"),
        .init("angle", "1", "x", "1e10"), .init("velocity", "[0, 0]", "1", "[.inf, 0]"),
        .init("mass", "1", "x", "-1"), .init("moment", "1", "[1]", "-1"),
        .init("box", "[1, 1]", "1", "[-1, 1]"), .init("radius", "0", "x", "-1"),
        .init("center", "[0, 0]", "1", "[.inf, 0]"), .init("friction", "1", "x", "-1"),
        .init("density", "1", "x", "-1"), .init("opacity", "1", "x", "2"),
      ]
    ),
    Siblings(
      "bodies[0].shapes[0]",
      "bodies: [{mass: 1, shapes: [#]}]",
      [
        .init("polygon", "[[0, 0], [1, 0], [0, 1]]", "1", "[[0, 0], [1, 1], [2, 2]]"),
        .init("radius", "0", "x", "-1"), .init("elasticity", "1", "x", "-1"),
      ]
    ),
    Siblings(
      "walls",
      "walls: #",
      [
        .init("size", "[9, 9]", "9", "[9, -9]"), .init("radius", "1", "x", "-1"),
        .init("friction", "1", "x", "-1"),
      ]
    ),
    Siblings(
      "world",
      "world: #",
      [
        .init("gravity", "1", "x", "1e10"), .init("step", "1/120", "x", "0"),
        .init("iterations", "10", "x", "0"), .init("damping", "1", "x", "2"),
        .init("integrator", "chipmunk", "x"),
      ]
    ),
    Siblings(
      "tilt",
      "tilt: #",
      [
        .init("file", "a.csv", "[1]"), .init("rate", "1", "x", "-1"),
        .init("units", "g", "7", "feet"),
      ]
    ),
    constraint([.init("pin", "[a, b]", "a"), .init("distance", "1", "x", "-1")]),
    constraint([.init("pin", "[a, b]", "[a, [1]]", "[a, c]")]),
    constraint([
      .init("pivot", "[a, b]", "a"), .init("at", "[1, 1]", "x", "[1e10, 0]"),
    ]),
    constraint([
      .init("spring", "[a, b]", "a"), .init("restLength", "1", "x", "-1"),
      .init("stiffness", "1", "x", "-1"), .init("damping", "1", "x", "-1"),
    ]),
    constraint([
      .init("groove", "[a, b]", "a"), .init("grooveA", "[0, 0]", "x", "[1e10, 0]"),
      .init("grooveB", "[1, 0]", "x", "[1e10, 0]"),
    ]),
    constraint([
      .init("rotaryLimit", "[a, b]", "a"), .init("min", "0", "x", "-1e10"),
      .init("max", "1", "x", "1e10"),
    ]),
    constraint([.init("gear", "[a, b]", "a"), .init("ratio", "2", "x", "0")]),
    constraint([.init("motor", "[a, b]", "a"), .init("rate", "2", "x", "1e10")]),
    animation([.init("from", "0", "x", "1e40"), .init("to", "1", "x", "1e40")]),
    animation([.init("to", "1", "x", "1e40"), .init("spring", "{bounce: 0, duration: 1}", "7")]),
    animation([
      .init("values", "[1, 2, 3]", "x", "[1, 2, 1e40]"), .init("keyTimes", "[0, 0.5, 1]", "x"),
    ]),
    Siblings(
      "animations[0]",
      "animations: [#]",
      [.init("target", "tilt", "[1]"), .init("to", "[0, 0]", nil)] + play.dropFirst()
    ),
    expectation([
      .init("x", "1", "[1]", "1e40"), .init("within", "1", "[1]", "-1"),
      .init("at", "1", "[[1]]", "-1"),
    ]),
    expectation([
      .init("firstContact", "walls", "[1]", "wals"), .init("within", "1", "[1]", "-1"),
      .init("at", "1", "[1]", "-1"),
    ]),
  ]
}
