import Testing

@Suite("Mistakes of newcomers")
struct NewcomerMistakeTests {
  @Test("are reported with the remedy", arguments: yaml + bodies + commas + constraints + others)
  func told(mistake: Mistake) {
    #expect(mistakes(in: "tiltbox: 1\n" + mistake.text) == ["a.yaml:" + mistake.message])
  }

  static let yaml = [
    Mistake(
      "bodies: [{circle:10, mass: 1}]",
      "2:11: bodies[0].circle:10: unknown; write a space after the colon: circle: 10"
    ),
    Mistake(
      "bodies:\n  - id:ball\n    circle:10",
      #"3:5: bodies[0]: expected a mapping, got the text "id:ball circle:10"; write a space after the colon: id: ball"#
    ),
    Mistake(
      "let: {r = 12}\nbodies: [{circle: =r, mass: 1}]",
      "2:7: let.r = 12: has no value; write a colon: r: 12"
    ),
    Mistake(
      "bodies:\n-id: ball\n circle: 10\n mass: 1",
      "3:1: this is not YAML: write a space after the dash: - id: ball"
    ),
    Mistake(
      "bodies:\n  - {circle: 1, mass: 1}\n  -{id: b, circle: 1, mass: 1}\n  - {circle: 2, mass: 1}",
      "4:3: this is not YAML: write a space after the dash: - {id: b, circle: 1, mass: 1}"
    ),
    Mistake(
      "bodies:\n  -{id: b, circle: 1, mass: 1}",
      "3:3: this is not YAML: write a space after the dash: - {id: b, circle: 1, mass: 1}"
    ),
    Mistake(
      "bodies: [{id:\u{A0}peg, circle: 1, mass: 1}]",
      "2:11: bodies[0].id:\u{A0}peg: unknown; U+00A0, a no-break space, follows the colon; write a space: id: peg"
    ),
    Mistake(
      "bodies:\n  - id:\u{A0}peg\n    circle: 1\n    mass: 1",
      "3:5: this is not YAML: U+00A0, a no-break space, follows the colon; write a space: id: peg"
    ),
    Mistake(
      "world: {gravity 500, damping: 1}",
      "2:9: world.gravity 500: unknown; write a colon: gravity: 500"
    ),
    Mistake(
      "world: {damping: 1, step = 1/60}",
      "2:21: world.step = 1/60: unknown; write a colon: step: 1/60"
    ),
    Mistake(
      "bodies:\n  - id: a\n\t- circle: 1",
      "4:1: this is not YAML: a tab cannot indent a line; indent with spaces"
    ),
    Mistake(
      "bodies:\n  - id: a\n  - circle: 1\n  - mass: 1",
      "3:5: bodies[0]: each dash begins another body; write one dash for a body, and its other keys without one"
    ),
    Mistake(
      "bodies:\n  - id: a\n   circle: 5",
      "4:4: this is not YAML: this line is not part of the list that begins in line 3; indent it as those above it"
    ),
    Mistake(
      "walls:\n   size: [9, 9]\n  friction: 1",
      "4:3: this is not YAML: this line is not part of the fields that begin in line 1; indent it as those above it"
    ),
    Mistake(
      "name: My scene: the first",
      "2:15: this is not YAML: this colon does not follow a key; check the indentation, and put a text with a colon in quotes"
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 1, at: 30, 40}]",
      "2:35: bodies[0].at: 30,40 reads as two entries; write at: [30, 40]"
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 1,000}]",
      "2:28: bodies[0].mass: 1,000 reads as two entries; write 1000, or 1.000 with a point"
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 1, comment: big}]",
      "2:31: bodies[0].comment: unknown; begin a comment with #"
    ),
  ]

  static let bodies = [
    Mistake(
      "defaults: {mass: 1}\nbodies: [7]",
      "3:10: bodies[0]: expected a mapping, got 7; write fields, as in {circle: 10, mass: 1}"
    ),
    Mistake(
      "bodies: [{shape: circle, radius: 10, mass: 1}]",
      "2:11: bodies[0].shape: unknown; write circle: 10"
    ),
    Mistake(
      "bodies: [{shape: rectangle, width: 20, height: 10, mass: 1}]",
      "2:11: bodies[0].shape: unknown; write box: [20, 10]"
    ),
    Mistake(
      "bodies: [{width: 20, mass: 1}]",
      "2:11: bodies[0].width: unknown; write box: [width, height]"
    ),
    Mistake(
      "bodies: [{type: circle, circle: 10, mass: 1}]",
      #"2:17: bodies[0].type: expected dynamic, kinematic or static, got the text "circle"; a type says how the body moves; write circle: … for its shape"#
    ),
    Mistake(
      "bodies: [{radius: 10, mass: 1}]",
      "2:19: bodies[0].radius: belongs to a shape, which is missing; for a disc write circle: 10"
    ),
    Mistake(
      "bodies: [{bodyType: static, circle: 1}]",
      "2:11: bodies[0].bodyType: unknown; here it is called type"
    ),
    Mistake(
      "bodies: [{tpye: static, circle: 1}]",
      "2:11: bodies[0].tpye: unknown; did you mean type?"
    ),
    Mistake(
      "bodies: [{diameter: 3, mass: 1}]",
      "2:11: bodies[0].diameter: unknown; write circle: half the diameter"
    ),
    Mistake(
      "bodies: [{mass: 1, polygon: [0, 0, 120, 0, 120, 30]}]",
      "2:29: bodies[0].polygon: expected a list of at least 3 points [x, y], got a list of 6; write [[0, 0], [120, 0], [120, 30]]"
    ),
    Mistake(
      "bodies: [{mass: 1, polygon: [0, 0, 120, 0, 120]}]",
      "2:29: bodies[0].polygon: expected a list of at least 3 points [x, y], got a list of 5; write each point as [x, y]"
    ),
    Mistake(
      "bodies: [{isStatic: true, circle: 1}]",
      "2:11: bodies[0].isStatic: unknown; write type: static"
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 1, linearDamping: 0.9}]",
      "2:31: bodies[0].linearDamping: unknown; write damping: 0.9, the share of the velocity left after 1 s"
    ),
    Mistake(
      "world: {linearDamping: 0}",
      "2:9: world.linearDamping: unknown; write damping: 0.9, the share of the velocity left after 1 s"
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 1, isStatic: false}]",
      "2:31: bodies[0].isStatic: unknown; that is the default; drop it"
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 1, fixedRotation: false}]",
      "2:31: bodies[0].fixedRotation: unknown; that is the default; drop it"
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 1, affectedByGravity: true}]",
      "2:31: bodies[0].affectedByGravity: unknown; that is the default; drop it"
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 1, gravity: 0}]",
      "2:31: bodies[0].gravity: unknown; give gravityScale, how many times gravity acts on the body, as in gravityScale: 0.5"
    ),
    Mistake(
      "world: {width: 300}",
      "2:9: world.width: unknown; write walls: {size: [width, height]}"
    ),
    Mistake(
      "tilt: {values: [[0, -1], [1, 0]]}",
      "2:8: tilt.values: unknown; write animations: [{target: tilt, values: [[0, -1], [1, 0]], duration: 2}]"
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 1, ignoreGravity: true}]",
      "2:31: bodies[0].ignoreGravity: unknown; write gravityScale: 0"
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 1, fixedRotation: true}]",
      "2:31: bodies[0].fixedRotation: unknown; for a body that never rotates write moment: infinite"
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 1, x: 5}]",
      "2:31: bodies[0].x: unknown; write at: [x, y]"
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 1, category: 2}]",
      "2:31: bodies[0].category: unknown; it is called categories and belongs in a filter"
    ),
    Mistake(
      "bodies: [{circle: {radius: 10}, mass: 1}]",
      "2:19: bodies[0].circle: expected a number, got a mapping; write 10"
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 1, at: {y: 2, x: 1}}]",
      "2:35: bodies[0].at: expected [x, y], got a mapping; write [1, 2], in units"
    ),
    Mistake(
      "bodies: [{box: {height: 5, width: 9}, mass: 1}]",
      "2:16: bodies[0].box: expected [width, height], got a mapping; write [9, 5], in units"
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 1, velocity: {speed: 5, angle: 30}}]",
      "2:41: bodies[0].velocity: expected [x, y], got a mapping; give numbers in units/s"
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 1, at: {x: 1, y: 2}}]",
      "2:35: bodies[0].at: expected [x, y], got a mapping; write [1, 2], in units"
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 1, at: [1,5, 2,5]}]",
      "2:35: bodies[0].at: expected [x, y], got a list of 4; for decimals write [1.5, 2.5], with points"
    ),
    Mistake(
      "bodies: [{circle: 10px, mass: 1}]",
      #"2:19: bodies[0].circle: expected a number, got the text "10px"; write 10; you choose the unit of length"#
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 5 g}]",
      #"2:28: bodies[0].mass: expected a number, got the text "5 g"; write 0.005, in kg"#
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 1, fill: '#f00'}]",
      ##"2:37: bodies[0].fill: expected a list of 3 to 4 numbers, got the text "#f00"; write [1, 0, 0]"##
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 1, fill: blue}]",
      #"2:37: bodies[0].fill: expected a list of 3 to 4 numbers, got the text "blue"; write [0, 0, 1]"#
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 1, bullet: on}]",
      #"2:39: bodies[0].bullet: expected true or false, got the text "on"; write true"#
    ),
    Mistake(
      "bodies: [{repeat: 2, circle: 1, mass: 1}, {repeat: no, circle: 1, mass: 1, at: [=i, 0]}]",
      #"2:52: bodies[1].repeat: expected a whole number from 1 to 100000, or a list of up to three; got the text "no""#
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 1, velocity: 3000}]",
      "2:41: bodies[0].velocity: expected [x, y], got 3000; give x and y, as in [3000, 0]"
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 1, at: [10, 20, 30]}]",
      "2:35: bodies[0].at: expected [x, y], got a list of 3; write [10, 20], without a third number"
    ),
    Mistake(
      "bodies: [{repeat: 3, circle: 1, mass: 1, at: =20*i}]",
      "2:46: bodies[0].at: expected [x, y], got =20*i; give x and y, as in [=20*i, 0]"
    ),
    Mistake(
      "bodies: [{repeat: 3, circle: 1, mass: 1, at: 20*i}]",
      #"2:46: bodies[0].at: expected [x, y], got the text "20*i"; give x and y, as in [=20*i, 0]"#
    ),
    Mistake(
      "bodies: [{repeat: 3, mass: 1, box: =20 + i}]",
      "2:36: bodies[0].box: expected [width, height], got =20 + i; for a square write [=20 + i, =20 + i]"
    ),
    Mistake(
      "bodies: [{repeat: 3, circle: 1, mass: 1, id: {i}}]",
      #"2:46: bodies[0].id: expected a text, got {i}; put it in quotes: "{i}""#
    ),
  ]

  static let commas = [
    Mistake(
      "bodies: [{circle: 1, mass: 1, at: (50, 40)}]",
      "2:35: bodies[0].at: expected [x, y], got (50, 40); write [50, 40] with square brackets"
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 1, fill: rgb(1, 0, 0)}]",
      "2:37: bodies[0].fill: expected a list of 3 to 4 numbers, got rgb(1, 0, 0); write [1, 0, 0]"
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 1, fill: rgb(255, 0, 0)}]",
      "2:37: bodies[0].fill: expected a list of 3 to 4 numbers, got rgb(255, 0, 0); write [1, 0, 0]"
    ),
    Mistake(
      "values: [{id: a, numbers: 1}]\nanimations: [{target: value.a, to: 3, timing: steps(3, end)}]",
      #"3:47: animations[0].timing: "steps(3" ends at a comma; put a text with a comma in quotes: "steps(3, end)""#
    ),
    Mistake(
      "bodies: [{repeat: 3, circle: 1, mass: 1, at: [=20 + 20i, 0]}]",
      #"2:55: bodies[0].at[0]: expected an operator in the formula, got "i"; write =20 + 20*i"#
    ),
    Mistake(
      "bodies: [{repeat: 3, circle: 1, mass: 1, at: [=9*(i % 2), 0]}]",
      "2:53: bodies[0].at[0]: there is no %; write =9*(i - 2*floor(i/2))"
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 1, at: [50,5, 50]}]",
      "2:35: bodies[0].at: expected [x, y], got a list of 3; for decimals write [50.5, 50], with a point"
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 1, at: [50, 50,5]}]",
      "2:35: bodies[0].at: expected [x, y], got a list of 3; for decimals write [50, 50.5], with a point"
    ),
    Mistake(
      "bodies: [{circle: 1, mass: 1, at: [50,5,0]}]",
      "2:35: bodies[0].at: expected [x, y], got a list of 3; write [50, 5], without a third number"
    ),
    Mistake(
      "walls: {size: [260,5, 360]}",
      "2:15: walls.size: expected [width, height], got a list of 3; for decimals write [260.5, 360], with a point"
    ),
    Mistake(
      "tilt: [0,5, -1]",
      "2:7: tilt: expected [x, y] or a mapping, got a list of 3; for decimals write [0.5, -1], with a point"
    ),
    Mistake(
      "bodies: [{repeat: 3, circle: 1, mass: 1, at: [=0,5*i, 50]}]",
      "2:46: bodies[0].at: expected [x, y], got a list of 3; for decimals write [=0.5*i, 50], with a point"
    ),
    Mistake(
      "bodies: [{repeat: 3, circle: 1, mass: 1, at: [=max(20*i, 5), 50]}]",
      #"2:46: bodies[0].at: expected [x, y], got a list of 3; put a formula with a comma in quotes: "=max(20*i, 5)""#
    ),
    Mistake(
      "bodies: [{repeat: 3, circle: 1, mass: 1, at: [=max(20*i, 5)]}]",
      #"2:46: bodies[0].at: expected [x, y], got a list of 2; put a formula with a comma in quotes: "=max(20*i, 5)""#
    ),
    Mistake(
      "bodies: [{repeat: 3, circle: =max(3, i), mass: 1}]",
      #"2:36: bodies[0].circle: "=max(3" ends at a comma; put a formula with a comma in quotes: "=max(3, i)""#
    ),
    expectation(
      "y: max(50, min(40, 30)), within: 1, at: end",
      #"23: expect[0].y: "max(50" ends at a comma; put a formula with a comma in quotes: "max(50, min(40, 30))""#
    ),
    expectation(
      "y: {min: max(50, 40)}, at: end",
      #"29: expect[0].y.min: "max(50" ends at a comma; put a formula with a comma in quotes: "max(50, 40)""#
    ),
    expectation(
      "firstContact: walls, at: max(h, 1), within: 1",
      #"45: expect[0].at: "max(h" ends at a comma; put a formula with a comma in quotes: "max(h, 1)""#
    ),
    Mistake(
      "bodies:\n  - circle: 1,\n    mass: 1",
      #"3:13: bodies[0].circle: expected a number, got the text "1,"; drop the comma"#
    ),
    Mistake(
      "bodies:\n  - circle: 1\n    mass: 1;",
      #"4:11: bodies[0].mass: expected a number, got the text "1;"; drop the ;"#
    ),
    Mistake(
      "bodies:\n  - circle: 1\n    type: static,",
      #"4:11: bodies[0].type: expected dynamic, kinematic or static, got the text "static,"; drop the comma"#
    ),
    Mistake(
      "tilt: [1, 0],",
      #"2:13: this is not YAML: "," stands after the list; drop it"#
    ),
    expectation(
      "y: {min: 3}, eventually: [1, 1,4]",
      "45: expect[0].eventually: expected [from, to] or true, got a list of 3; for decimals write [1, 1.4], with a point"
    ),
  ]

  static let constraints = [
    Mistake(
      "bodies: [{id: a, circle: 1, mass: 1}]\nconstraints: [{type: hinge, bodies: [a, ground]}]",
      "3:16: constraints[0].type: unknown; write pivot: [a, ground]"
    ),
    Mistake(
      "bodies: [{id: a, circle: 1, mass: 1}]\nconstraints: [{weld: [a, ground]}]",
      "3:16: constraints[0].weld: unknown; there is no weld; give one body several shapes"
    ),
    Mistake(
      "bodies: [{id: a, circle: 1, mass: 1}]\nconstraints: [{motor: [a, ground], speed: 3}]",
      "3:36: constraints[0].speed: unknown; here it is called rate"
    ),
    Mistake(
      "bodies: [{id: a, circle: 1, mass: 1}]\nconstraints: [{motor: [a, ground], rate: 60 rpm}]",
      #"3:42: constraints[0].rate: expected a number, got the text "60 rpm"; write 6.28318531, in rad/s"#
    ),
    Mistake(
      "bodies: [{id: a, circle: 1, mass: 1}]\nconstraints: [{motor: [a, ground]}]",
      "3:15: constraints[0].rate: missing; give rate: a number in rad/s"
    ),
    Mistake(
      "bodies: [{id: a, circle: 1, mass: 1}]\nconstraints: [{motor: a, rate: 1}]",
      #"3:23: constraints[0].motor: expected [id, id], got the text "a"; give the ids of two bodies, or one and ground"#
    ),
    Mistake(
      "bodies: [{id: a, circle: 1, mass: 1}]\nconstraints: [{pin: a, b}]",
      "3:21: constraints[0].pin: expected two ids in a list; write [a, b] with square brackets"
    ),
  ]

  static let others = [
    Mistake(
      "restitution: 1",
      "2:1: restitution: unknown; it is called elasticity and belongs in a body"
    ),
    Mistake(
      "world: 1000",
      "2:8: world: expected a mapping, got 1000; write world: {gravity: 1000}"
    ),
    Mistake(
      "let: {a: [1]}",
      "2:10: let.a: expected a number or a formula, got a list of 1; write 1"
    ),
    Mistake(
      "let: [{n: 5}, {m: 1}]\nworld: {gravity: =n*2, damping: =m}\nvalues: [{id: a, numbers: 1}]\n"
        + "expect: [{target: value.a, value: n, within: m, at: 1}]",
      "2:6: let: expected a mapping of names to numbers, got a list of 2; write {r: 12, d: =2*r}"
    ),
    Mistake("duration: 5", "2:1: duration: unknown; it belongs in run"),
    Mistake("body: []", "2:1: body: unknown; here it is called bodies"),
    Mistake("world: {fps: 60}", "2:9: world.fps: unknown; give the time step, as in step: 1/60"),
    Mistake(
      "world: {integrator: euler}",
      #"2:21: world.integrator: expected chipmunk or half-kick, got the text "euler"; here it is called chipmunk"#
    ),
    Mistake(
      "walls: {width: 300, size: [300, 300]}",
      "2:9: walls.width: unknown; write size: [width, height]"
    ),
    Mistake(
      "walls: {width: 300, height: 200}",
      "2:9: walls.width: unknown; write size: [width, height]"
    ),
    Mistake(
      "tilt: {x: 0, y: -1}",
      "2:8: tilt.x: unknown; write tilt: [x, y] in g, where [0, -1] is upright"
    ),
    Mistake(
      "bodies: [{id: a, circle: 1, mass: 1}]\nhandovers: [{body: a, on: click}]",
      "3:23: handovers[0].on: unknown; known here: at, begin, tap, body, to, angle, spring, duration"
    ),
    Mistake(
      "bodies: [{id: a, circle: 1, mass: 1}, {id: b, circle: 1, mass: 1, at: [9, 9]}]\n"
        + "expect: [{order: [{end: [a, b]}]}]",
      "3:20: expect[0].order[0].end: unknown; here it is called separate"
    ),
    Mistake(
      "walls: true",
      "2:8: walls: expected a mapping, got true; write walls: {size: [width, height]}"
    ),
    Mistake(
      "tilt: right",
      #"2:7: tilt: expected [x, y] or a mapping, got the text "right"; write [1, 0], in g"#
    ),
    Mistake(
      "tilt: {angle: 30}",
      "2:8: tilt.angle: unknown; write tilt: [x, y] in g, where [0, -1] is upright"
    ),
    Mistake(
      "animations:\n  - target: tilt\n    to: 1, 0",
      #"4:9: animations[0].to: expected a number or a list of numbers, got the text "1, 0"; write [1, 0]"#
    ),
    Mistake(
      "animations: [{target: tilt, to: {y: 0, x: 1}}]",
      "2:33: animations[0].to: expected a number or a list of numbers, got a mapping; write [1, 0]"
    ),
    Mistake(
      "layers: [{id: l, circle: 1}]\nanimations: [{target: layer.l.opacity, to: 50%}]",
      #"3:44: animations[0].to: expected a number or a list of numbers, got the text "50%"; write 0.5"#
    ),
    Mistake(
      "bodies: [{rope: {from: {x: 1, y: 2}, to: [9, 9]}, mass: 1}]",
      "2:24: bodies[0].rope.from: expected a point [x, y], the id of a body, or [id, [x, y]], got a mapping; write [1, 2]"
    ),
    Mistake(
      "animations: [{target: tilt, to: [1, 0], delay: 1}]",
      "2:41: animations[0].delay: unknown; here it is called begin"
    ),
    Mistake(
      "animations: [{target: tilt, to: [1, 0], repeat: true}]",
      "2:49: animations[0].repeat: expected a number or forever, got true; here it is called forever"
    ),
    Mistake(
      "animations: [{target: tilt, to: [1, 0], time: 1}]",
      "2:41: animations[0].time: unknown; give begin and duration, in seconds"
    ),
    Mistake(
      "bodies: [{id: a, circle: 1, mass: 1}]\nhandovers: [{body: a, at: 1, release: true}]",
      "3:30: handovers[0].release: unknown; a handover with to: [x, y] catches the body, one without "
        + "releases it; drop it"
    ),
    Mistake(
      "bodies: [{id: a, circle: 1, mass: 1}]\nhandovers: [{body: a, at: 1, position: [1, 2]}]",
      "3:30: handovers[0].position: unknown; write to: [x, y], the place to which it catches the body"
    ),
    Mistake(
      "bodies: [{id: a, rope: {start: [0, 9], length: 9}, mass: 1}]",
      "2:25: bodies[0].rope.start: unknown; write from and to: [x, y], or the id of a body"
    ),
    Mistake(
      "bodies: [{id: a, blob: {circle: 9, stiffness: 9}, mass: 1}]",
      "2:25: bodies[0].blob.circle: unknown; write radius: 40"
    ),
    Mistake(
      "walls: {sise: [9, 9]}\nbodies: [{id: a, circle: 1, mass: 1}]\nexpect: [{body: a, firstContact: walls}]",
      "2:9: walls.sise: unknown; did you mean size?"
    ),
    Mistake(
      "bodies: [{id: a, circle: 1, mass: 1}]\nanimations: [{target: a.force, to: [1, 0]}]",
      #"3:23: animations[0].target: "a.force" is no target; did you mean body.a.force?"#
    ),
    Mistake(
      "layers: [{id: sun, circle: 1}]\nanimations: [{target: sun.opacity, to: 0}]",
      #"3:23: animations[0].target: "sun.opacity" is no target; did you mean layer.sun.opacity?"#
    ),
    Mistake(
      "animations: [{target: drive.rate, to: 0}]",
      #"2:23: animations[0].target: "drive.rate" is no target; give tilt, gravity, body.ID.position (or another property), layer.ID.fill (or another), constraint.ID.rate (or another), or value.ID"#
    ),
    expectation(
      "y: '> 50', at: end",
      #"23: expect[0].y: expected a number, a formula or {min: …, max: …}, got the text "> 50"; write {min: 50}"#
    ),
    expectation(
      "y: [0, 9], at: 1",
      "23: expect[0].y: expected a number, a formula or {min: …, max: …}, got a list of 2; write {min: 0, max: 9}"
    ),
    expectation("y: {lt: 9, max: 9}, at: 1", "24: expect[0].y.lt: unknown; here it is called max"),
    expectation(
      "y: {max: 9}, at: last",
      #"37: expect[0].at: expected a number, a formula or end, got the text "last"; here it is called end"#
    ),
    expectation(
      "y: {max: 9}, at: [1, 2]",
      "37: expect[0].at: expected a number, a formula or end, got a list of 2; for an interval write always: [0, 1] or eventually: [0, 1]"
    ),
    expectation(
      "at: [10, 20], within: 1",
      "24: expect[0].at: a time is one number; write position: [10, 20], at: end"
    ),
    expectation(
      "y: true, at: 1",
      "23: expect[0].y: expected a number, a formula or {min: …, max: …}, got true; give a number, in units"
    ),
    expectation(
      "kineticEnergy: 5 J, at: 1",
      #"35: expect[0].kineticEnergy: expected a number, a formula or {min: …, max: …}, got the text "5 J"; write 5, in kg·units²/s²"#
    ),
    Mistake(
      "bodies: [{id: a, circle: 1, mass: 1}]\nexpect: [{body: {id: a}, y: 5, within: 1, at: 1}]",
      "3:17: expect[0].body: expected a text, got a mapping; give the id of one body"
    ),
    expectation(
      "asleepBy: true",
      "30: expect[0].asleepBy: expected a number or a formula, got true; give a time, in s"
    ),
    expectation(
      "firstContact: floor",
      #"34: expect[0].firstContact: nothing here is called "floor"; did you mean walls.bottom?"#
    ),
    expectation("a.y: 5", "20: expect[0].a.y: unknown; write body: a, y: 5"),
    expectation(
      "position.y: {min: 80}, at: 1",
      "20: expect[0].position.y: unknown; write y: {min: 80}"
    ),
    expectation(
      "velocity.x: 80, within: 1, at: 1",
      "20: expect[0].velocity.x: unknown; write vx: 80"
    ),
    expectation(
      "a.velocity.y: 80, within: 1, at: 1",
      "20: expect[0].a.velocity.y: unknown; write body: a, vy: 80"
    ),
    expectation(
      "y: {maximum: 9}, at: 1",
      "24: expect[0].y.maximum: unknown; here it is called max"
    ),
    expectation(
      "y: {zzz: 9}, at: 1",
      "24: expect[0].y.zzz: unknown; known here: min, max"
    ),
    expectation(
      "y: >80, at: 1",
      "23: this is not YAML: a value does not begin with >; write {min: 80}"
    ),
    expectation(
      "y: >= h/2, at: 1",
      "23: this is not YAML: a value does not begin with >; write {min: h/2}"
    ),
    expectation(
      "y: =5+1, within: 1, at: 1",
      "23: expect[0].y: the formula begins with =, which it does not need here; drop it"
    ),
    expectation("lands: true", "20: expect[0].lands: unknown; here it is called firstContact"),
  ]

  private static func expectation(_ fields: String, _ message: String) -> Mistake {
    let head = "walls: {size: [99, 99]}\nbodies: [{id: a, circle: 1, mass: 1, at: [9, 9]}]\n"
    return Mistake("\(head)expect: [{body: a, \(fields)}]", "4:" + message)
  }

  @Test("a version without a colon is reported in its own line")
  func version() {
    let message = "a.yaml:1:1: this is not YAML: write a colon: tiltbox: 1"
    #expect(mistakes(in: "tiltbox 1\nworld: {gravity: 500}") == [message])
    #expect(mistakes(in: "tiltbox 1\n\n# crates\nbodies:\n  - {id: a}") == [message])
  }

  @Test("a time in an expectation can have a unit")
  func unit() {
    let text = """
      tiltbox: 1
      bodies: [{id: a, circle: 1, mass: 1}]
      run: {duration: 1}
      expect: [{body: a, y: {max: 9}, at: 0.4 s}]
      """
    #expect(mistakes(in: text) == [])
  }
}
