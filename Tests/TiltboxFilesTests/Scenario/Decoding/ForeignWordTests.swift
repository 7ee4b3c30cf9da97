import Testing

@Suite("Words of other programs")
struct ForeignWordTests {
  @Test("are reported with what to write instead", arguments: words)
  func told(mistake: Mistake) {
    #expect(mistakes(in: "tiltbox: 1\n" + mistake.text) == ["a.yaml:" + mistake.message])
  }

  @Test("are reported with what to write instead in an expectation", arguments: expectations)
  func expected(mistake: Mistake) {
    let text = "tiltbox: 1\nbodies: [{id: ball, circle: 1, mass: 1}]\nexpect: [{\(mistake.text)}]"
    #expect(mistakes(in: text) == ["a.yaml:3:11: expect[0]." + mistake.message])
  }

  static let expectations = [
    Mistake("pos: [1, 2], within: 1, at: end", "pos: unknown; here it is called position"),
    Mistake("height: {min: 9}, always: true", "height: unknown; here it is called y"),
    Mistake("bounces: 3", "bounces: unknown; here it is called contacts"),
    Mistake("y < 50, at: end", "y < 50: unknown; write a colon: y: {max: 50}"),
    Mistake("y>=50, at: end", "y>=50: unknown; write a colon: y: {min: 50}"),
    Mistake("ball: {y: 5}", "ball: unknown; write {body: ball, …}"),
    Mistake("ball: {y: 5}, at: end", "ball: unknown; write {body: ball, …}"),
    Mistake(
      "never: true, y: {min: 9}",
      "never: unknown; write always: true, with the bounds that hold"
    ),
  ]

  @Test("in place of a body, all means what holds without one")
  func allBodies() {
    let text = """
      tiltbox: 1
      bodies: [{id: ball, circle: 1, mass: 1}]
      expect: [{body: all, y: {min: 9}, always: true}]
      """
    #expect(
      mistakes(in: text) == [
        "a.yaml:3:17: expect[0].body: "
          + "without body it is about every dynamic body; drop it"
      ]
    )
  }

  static let words = [
    Mistake(
      "bodies: [{ball: {circle: 1, mass: 1}}]",
      "2:11: bodies[0].ball: unknown; write {id: ball, …}"
    ),
    Mistake(
      "bodies: {ball: {circle: 1, mass: 1}}",
      "2:9: bodies: expected a list, got a mapping; "
        + "begin each element of the list with a dash: - {id: ball, …}"
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 1, force: [5, 0]}]",
      "2:31: bodies[0].force: unknown; "
        + "write animations: [{target: body.ID.force, from: [5, 0], to: [5, 0], duration: 2}]"
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 1, visible: false}]",
      "2:31: bodies[0].visible: unknown; to hide it write opacity: 0"
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 1, solid: false}]",
      "2:31: bodies[0].solid: unknown; for a shape that lets others through write sensor: true"
    ),
    Mistake(
      "bodies: [{triangle: [[0, 0], [1, 0], [0, 1]], mass: 1}]",
      "2:11: bodies[0].triangle: unknown; here it is called polygon"
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 1, zIndex: 2}]",
      "2:31: bodies[0].zIndex: unknown; here it is called depth"
    ),
    Mistake(
      "values: [{score: 3}]",
      "2:11: values[0].score: unknown; write {id: score, numbers: 3}"
    ),
    Mistake(
      "values: [{nubers: 3, id: a}]",
      "2:11: values[0].nubers: unknown; did you mean numbers?"
    ),
    Mistake(
      "animations: [{tilt: [1, 0], duration: 2}]",
      "2:15: animations[0].tilt: unknown; write target: tilt, to: [1, 0]"
    ),
    Mistake(
      "bodies: [{id: a, rope: {from: [0, 9], to: [9, 9], segments: 3}, mass: 1}]",
      "2:51: bodies[0].rope.segments: unknown; here it is called links"
    ),
    Mistake(
      "layers: [{id: a, text: hello}]",
      "2:18: layers[0].text: unknown; a layer is a shape, or path data as svg"
    ),
    Mistake(
      "walls: {at: [9, 9], size: [99, 99]}",
      "2:9: walls.at: unknown; walls reach from [0, 0] to their size: [width, height]"
    ),
    Mistake(
      "world: {gravity > 500}",
      "2:9: world.gravity > 500: unknown; write a colon: gravity: 500"
    ),
    Mistake("vars: {r: 5}", "2:1: vars: unknown; here it is called let"),
    Mistake(
      "world: {threads: 4}",
      "2:9: world.threads: unknown; threads are an option of the command: tiltbox run --threads 4"
    ),
    Mistake(
      "tilt: {file: a.csv, loop: true}",
      "2:21: tilt.loop: unknown; a recording plays once; drop it"
    ),
  ]
}
