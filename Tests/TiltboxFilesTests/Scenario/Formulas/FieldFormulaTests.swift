import Chipmunk
import Testing
import Tiltbox

@testable import TiltboxFiles

@Suite("Names and random numbers in scenario files")
struct FieldFormulaTests {
  @Test("names are usable in every part of a file, in later names, in copies and in expectations")
  func names() throws {
    let scenario = try scenario(
      """
      let: {r: 12, n: 3, pitch: =2*r + 1}
      world: {gravity: =100*r, sleepAfter: "=max(r, 1)"}
      bodies:
        - {id: ball, circle: =r, mass: 1, at: [=pitch, 0]}
        - {id: peg, repeat: [=n, 2], type: static, circle: =r/2, at: [=pitch*i, =j]}
      layers: [{id: sky, box: [=r, =r], at: [0, =pitch]}]
      run: {duration: =n}
      expect:
        - {body: ball, y: y - g*t^2/2 + r - 12, within: n, always: true}
        - {body: ball, x: pitch, within: 1, at: n/2}
      """
    )
    #expect(scenario.world.gravity == 1200)
    #expect(scenario.world.sleepAfter == 12)
    #expect(scenario.bodies.map(\.id).last == "peg-2-1" && scenario.bodies.count == 7)
    #expect(scenario.bodies[0].position == Vector(25, 0))
    #expect(scenario.bodies[6].position == Vector(50, 1))
    #expect(scenario.layers[0].position == Vector(0, 25))
    #expect(scenario.run.duration == 3)
    #expect(
      scenario.expectations[1].condition == .value(.x, .near(25, within: 1), .at(1.5))
    )
    // The names are the file's alone: what is written contains their numbers.
    #expect(try Scenario(yaml: scenario.json, file: "b.json").json == scenario.json)
  }

  @Test(
    "a mistake in a name is reported with its place and a remedy",
    arguments: [
      ("let: {i: 1}", "2:7: let.i: i has a meaning in formulas already; give another name"),
      ("let: {sin: 1}", "sin has a meaning in formulas already; give another name, such as sin1"),
      ("let: {g: 1}", "let.g: g has a meaning in formulas already; give another name, such as g1"),
      ("let: {mass: 1}", "let.mass: mass has a meaning in formulas already"),
      ("let: {a-b: 1}", "let.a-b: a name has letters, digits and _, and begins with a letter"),
      ("let: {a: 1, a: 2}", "let.a: given twice; keep one"),
      ("let: {a: =b, b: 2}", "2:11: let.a: b is not known; it stands below; move it up"),
      (
        "let: {n: 3, m: =min(n, 5), q: 2}",
        "let.m: \"=min(n\" ends at a comma; put a formula with a comma in quotes: \"=min(n, 5)\""
      ),
      ("let: {a: 2*3}", "let.a: expected a number or a formula, got the text \"2*3\"; write =2*3"),
      ("let: {a: [1]}", "let.a: expected a number or a formula, got a list of 1"),
      ("let: {a: true}", "let.a: expected a number or a formula, got true"),
      ("let: {a: 5 units}", "got the text \"5 units\"; write 5, without a unit"),
      ("let: {a: 2, b: a}", "got the text \"a\"; write =a"),
      ("let: {a: =1/0}", "let.a: 1 is divided by 0; divide it by another number"),
      ("let: 3", "2:6: let: expected a mapping of names to numbers, got 3; write {r: 12, d: =2*r}"),
      (
        "let: {radius: 2}\nbodies: [{circle: =radios, mass: 1}]",
        "3:20: bodies[0].circle: radios is not known; did you mean radius?"
      ),
      (
        "let: {n: 2.5}\nbodies: [{circle: 1, mass: 1, repeat: =n}]",
        "bodies[0].repeat: expected a whole number from 1 to 100000, or a list of up to three"
      ),
      (
        "bodies: [{circle: 1, mass: 1, repeat: [2, =m]}]",
        "2:44: bodies[0].repeat: m is not known"
      ),
      (
        "let: {lim: 2}\nexpect: [{x: lin, within: 1, at: end}]\nbodies: [{circle: 1, mass: 1}]",
        "3:14: expect[0].x: lin is not known; did you mean lim?"
      ),
      (
        "world: {gravity: ==2}",
        "2:19: world.gravity: the formula begins with =, which it does not need"
      ),
      (
        "world: {seed: =1}",
        #"world.seed: expected a whole number from 0 to 9223372036854775807, got the text "=1""#
      ),
      ("world: {gravity: =rand(1)}", "rand is not known; write =random(i), a number from 0 to 1"),
      (
        "world: {gravity: \"=random(1, 2)\"}",
        "random takes 1 or 3 numbers, not 2; write =random(1), or random(1, from, to)"
      ),
      ("world: {gravity: =random()}", "random takes 1 or 3 numbers, not 0; write =random(1)"),
      (
        "bodies: [{circle: =random(), mass: 1, repeat: 2}]",
        "random takes 1 or 3 numbers, not 0; write =random(i)"
      ),
      ("world: {gravity: =random}", "random is a function; give its number in parentheses"),
    ]
  )
  func mistake(text: String, message: String) {
    let found = mistakes(in: "tiltbox: 1\n" + text)
    #expect(found.count == 1 && found[0].contains(message), "\(found)")
  }

  @Test(
    "a formula of names without its = is reported with one",
    arguments: [
      ("circle: r", "bodies[0].circle: expected a number, got the text \"r\"", "=r"),
      ("circle: 1, at: [0, 20*i + r]", "got the text \"20*i + r\"", "=20*i + r"),
      ("circle: 1, repeat: r", "or a list of up to three; got the text \"r\"", "=r"),
      ("circle: 1, repeat: [2, r/2]", "or a list of up to three; got a list of 2", "=r/2"),
    ]
  )
  func missingSign(fields: String, problem: String, formula: String) {
    let found = mistakes(in: "tiltbox: 1\nlet: {r: 10}\nbodies: [{mass: 1, \(fields)}]")
    let words = "\(problem); begin a formula with =, as in \(formula)"
    #expect(found.count == 1 && found[0].hasSuffix(words), "\(found)")
  }

  @Test("all mistakes in the names are reported at once")
  func mistakesInNames() {
    let found = mistakes(
      in: "tiltbox: 1\nlet: {i: 1, a: b, c: =d}\nbodies: [{circle: =c, mass: 1}]"
    )
    #expect(found.count == 3, "\(found)")
  }

  @Test("a name without a number is the only mistake, and not each formula with it")
  func mistakesBesideNames() {
    let found = mistakes(
      in: """
        tiltbox: 1
        let: {a: [1], b: word, c: .inf}
        bodies: [{id: it, circle: =a, mass: =b, at: [=c, 0]}]
        expect: [{body: it, x: a*t, within: b, at: c}]
        """
    )
    #expect(found.count == 3 && found.allSatisfy { $0.contains(": let.") }, "\(found)")
  }

  @Test("a text that begins with = is a text where the field is one")
  func texts() throws {
    let written = Scenario(name: "=a", bodies: [BodyDescription(id: "=b", type: .static)])
    #expect(try Scenario(yaml: written.json, file: "a.json") == written)
  }

  private static let chance = """
    let: {a: =random(1)}
    bodies:
      - {circle: 1, mass: 1, at: [=random(1), =random(1)]}
      - {circle: 1, mass: 1, at: [=a, =a], repeat: 1}
      - {circle: "=random(i, 2, 3)", mass: 1, repeat: 1000}
    """

  @Test(
    "random numbers depend on the seed, on the field and on their argument, and on nothing else"
  )
  func random() throws {
    let first = try scenario(Self.chance)
    let place = first.bodies[0].position
    #expect(place.x != place.y && (0..<1).contains(place.x) && (0..<1).contains(place.y))
    #expect(first.bodies[1].position.x == first.bodies[1].position.y)
    let radii = first.bodies.dropFirst(2).compactMap { body in
      if case .circle(let radius, _)? = body.shapes.first?.geometry { radius } else { nil }
    }
    #expect(Set(radii).count == 1000 && radii.allSatisfy { (2..<3).contains($0) })
    let mean = radii.reduce(0, +) / 1000
    #expect(abs(mean - 2.5) < 0.03)
    #expect(try scenario(Self.chance) == first)
    let other = try scenario(Self.chance, overrides: ["world.seed=1"])
    #expect(other.world.seed == 1 && other.bodies[0].position != place)
    // The numbers are those of SplitMix64 on every machine.
    let stream = RandomStream(seed: 0, path: "bodies[0].at[0]")
    #expect(stream.unit(at: 1) == place.x && stream.unit(at: 0) == stream.unit(at: -0.0))
  }

  @Test("names are set from the command line before copies are made, other fields after that")
  func overrides() throws {
    let text = "let: {n: 2, gap: 9, r: =n + 1}\nbodies: [{id: a, circle: =r, mass: 1, repeat: =n}]"
    let set = try scenario(text, overrides: ["bodies[2].mass=7", "let.n=3"])
    #expect(set.bodies.map(\.mass) == [1, 1, 7])
    #expect(set.bodies[0].shapes[0].geometry == .circle(radius: 4))
    #expect(try scenario(text, overrides: ["let.r=9"]).bodies.count == 2)
    #expect(
      try scenario(text, overrides: ["let.r='=2*n'"]).bodies[0].shapes[0].geometry
        == .circle(radius: 4)
    )
    #expect(
      mistakes(in: "tiltbox: 1\n" + text, overrides: ["let.gaps=3"])
        == ["--set let.gaps=3: let.gaps: the scenario's let has no such name; did you mean gap?"]
    )
  }
}
