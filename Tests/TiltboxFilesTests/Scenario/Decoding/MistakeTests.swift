import Testing
import Tiltbox
import TiltboxFiles

/// One mistake: the lines after `tiltbox: 1` of a file, and what is said about it.
struct Mistake: Sendable, CustomTestStringConvertible {
  let text: String
  let message: String
  var testDescription: String { text }

  init(_ text: String, _ message: String) {
    self.text = text
    self.message = message
  }
}

@Suite("Mistakes in a scenario file")
struct MistakeTests {
  @Test(
    "are reported with line, column, field, value and remedy",
    arguments: fields + values + wholes
  )
  func told(mistake: Mistake) {
    #expect(mistakes(in: "tiltbox: 1\n" + mistake.text) == ["a.yaml:" + mistake.message])
  }

  @Test("after the hundredth only the number of further ones is told")
  func manyUnknownKeys() throws {
    let keys = (0..<150).map { "key\($0): 1" }.joined(separator: "\n")
    let error = #expect(throws: ScenarioFileError.self) { try scenario(keys) }
    #expect(error?.diagnostics.count == 100 && error?.omittedCount == 50)
    #expect(error?.diagnostics[99].message.hasPrefix("unknown; known here") == true)
    #expect(error?.description.hasSuffix("\nand 50 more") == true)
  }

  @Test("equal ones are one line with a count")
  func equalMistakes() {
    let body = "  - {circle: 1, mass: 1, colour: red, at: [1]}\n"
    let text = "tiltbox: 1\nbodies:\n" + String(repeating: body, count: 6)
    #expect(
      mistakes(in: text) == [
        "a.yaml:3:26: bodies[0].colour: unknown; here it is called fill (6 times, the last in line 8)",
        "a.yaml:3:43: bodies[0].at: expected [x, y], got a list of 1; give numbers in units (6 times, the last in line 8)",
      ]
    )
    let line = "{tiltbox: 1, bodies: [{circle: -1, mass: 1}, {circle: -1, mass: 1}]}"
    #expect(mistakes(in: line).first?.hasSuffix("(2 times)") == true)
  }

  static let fields = [
    Mistake(
      "bodies: [{circle: 1, mass: 1, type: bullet}]",
      #"2:37: bodies[0].type: expected dynamic, kinematic or static, got the text "bullet"; that is a field of its own; write bullet: true"#
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 1, leash: 5}]",
      "2:31: bodies[0].leash: unknown; it is called slide and belongs in a constraint"
    ),
    Mistake("gravity: 500", "2:1: gravity: unknown; it belongs in world"),
    Mistake("wrld: {}", "2:1: wrld: unknown; did you mean world?"),
    Mistake("world: {gravty: 1}", "2:9: world.gravty: unknown; did you mean gravity?"),
    Mistake("world: {Gravity: 1}", "2:9: world.Gravity: unknown; did you mean gravity?"),
    Mistake(
      "run: {<<: 1}",
      "2:7: run.<<: unknown; merge keys are not supported; use defaults, or repeat"
    ),
    Mistake("run: {[a]: 1}", "2:7: run.?: unknown; known here: duration, frames, forces"),
    Mistake(
      "pictures: []",
      "2:1: pictures: unknown; known here: tiltbox, name, let, world, walls, view, defaults, bodies, constraints, values, layers, touches, handovers, animations, tilt, run, expect"
    ),
    Mistake(
      "walls: {size: [9, 9], sensor: true}",
      "2:23: walls.sensor: unknown; it belongs in a body"
    ),
    Mistake(
      "bodies: [{box: [2, 2], mass: 1, angle: pi/6}]",
      #"2:40: bodies[0].angle: expected a number, got the text "pi/6"; write 0.5235987755982988, or =pi/6"#
    ),
    Mistake(
      "bodies: [{box: [2, 2], mass: 1, position: [1, 2]}]",
      "2:33: bodies[0].position: unknown; here it is called at"
    ),
    Mistake(
      "walls: {size: [9, 9], Restitution: 1}",
      "2:23: walls.Restitution: unknown; here it is called elasticity"
    ),
    Mistake("world: {time_step: 0.01}", "2:9: world.time_step: unknown; here it is called step"),
    Mistake(
      "bodies: [{boks: [2, 2], mass: 1}]",
      "2:11: bodies[0].boks: unknown; did you mean box?"
    ),
    Mistake(
      "bodies: [{box: [2, 2], maas: 1}]",
      "2:24: bodies[0].maas: unknown; did you mean mass?"
    ),
    Mistake("walls: {sise: [2, 2]}", "2:9: walls.sise: unknown; did you mean size?"),
    Mistake("walls: {radius: 2}", "2:8: walls.size: missing; give size: [width, height]"),
    Mistake("run: {frames: 1, frames: 2}", "2:18: run.frames: given twice; keep one"),
    Mistake("world:", "2:7: world: has no value; give a mapping, or drop the key"),
    Mistake("run: {frames: }", "2:15: run.frames: has no value; give a number, or drop the key"),
    Mistake(
      "bodies: [{box: [2, 2]}]",
      "2:10: bodies[0].mass: a dynamic body needs a mass, in kg; give one above 0, or type: static if it never moves"
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 0}]",
      "2:28: bodies[0].mass: body mass is 0 kg; give one above 0, or type: static if it never moves"
    ),
    Mistake(
      "bodies: [{mass: 1}]",
      "2:10: bodies[0].shapes: a body without shapes needs a moment; give a shape, or a moment"
    ),
    Mistake(
      "bodies: [{mass: 1, shapes: [{}]}]",
      "2:29: bodies[0].shapes[0]: has none of box, circle, segment, polygon, chain; give one"
    ),
    Mistake("tilt: {}", "2:7: tilt: has none of constant, file; give one"),
    Mistake(
      "bodies: [{mass: 1, box: [2, 2], circle: 1}]",
      "2:33: bodies[0].circle: cannot stand beside box; drop one of them, or list several under shapes"
    ),
    Mistake(
      "bodies: [{mass: 1, circle: 2, shapes: [{circle: 1}]}]",
      "2:31: bodies[0].shapes: cannot stand beside circle; drop one of them, or list several under shapes"
    ),
    Mistake(
      "tilt: {constant: [0, 0], file: a}",
      "2:26: tilt.file: cannot stand beside constant; drop one of them"
    ),
    Mistake(
      "tilt: {constant: [0, 0], units: g}",
      "2:33: tilt.units: goes with a file, not with a constant tilt; drop it"
    ),
    Mistake(
      "bodies: [{mass: 1, circle: 1, radius: 2}]",
      #"2:39: bodies[0].radius: goes with a box, a segment, a polygon or a chain; a circle's radius is "circle" itself"#
    ),
    Mistake(
      "bodies: [{mass: 1, segment: [[0, 0], [1, 0]], center: [1, 1]}]",
      "2:55: bodies[0].center: goes with a box or a circle; move the points instead"
    ),
    Mistake(
      "bodies: [{mass: 1, radius: 2, shapes: [{circle: 1}]}]",
      "2:28: bodies[0].radius: belongs to a shape, and this body has none of its own; move or drop it"
    ),
  ]

  static let values = [
    Mistake(
      "defaults: {mass: heavy}",
      #"2:18: defaults.mass: expected a number, got the text "heavy"; give a finite number above 0 (at least 1e-100), at most 1e12, in kg"#
    ),
    Mistake(
      #"world: {gravity: "1000"}"#,
      #"2:18: world.gravity: expected a number, got the text "1000"; drop the quotes"#
    ),
    Mistake(
      "world: {gravity: 1_000}",
      #"2:18: world.gravity: expected a number, got the text "1_000"; write 1000"#
    ),
    Mistake(
      "world: {gravity: [1]}",
      "2:18: world.gravity: expected a number, got a list of 1; write 1"
    ),
    Mistake(
      "world: {gravity: true}",
      "2:18: world.gravity: expected a number, got true; give a finite number from -1e9 to 1e9, in units/s²"
    ),
    Mistake(
      "world: {gravity: .inf}",
      "2:18: world.gravity: gravity is inf units/s²; give a finite number from -1e9 to 1e9"
    ),
    Mistake(
      "world: {gravity: 1e999}",
      "2:18: world.gravity: gravity is inf units/s²; give a finite number from -1e9 to 1e9"
    ),
    Mistake(
      "world: {damping: 1.5}",
      "2:18: world.damping: damping is 1.5 per second; give a finite number from 0 to 1"
    ),
    Mistake(
      "world: {step: 1/0}",
      "2:15: world.step: time step is inf s; give a finite number above 0 (at least 1e-09), at most 100"
    ),
    Mistake(
      "world: {step: 1/}",
      #"2:15: world.step: expected a number or a fraction such as 1/120, got the text "1/"; give a finite number above 0 (at least 1e-09), at most 100, in s"#
    ),
    Mistake(
      "world: {iterations: 10.5}",
      "2:21: world.iterations: expected a whole number from 1 to 1000, got 10.5; write 10 or 11"
    ),
    Mistake(
      "world: {iterations: 0}",
      "2:21: world.iterations: expected a whole number from 1 to 1000, got 0; give 1 or more"
    ),
    Mistake(
      "world: {speedLimit: nome}",
      #"2:21: world.speedLimit: expected a number, automatic or none, got the text "nome"; did you mean none?"#
    ),
    Mistake(
      "world: {sleepAfter: 0}",
      "2:21: world.sleepAfter: sleep time threshold is 0 s; give a finite number above 0 (at least 1e-09), at most 1e9"
    ),
    Mistake(
      "run: {duration: -1}",
      "2:17: run.duration: duration is -1 s; give a finite number from 0 to 1e9"
    ),
    Mistake(
      "run: {frames: 0}",
      "2:15: run.frames: frame rate is 0 Hz; give a finite number from 1e-06 to 1e6"
    ),
    Mistake(
      "defaults: {sensor: yes}",
      #"2:20: defaults.sensor: expected true or false, got the text "yes"; write true"#
    ),
    Mistake(
      #"defaults: {sensor: "true"}"#,
      #"2:20: defaults.sensor: expected true or false, got the text "true"; drop the quotes"#
    ),
    Mistake(
      "defaults: {collisionType: -1}",
      "2:27: defaults.collisionType: expected a whole number from 0 to 9223372036854775807, got -1; give 0 or more"
    ),
    Mistake(
      "defaults: {friction: -1}",
      "2:22: defaults.friction: friction is -1; give a finite number from 0 to 1e6"
    ),
    Mistake(
      "defaults: {surfaceVelocity: [0, .nan]}",
      "2:29: defaults.surfaceVelocity: surface velocity is nan units/s; give a finite number from -1e9 to 1e9"
    ),
    Mistake(
      "defaults: {filter: {mask: 0x100000000}}",
      "2:27: defaults.filter.mask: expected a whole number from 0 to 4294967295, got 0x100000000; give 4294967295 or less"
    ),
    Mistake("name: [a]", "2:7: name: expected a text, got a list of 1; write a"),
    Mistake(
      "walls: 300",
      "2:8: walls: expected a mapping, got 300; write walls: {size: [300, 300]}"
    ),
    Mistake(
      "bodies: [{id: a, circle: 1, mass: 1}]\nexpect: [{body: a, asleepBy: never}]",
      "3:30: expect[0].asleepBy: never is not known; known here: angle, "
        + "angularVelocity, damping, elasticity, friction, g, h, mass, moment, pi, step, vx, vy, x, y"
    ),
    Mistake(
      "walls: {size: [9, 9]}\nbodies: [{id: ball, circle: 1, mass: 1}]\nexpect: [{body: walls, firstContact: ball}]",
      "4:17: expect[0].body: nothing here is called \"walls\"; did you mean ball?"
    ),
    Mistake(
      "bodies: [{id: a, circle: 1, mass: 1}]\nexpect: [{body: a, contacts: none}]",
      "3:30: expect[0].contacts: expected a whole number from 0 to 1000000000 or {min: …, max: …}, "
        + #"got the text "none"; write contacts: 0"#
    ),
    Mistake(
      "bodies: [{id: a, circle: 1, mass: 1}]\nexpect: [{body: a, contacts: \">2\"}]",
      "3:30: expect[0].contacts: expected a whole number from 0 to 1000000000 or {min: …, max: …}, "
        + #"got the text ">2"; give bounds, as in {min: 1, max: 3}"#
    ),
    Mistake(
      "bodies: [{id: a, circle: 1, mass: 1}]\nexpect: [{body: [a, b], y: {min: 0}, always: true}]",
      "3:17: expect[0].body: expected a text, got a list of 2; give the id of one body"
    ),
    Mistake(
      "bodies: [{box: -5, mass: 1}]",
      "2:16: bodies[0].box: expected [width, height], got -5; give two numbers above 0, as in [20, 20]"
    ),
    Mistake(
      "constraints: [{wheel: [w], travel: 1, stiffness: 1, damping: 1}]",
      "2:23: constraints[0].wheel: expected [id, id], got a list of 1; give the ids of two bodies"
    ),
    Mistake(
      "bodies: [{box: 0, mass: 1}]",
      "2:16: bodies[0].box: expected [width, height], got 0; give two numbers above 0, as in [20, 20]"
    ),
    Mistake(
      "bodies: [{circle: 1, mass: =5 kg}]",
      "2:31: bodies[0].mass: a formula has no unit; write =5"
    ),
    Mistake(
      "bodies: [{id: a, circle: 1, mass: 1}]\nconstraints: [{wheel: [ground, a], travel: 1, stiffness: 1, damping: 1}]",
      #"3:24: constraints[0].wheel[0]: "ground" is the world itself; name a body, perhaps a static one"#
    ),
    Mistake(
      "walls: {size: 300}",
      "2:15: walls.size: expected [width, height], got 300; for a square write [300, 300]"
    ),
    Mistake(
      "walls: {size: [300]}",
      "2:15: walls.size: expected [width, height], got a list of 1; give numbers in units"
    ),
    Mistake(
      "walls: {size: [300, x]}",
      #"2:21: walls.size[1]: expected a number, got the text "x"; give a finite number above 0 (at least 1e-09), at most 1e9, in units"#
    ),
    Mistake(
      "walls: {size: [300, -1]}",
      "2:15: walls.size: box side is -1 units; give a finite number above 0 (at least 1e-09), at most 1e9"
    ),
    Mistake(
      "tilt: [0, 5000]",
      "2:7: tilt: tilt is 5000 g; give a finite number from -1000 to 1000"
    ),
    Mistake(
      "tilt: {constant: [.nan, 0]}",
      "2:18: tilt.constant: tilt is nan g; give a finite number from -1000 to 1000"
    ),
    Mistake(
      "tilt: phone.csv",
      #"2:7: tilt: expected [x, y] or a mapping, got the text "phone.csv"; write tilt: {file: phone.csv}"#
    ),
    Mistake(
      "tilt: [1, 2, 3]",
      "2:7: tilt: expected [x, y] or a mapping, got a list of 3; give [x, y] in g, where [0, -1] is upright, or {file: phone.csv}"
    ),
    Mistake(
      "tilt: {file: a, rate: 0}",
      "2:23: tilt.rate: tilt rate is 0 Hz; give a finite number from 1e-06 to 1e6"
    ),
    Mistake(#"tilt: {file: ""}"#, "2:14: tilt.file: the path is empty; name a file"),
    Mistake(
      "tilt: {file: a, units: m/s}",
      #"2:24: tilt.units: expected auto, g or m/s2, got the text "m/s"; did you mean m/s2?"#
    ),
  ]

  static let wholes = [
    Mistake(
      "bodies: {box: [1, 1]}",
      "2:9: bodies: expected a list, got a mapping; begin each element of the list with a dash: - {…}"
    ),
    Mistake(
      "bodies: [7]",
      "2:10: bodies[0]: expected a mapping, got 7; write fields, as in {circle: 10, mass: 1}"
    ),
    Mistake(
      #"bodies: [{id: "", circle: 1, mass: 1}]"#,
      "2:15: bodies[0].id: the id is empty; give a name"
    ),
    Mistake(
      #"bodies: [{id: "a\nb", circle: 1, mass: 1}]"#,
      "2:15: bodies[0].id: the id has a control character, such as a line end; drop it"
    ),
    Mistake(
      #"layers: [{id: "a\u009b", circle: 1}]"#,
      "2:15: layers[0].id: the id has a control character, such as a line end; drop it"
    ),
    Mistake(
      #"handovers: [{body: "a\nb", at: 1}]"#,
      #"2:20: handovers[0].body: no body is called "a\nb"; there is none"#
    ),
    Mistake(
      "bodies: [{box: .nan, mass: 1}]",
      "2:16: bodies[0].box: expected [width, height], got .nan; give numbers in units"
    ),
    Mistake(
      #"bodies: [{circle: 1, mass: 1, at: [=1, "=max(2, 3)", 4]}]"#,
      #"2:35: bodies[0].at: expected [x, y], got a list of 3; write [=1, "=max(2, 3)"], without a third number"#
    ),
    Mistake(
      "view: [300, -1]\nbodies: [{frame: [0, 0, 9, 9], mass: 1}]",
      "2:7: view: length is -1 units; give a finite number above 0 (at least 1e-09), at most 1e9"
    ),
    Mistake(
      "bodies: [{rope: {from: [0, 0], length: 0}, mass: 1}]",
      "2:40: bodies[0].rope.length: length is 0 units; give a finite number above 0 (at least 1e-09), at most 1e9"
    ),
    Mistake(
      "bodies: [{id: walls, circle: 1, mass: 1}]",
      #"2:15: bodies[0].id: "walls" is kept for the walls; give another id"#
    ),
    Mistake(
      "bodies: [{type: dynamc, circle: 1}]",
      #"2:17: bodies[0].type: expected dynamic, kinematic or static, got the text "dynamc"; did you mean dynamic?"#
    ),
    Mistake(
      "bodies: [{type: static, circle: 1, mass: 1}]",
      "2:42: bodies[0].mass: a static body has no mass; drop it, or make the body dynamic"
    ),
    Mistake(
      "bodies: [{type: static, circle: 1, velocity: [1, 0]}]",
      "2:46: bodies[0].velocity: a static body never moves; drop the velocity, or make it kinematic"
    ),
    Mistake(
      "bodies: [{type: static, circle: 10, angularVelocity: 5}]",
      "2:54: bodies[0].angularVelocity: a static body never moves; drop the velocity, or make it kinematic"
    ),
    Mistake(
      "bodies: [{circle: 0, mass: 1}]",
      "2:19: bodies[0].circle: circle radius is 0 units; give a finite number above 0 (at least 1e-09), at most 1e9"
    ),
    Mistake(
      "bodies: [{circle: 1, center: [.inf, 0], mass: 1}]",
      "2:30: bodies[0].center: position is inf units; give a finite number from -1e9 to 1e9"
    ),
    Mistake(
      "bodies: [{mass: 1, shapes: [{circle: 1}, {box: [1, 1], radius: -1}]}]",
      "2:64: bodies[0].shapes[1].radius: radius is -1 units; give a finite number from 0 to 1e9"
    ),
    Mistake(
      "bodies: [{mass: 1, segment: [[0, 0]]}]",
      "2:29: bodies[0].segment: expected [[x, y], [x, y]], got a list of 1; give 2"
    ),
    Mistake(
      "bodies: [{mass: 1, segment: [[0, 0], [0, 0]]}]",
      "2:29: bodies[0].segment: segment length is 0 units; give a finite number above 0 (at least 1e-09), at most 4e9"
    ),
    Mistake(
      "bodies: [{mass: 1, chain: [[0, 0], [1, 0], [1, 0], [2, 0]]}]",
      "2:27: bodies[0].chain: distance of points 1 and 2 of the chain, counted from 0, is 0 units; drop one of them"
    ),
    Mistake(
      "bodies: [{mass: 1, chain: [[0, 0], [1, 0], [1, 1], [0, 0]], closed: true}]",
      "2:27: bodies[0].chain: distance of points 3 and 0 of the chain, counted from 0, is 0 units; drop one of them"
    ),
    Mistake(
      "bodies: [{mass: 1, polygon: [[0, 0], [1, 1]]}]",
      "2:29: bodies[0].polygon: expected a list of at least 3 points [x, y], got a list of 2; give 3 or more"
    ),
    Mistake(
      "bodies: [{mass: 1, polygon: [[0, 0], [1, 1], [2, 2]]}]",
      "2:29: bodies[0].polygon: polygon area is 0 units²; its vertices are on one line: move one off that line, or give a segment"
    ),
    Mistake(
      "bodies: [{mass: 1, polygon: [[0.1, 0.3], [0.2, 0.6], [0.3, 0.9], [0.7, 2.1]]}]",
      "2:29: bodies[0].polygon: polygon area is 1.3877787807814457e-17 units²; its vertices are on one line: move one off that line, or give a segment"
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 1, gravityScale: 2e6}]",
      "2:45: bodies[0].gravityScale: gravity scale is 2000000; give a finite number from -1e6 to 1e6"
    ),
    Mistake(
      "bodies: [{box: [1, 2], type: static, closed: true}]",
      "2:46: bodies[0].closed: goes with a chain; drop it"
    ),
    Mistake(
      "bodies: [{type: static, chain: 7}]",
      "2:32: bodies[0].chain: expected a list of at least 2 points [x, y] or {file: …}, got 7"
    ),
    Mistake(
      "bodies: [{box: [1, 2], type: static, oneWay: [0, 0]}]",
      "2:46: bodies[0].oneWay: [0, 0] is no direction; write [0, 1] to carry what comes from above"
    ),
    Mistake(
      "world: {engine: chipmunk}\nbodies: [{circle: 1, mass: 1, gravityScale: 2}]",
      "3:45: bodies[0].gravityScale: has no effect with engine: chipmunk; write engine: tiltbox, or drop it"
    ),
    Mistake(
      "world: {engine: chipmunk}\nwalls: {size: [9, 9], rollingResistance: 0.5}",
      "3:42: walls.rollingResistance: has no effect with engine: chipmunk; write engine: tiltbox, or drop it"
    ),
    Mistake(
      "world: {engine: chipmunk}\ndefaults: {rollingResistance: 0.5}\nbodies: [{circle: 1, mass: 1}]",
      "3:31: defaults.rollingResistance: has no effect with engine: chipmunk; write engine: tiltbox, or drop it"
    ),
    Mistake(
      "bodies: [{mass: 1, shapes: [{circle: 1}, {polygon: [[0, 0], [9, 9], [9, 0], [0, 9]]}]}]",
      "2:52: bodies[0].shapes[1].polygon: edges 0 and 2 of the outline meet at (4.5, 4.5); give an outline that does not cross or touch itself"
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 1, moment: infinity}]",
      #"2:39: bodies[0].moment: expected a number or infinite, got the text "infinity"; here it is called infinite"#
    ),
    Mistake(
      "bodies: [{id: a, circle: 1, mass: 1}]\nconstraints: [{slide: [a, ground], max: infinity}]",
      #"3:41: constraints[0].max: expected a number, got the text "infinity"; write infinite"#
    ),
    Mistake(
      "bodies: [{circle: 1, type: fixed}]",
      #"2:28: bodies[0].type: expected dynamic, kinematic or static, got the text "fixed"; here it is called static"#
    ),
    Mistake(
      "run:\n  duration: 2,5",
      #"3:13: run.duration: expected a number, got the text "2,5"; write 2.5, with a point"#
    ),
    Mistake(
      "walls: [300, 200]",
      "2:8: walls: expected a mapping, got a list of 2; write walls: {size: [300, 200]}"
    ),
    Mistake(
      "walls: {size: 300 x 200}",
      #"2:15: walls.size: expected [width, height], got the text "300 x 200"; write [300, 200]"#
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 1, at: [50 -50]}]",
      "2:35: bodies[0].at: expected [x, y], got a list of 1; write [50, -50]"
    ),
    Mistake(
      "bodies: [{segment: [10, 10, 100, 10], mass: 1}]",
      "2:20: bodies[0].segment: expected [[x, y], [x, y]], got a list of 4; write [[10, 10], [100, 10]]"
    ),
    Mistake(
      "run: 10 seconds",
      #"2:6: run: expected a mapping, got the text "10 seconds"; write run: {duration: 10}"#
    ),
    Mistake(
      "expect: [it falls]",
      #"2:10: expect[0]: expected a mapping, got the text "it falls"; write fields, as in {body: ball, firstContact: walls}"#
    ),
    Mistake(
      "bodies: [{circle: 1, weight: 1}]",
      "2:22: bodies[0].weight: unknown; here it is called mass"
    ),
    Mistake("run: 5", "2:6: run: expected a mapping, got 5; write run: {duration: 5}"),
    Mistake(
      "world: {gravity: [0, -9.81]}",
      "2:18: world.gravity: expected a number, got a list of 2; gravity is a magnitude, and tilt is its direction; write gravity: 9.81 and tilt: [0, -1]"
    ),
    Mistake(
      "bodies: {id: a, circle: 1, mass: 1}",
      "2:9: bodies: expected a list, got a mapping; begin each element of the list with a dash: - {…}"
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 1, at: [20*i, 0]}]",
      #"2:36: bodies[0].at[0]: expected a number, got the text "20*i"; begin a formula of the indices with =, as in =20*i"#
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 1, at: [=i, 0]}]",
      "2:37: bodies[0].at[0]: i is not known; an index needs repeat: 12"
    ),
    Mistake(
      "run: {duration: 2,5}",
      "2:17: run.duration: 2,5 reads as two entries; write 2.5, with a point"
    ),
    Mistake(
      "name:t",
      "2:1: this is not YAML: write a space after the colon: name: t"
    ),
    Mistake(
      "bodies: [{id: a, circle: 1, mass: 1}]\nconstraints: [{hinge: [a, ground]}]",
      "3:16: constraints[0].hinge: unknown; here it is called pivot"
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 1, moment: infinte}]",
      #"2:39: bodies[0].moment: expected a number or infinite, got the text "infinte"; did you mean infinite?"#
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 1, moment: -1}]",
      "2:39: bodies[0].moment: body moment is -1 kg·units²; give a finite number above 0 (at least 1e-100), at most 1e30, or infinite"
    ),
  ]

  @Test(
    "are all reported at once, in the order of the file, without those that only follow from another"
  )
  func order() {
    let text = """
      bodies:
        - {id: a, box: [32, 32], mass: -1, friction: x}
        - {id: a, boks: [32, 32], mass: 1, at: [1, 2, 3]}
        - {circle: 1, mass: heavy, elasticity: -1}
        - {type: statc, circle: 1, velocity: [1, 1]}
        - {shapes: [{circle: -1}, {box: x}], mass: .nan}
      world: {gravity: big, step: 0}
      foo: 1
      """
    #expect(
      mistakes(in: text).map { $0.prefix { $0 != ";" } } == [
        "a.yaml:1:1: tiltbox: missing",
        "a.yaml:2:34: bodies[0].mass: body mass is -1 kg",
        #"a.yaml:2:48: bodies[0].friction: expected a number, got the text "x""#,
        #"a.yaml:3:10: bodies[1].id: "a" names bodies[0] already"#,
        "a.yaml:3:13: bodies[1].boks: unknown",
        "a.yaml:3:42: bodies[1].at: expected [x, y], got a list of 3",
        #"a.yaml:4:23: bodies[2].mass: expected a number, got the text "heavy""#,
        "a.yaml:4:42: bodies[2].elasticity: elasticity is -1",
        #"a.yaml:5:12: bodies[3].type: expected dynamic, kinematic or static, got the text "statc""#,
        "a.yaml:6:24: bodies[4].shapes[0].circle: circle radius is -1 units",
        #"a.yaml:6:35: bodies[4].shapes[1].box: expected [width, height], got the text "x""#,
        "a.yaml:6:46: bodies[4].mass: body mass is nan kg",
        #"a.yaml:7:18: world.gravity: expected a number, got the text "big""#,
        "a.yaml:7:29: world.step: time step is 0 s",
        "a.yaml:8:1: foo: unknown",
      ]
    )
  }

  @Test("in shared fields of many bodies are reported once, at their place")
  func inherited() {
    let text = """
      tiltbox: 1
      defaults: {mass: -1}
      bodies:
        - {elasticity: -2, shapes: [{circle: 1}, {circle: 2}]}
        - {circle: 1}
      """
    #expect(
      mistakes(in: text).map { $0.prefix { $0 != ";" } } == [
        "a.yaml:2:18: defaults.mass: body mass is -1 kg",
        "a.yaml:4:18: bodies[0].elasticity: elasticity is -2",
      ]
    )
  }

  @Test(
    "in the version are reported before all others",
    arguments: [
      (
        "tiltbox: 2\nfoo: 1",
        [
          "1:10: tiltbox: format version 2 is not supported; write tiltbox: 1, or update the program"
        ]
      ),
      ("tiltbox: one", [#"1:10: tiltbox: expected 1, got the text "one""#]),
      ("tiltbox: 1.5", ["1:10: tiltbox: expected 1, got 1.5"]),
      ("name: x", ["1:1: tiltbox: missing; give tiltbox: 1"]),
    ]
  )
  func version(text: String, messages: [String]) {
    #expect(mistakes(in: text) == messages.map { "a.yaml:" + $0 })
  }

  @Test("in a long text are reported with a shortened text")
  func long() {
    let text = "tiltbox: 1\nworld: {gravity: \(String(repeating: "x", count: 1_000_000))}"
    #expect(mistakes(in: text).first?.utf8.count ?? 0 < 300)
  }
}
