import Testing

@Suite("The remedy of a mistake")
struct RemedyTests {
  private static let head = """
    tiltbox: 1
    walls: {size: [300, 300]}
    bodies: [{id: a, circle: 3, mass: 1, at: [99, 99]}]

    """

  @Test("names what to write instead", arguments: hints + numbers + expectations + motion)
  func remedy(mistake: Mistake) {
    #expect(mistakes(in: Self.head + mistake.text) == ["a.yaml:4:" + mistake.message])
  }

  @Test(
    "stands at the place of the slip, and nothing that follows from it is reported",
    arguments: files
  )
  func place(mistake: Mistake) {
    #expect(mistakes(in: mistake.text) == ["a.yaml:" + mistake.message])
  }

  @Test(
    "is not needed for a number with its unit",
    arguments: [
      "expect: [{body: a, y: 5 units, within: 9 units, at: 0.5 s}]",
      "expect: [{body: a, y: {min: 5 units}, at: end}]",
      "expect: [{body: a, position: [5 units, 3], within: 1 units, at: end}]",
      "expect: [{body: a, firstContact: walls, at: 1 s, within: 1 s}]",
      "world: {gravity: 500 units/s^2}",
      "constraints: [{spring: [a, ground], restLength: 3, stiffness: 3 kg/s², damping: 1 kg/s, maxForce: 5 kg*units/s^2}]",
      "constraints: [{rotaryLimit: [a, ground], min: 0 rad, max: 1 rad}]",
      "constraints: [{slide: [a, ground], max: infinite, maxForce: infinite, maxBias: infinite}]",
    ]
  )
  func units(text: String) {
    #expect(mistakes(in: Self.head + text) == [])
  }

  @Test(
    "speaks of constraints as a file does, not of the types of the library",
    arguments: [
      "{motor: [s, ground], rate: 1}", "{gear: [s, ground], ratio: 1}",
      "{ratchet: [s, ground], click: 1}", "{rotaryLimit: [s, ground], min: 0, max: 1}",
    ]
  )
  func kinds(constraint: String) {
    let text = "tiltbox: 1\nbodies: [{id: s, circle: 3, mass: 1, moment: infinite}]\n"
    #expect(
      mistakes(in: text + "constraints: [\(constraint)]") == [
        "a.yaml:3:15: constraints[0]: neither body of the constraint can turn; make one of them dynamic, with a finite moment"
      ]
    )
  }

  static let hints = [
    Mistake(
      "world: earth",
      #"8: world: expected a mapping, got the text "earth"; write fields, as in {gravity: 1000}"#
    ),
    Mistake(
      "run: fast",
      #"6: run: expected a mapping, got the text "fast"; write fields, as in {duration: 10}"#
    ),
    Mistake(
      "name: [a, b]",
      #"7: name: expected a text, got a list of 2; put it in quotes: "[a, b]""#
    ),
    Mistake(
      "let: {a: [1, 2]}",
      "10: let.a: expected a number or a formula, got a list of 2; a name stands for one number; write a1: 1, a2: 2"
    ),
    Mistake(
      "let: {a: [1, =2, 3]}",
      "10: let.a: expected a number or a formula, got a list of 3; a name stands for one number; write a1: 1, a2: =2, …"
    ),
    Mistake(
      "let: {a: []}",
      "10: let.a: expected a number or a formula, got an empty list; a name stands for one number; write a: …"
    ),
    Mistake(
      "let: {a: {}}",
      "10: let.a: expected a number or a formula, got a mapping; a name stands for one number; write a: …"
    ),
    Mistake(
      "let: {a: {b: 1, c: 2}}",
      "10: let.a: expected a number or a formula, got a mapping; a name stands for one number; write a1: 1, a2: 2"
    ),
    Mistake(
      "touches: [{ball: {at: 5, point: [1, 2]}}]",
      "12: touches[0].ball: unknown; write {at: 5, point: …} without ball"
    ),
    Mistake(
      "constraints: [{slide: [a, ground], max: =mass}]",
      "42: constraints[0].max: mass is not known; only expectations know the quantities of a body; give a number"
    ),
    Mistake(
      "animations: [{target: tilt, to: 1,0}]",
      "33: animations[0].to: 1,0 reads as two entries; write to: [1, 0], or 1.0 with a point"
    ),
    Mistake(
      "layers: [{id: b, circle: 3, fill: 1,0,0}]",
      "35: layers[0].fill: 1,0,0 reads as 3 entries; write fill: [1, 0, 0]"
    ),
    Mistake(
      "layers: [{id: b, circle: 3, fill: 1,0}]",
      "35: layers[0].fill: expected a list of 3 to 4 numbers, got 1; give [red, green, blue], each from 0 to 1"
    ),
    Mistake(
      #"layers: [{id: b, circle: 3, fill: "1,0"}]"#,
      #"35: layers[0].fill: expected a list of 3 to 4 numbers, got the text "1,0"; give [red, green, blue], each from 0 to 1"#
    ),
    Mistake(
      "layers: [{id: b, circle: 3, at: 1,2,3}]",
      "33: layers[0].at: 1,2,3 reads as 3 entries; write at: [1, 2]"
    ),
    Mistake(
      "animations: [{target: tilt, to: 1,0,0}]",
      "33: animations[0].to: 1,0,0 reads as 3 entries; write to: [1, 0, 0]"
    ),
    Mistake(
      "expect: [{body: a, position: 1,2, within: 1, at: end}]",
      "30: expect[0].position: 1,2 reads as two entries; write position: [1, 2]"
    ),
    Mistake(
      "expect: [{body: a, y: {min: true}, at: end}]",
      "29: expect[0].y.min: expected a number or a formula, got true; give a number, in units"
    ),
    Mistake(
      #"layers: [{id: b, circle: 3, at: "1,2,3"}]"#,
      #"33: layers[0].at: expected [x, y], got the text "1,2,3"; write [1, 2], without a third number"#
    ),
    Mistake(
      #"animations: [{target: tilt, to: "1,0"}]"#,
      #"33: animations[0].to: expected a number or a list of numbers, got the text "1,0"; write [1, 0], or 1.0 with a point"#
    ),
    Mistake(
      "constraints: [{slide: [a, ground], length: 5}]",
      "36: constraints[0].length: unknown; here it is called max"
    ),
    Mistake(
      "expect: [{body: a, y: rand(), within: 1, at: end}]",
      "23: expect[0].y: rand is not known; name a random number in let, as in let: {a: =random(1)}"
    ),
    Mistake(
      "touches: [{at: -1, point: [1, 2]}]",
      "16: touches[0].at: time is -1 s; give a finite number from 0 to 1e9"
    ),
    Mistake(
      "handovers: [{body: a, at: 1, rope: 5}]",
      "30: handovers[0].rope: unknown; it belongs in a body"
    ),
    Mistake(
      "expect: [{body: a, y: 2, witin: 2, at: end}]",
      "26: expect[0].witin: unknown; did you mean within?"
    ),
    Mistake(
      "expect: [{body: a, angle: 90deg + 1, within: 1, at: end}]",
      "29: expect[0].angle: an angle is in radians; write 90*pi/180 + 1"
    ),
    Mistake(
      "expect: [{body: a, y: 2 +, within: 1, at: end}]",
      "26: expect[0].y: expected a number, a name or a parenthesis in the formula, got the end; complete it"
    ),
    Mistake(
      "expect: [{body: a, y: sqrt(2), within: 10%, at: end}]",
      "40: expect[0].within: is no percentage; for 10% of sqrt(2) write 0.141421, in units"
    ),
    Mistake(
      "expect: [{body: a, angle: -2, within: 10 %, at: end}]",
      "39: expect[0].within: is no percentage; for 10 % of -2 write 0.2, in rad"
    ),
    Mistake(
      "expect: [{target: value.w, value: 3, within: 10%, at: end}]\nvalues: [{id: w, numbers: 1}]",
      "46: expect[0].within: is no percentage; for 10% of 3 write 0.3"
    ),
    Mistake(
      "expect: [{target: value.w, value: 50%, within: 1, at: end}]\nvalues: [{id: w, numbers: 1}]",
      "35: expect[0].value: expected a number, a formula, a list or {min: …, max: …}, got the text \"50%\"; "
        + "write 0.5"
    ),
    Mistake(
      "expect: [{body: a, y: y - t, within: 10%, always: true}]",
      "38: expect[0].within: is no percentage; write a number, in units"
    ),
    Mistake(
      "expect: [{body: a, y: 40 ± 5%, at: end}]",
      "23: expect[0].y: expected a number, a formula or {min: …, max: …}, got the text \"40 ± 5%\"; "
        + "write y: 40, within: 2"
    ),
    Mistake(
      "expect: [{body: a, y: (2, within: 1, at: end}]",
      "25: expect[0].y: expected a closing parenthesis in the formula, got the end; put ) before it"
    ),
    Mistake(
      "expect: [{body: a, y: 2 3, within: 1, at: end}]",
      "25: expect[0].y: expected an operator in the formula, got \"3\"; put +, -, * or / before it"
    ),
    Mistake(
      "world: {iterations: 2000}",
      "21: world.iterations: expected a whole number from 1 to 1000, got 2000; give 1000 or less"
    ),
    Mistake(
      "constraints: [{slide: [a, ground], maxForce: inf}]",
      #"46: constraints[0].maxForce: expected a number, got the text "inf"; write infinite"#
    ),
    Mistake(
      "constraints: [{motor: [ground, ground], rate: 1}]",
      "15: constraints[0]: both bodies of the constraint are the same one; give two different bodies"
    ),
    Mistake(
      "world: {allowSleep: true}",
      "9: world.allowSleep: unknown; write sleepAfter: 0.5, in seconds"
    ),
    Mistake("run: {seed: 3}", "7: run.seed: unknown; write world: {seed: 1}"),
    Mistake(
      "world: {scale: 30}",
      "9: world.scale: unknown; there is no scale; you choose the unit of length"
    ),
    Mistake("run: {rate: 60}", "7: run.rate: unknown; here it is called frames"),
    Mistake(
      "touches: [{at: 1, pos: [1, 1]}]",
      "19: touches[0].pos: unknown; write point: [x, y]"
    ),
    Mistake(
      "values: [{id: w, value: 3}]",
      "18: values[0].value: unknown; here it is called numbers"
    ),
    Mistake(
      "animations: [{target: tilt, keyframes: [[1, 0], [0, 1]]}]",
      "29: animations[0].keyframes: unknown; here it is called values"
    ),
    Mistake(
      "animations: [{body: a, property: position, to: [1, 2]}]",
      "15: animations[0].body: unknown; write target: body.a.position"
    ),
    Mistake(
      "constraints: [{pin: [a, ground], length: 100}]",
      "34: constraints[0].length: unknown; here it is called distance"
    ),
    Mistake(
      "constraints: [{slide: [a, ground], maxDistance: 100}]",
      "36: constraints[0].maxDistance: unknown; here it is called max"
    ),
    Mistake(
      "constraints: [{pin: [a, ground], zzzzz: 3}]",
      "34: constraints[0].zzzzz: unknown; known here: id, anchorA, anchorB, distance, maxForce, breakForce, errorBias, maxBias, collideBodies, drawn, repeat"
    ),
    Mistake(
      "constraints: [{pivot: [a, world], at: [0, 0]}]",
      #"27: constraints[0].pivot[1]: no body is called "world"; did you mean ground?"#
    ),
    Mistake("floor: 3", "1: floor: unknown; give walls, or a static segment among the bodies"),
    Mistake(
      "expect: [{body: a, y: {min: 3}, before: 3}]",
      "33: expect[0].before: unknown; write eventually: [0, 3] for a time before 3 s"
    ),
    Mistake(
      "expect: [{body: a, y: {min: 3}, from: 1}]",
      "33: expect[0].from: unknown; "
        + "write always: [1, 2] for every moment from 1 to 2 s, eventually: [1, 2] for one of them"
    ),
    Mistake(
      "constraints: [{motor: {a, ground}, rate: 1}]",
      "23: constraints[0].motor: expected [id, id], got {a, ground}; write [a, ground] with square brackets"
    ),
    Mistake(
      "constraints: [{type: motor, bodies: {a, ground}, rate: 1}]",
      "16: constraints[0].type: unknown; write motor: [a, ground]"
    ),
    Mistake(
      "tilt: {0, -1}",
      "7: tilt: expected [x, y] or a mapping, got {0, -1}; write [0, -1] with square brackets"
    ),
  ]

  static let numbers = [
    Mistake(
      "world: {gravity: \u{2212}5}",
      "18: world.gravity: expected a number, got the text \"\u{2212}5\"; the sign is U+2212, not a hyphen; write -5"
    ),
    Mistake(
      "world: {gravity: 2*5.5}",
      #"18: world.gravity: expected a number, got the text "2*5.5"; write 11, or =2*5.5"#
    ),
    Mistake(
      "world: {iterations: 1_0}",
      #"21: world.iterations: expected a whole number from 1 to 1000, got the text "1_0"; write 10"#
    ),
    Mistake(
      "constraints: [{spring: [a, ground], restLength: 3, stiffness: 1, damping: x}]",
      #"75: constraints[0].damping: expected a number, got the text "x"; give a finite number from 0 to 1e21, in kg/s"#
    ),
    Mistake(
      "layers: [{id: l, circle: 3, fill: [255, 0, 0]}]",
      "35: layers[0].fill: the parts of a colour are from 0 to 1; write [1, 0, 0]"
    ),
    Mistake(
      "world: {seed: abc}",
      #"15: world.seed: expected a whole number from 0 to 9223372036854775807, got the text "abc"; give a whole number"#
    ),
    Mistake(
      "constraints: [pin]",
      #"15: constraints[0]: expected a mapping, got the text "pin"; write fields, as in {pivot: [a, b], at: [0, 0]}"#
    ),
    Mistake("values: none", #"9: values: expected a list, got the text "none"; write []"#),
    Mistake(
      "world: {step: 120 Hz}",
      #"15: world.step: expected a number or a fraction such as 1/120, got the text "120 Hz"; write 1/120, in s"#
    ),
    Mistake(
      "world: {step: 120}",
      "15: world.step: a step is a time, and 120 looks like a rate; write 1/120, in s"
    ),
  ]

  static let expectations = [
    Mistake(
      "expect: [{body: a, touch: walls}]",
      "20: expect[0].touch: unknown; here it is called firstContact"
    ),
    Mistake(
      "expect: [{firstContact: [a, walls]}]",
      "25: expect[0].firstContact: expected a text, got a list of 2; write body: a, firstContact: walls"
    ),
    Mistake(
      "expect: [{body: a, y: 5, within: 3 s, at: end}]",
      #"34: expect[0].within: expected a number or a formula, got the text "3 s"; write 3, in units"#
    ),
    Mistake(
      "expect: [{body: a, y: {min: 3}, always: 3}]",
      "41: expect[0].always: expected [from, to] or true, got 3; write always: [0, 3], in s"
    ),
    Mistake(
      "expect: [{body: a, y: {min: 3}, always: yes}]",
      #"41: expect[0].always: expected [from, to] or true, got the text "yes"; write true"#
    ),
    Mistake(
      "expect: [{body: a, y: {min: 3}, always: 500ms}]",
      #"41: expect[0].always: expected [from, to] or true, got the text "500ms"; give two times in s, as in always: [0, 1]"#
    ),
    Mistake(
      "expect: [{body: a, y: {min: 3}, always: [1, 2, 3]}]",
      "41: expect[0].always: expected [from, to] or true, got a list of 3; write [1, 2], without a third number"
    ),
    Mistake(
      "expect: [{body: a, inside: [0, 0, 300, 300]}]",
      "28: expect[0].inside: expected [[x, y], [x, y]], got a list of 4; write [[0, 0], [300, 300]]"
    ),
    Mistake(
      "expect: [{body: a, position: {x: 1, y: 2}, within: 1, at: end}]",
      "30: expect[0].position: expected [x, y], got a mapping; write [1, 2], in units"
    ),
    Mistake(
      "expect: [{body: a, contacts: walls}]",
      #"30: expect[0].contacts: expected a whole number from 0 to 1000000000 or {min: …, max: …}, got the text "walls"; write contacts: {min: 1}, with: walls"#
    ),
    Mistake(
      "expect: [{body: a, contacts: 2*1}]",
      "30: expect[0].contacts: a formula stands in bounds; write {min: 2*1, max: 2*1}"
    ),
    Mistake(
      "handovers: [{body: a, at: 0}, {body: a, begin: walls.bottom, to: [9, 9], duration: 1}]",
      #"48: handovers[1].begin: no body is called "walls.bottom"; known here: a, walls"#
    ),
    Mistake(
      "expect: [{order: [begin]}]",
      #"19: expect[0].order[0]: expected a mapping, got the text "begin"; write fields, as in {begin: [a, walls]}"#
    ),
    Mistake(
      "expect: [{body: a, y: 5..10, at: end}]",
      #"23: expect[0].y: expected a number, a formula or {min: …, max: …}, got the text "5..10"; write {min: 5, max: 10}"#
    ),
    Mistake(
      "expect: [{body: a, y: {min: 3}, at: anytime}]",
      #"37: expect[0].at: "anytime" is no time; give seconds, or end, or for any moment write eventually: true"#
    ),
    Mistake(
      "expect: [{body: a, y: 40 ± 2, at: end}]",
      #"23: expect[0].y: expected a number, a formula or {min: …, max: …}, got the text "40 ± 2"; write y: 40, within: 2"#
    ),
    Mistake(
      "expect: [{body: a, y: 40 +- 2, within: 1, at: end}]",
      #"23: expect[0].y: expected a number, a formula or {min: …, max: …}, got the text "40 +- 2"; write y: 40, within: 2"#
    ),
    Mistake(
      "expect: [{body: a, position: [40, 30 +/- 2], within: 1, at: end}]",
      #"35: expect[0].position[1]: expected a number or a formula, got the text "30 +/- 2"; write 30 here, and within: 2 beside position"#
    ),
    Mistake(
      "expect: [{body: a, firstContact: walls, at: 1 +- 0.1}]",
      #"45: expect[0].at: expected a number, a formula or end, got the text "1 +- 0.1"; for a first contact write at: 1, within: 0.1"#
    ),
    Mistake(
      "expect: [{body: a, y: 40, within: 1 ± 1, at: end}]",
      #"35: expect[0].within: expected a number or a formula, got the text "1 ± 1"; write 1, without a tolerance"#
    ),
    Mistake(
      "expect: [{body: a, velocity: 300, within: 1, at: end}]",
      "30: expect[0].velocity: expected [x, y], got 300; give x and y, as in [300, 0]"
    ),
    Mistake(
      "expect: [{body: a, position: [1, 2, 3], within: 1, at: end}]",
      "30: expect[0].position: expected [x, y], got a list of 3; write [1, 2], without a third number"
    ),
  ]

  static let motion = [
    Mistake(
      "layers: [{id: l, svg: M 0 0 Q}]",
      "23: layers[0].svg: path data at offset 7 is at its end; give Q its four numbers"
    ),
    Mistake(
      "layers: [{id: l, svg: M 0 0 X}]",
      #"23: layers[0].svg: path data, command at offset 6 is "X"; give one of the commands M, L, H, V, C, S, Q, T, A, Z"#
    ),
    Mistake(
      "layers: [{id: l, svg: logo.svg}]",
      #"23: layers[0].svg: path data, command at offset 0 is "logo.svg"; give path data, such as M 0 0 L 10 0, not the name of a file"#
    ),
    Mistake("layers: [{circle: 3}]", "10: layers[0].id: missing; give id: a name of its own"),
    Mistake("tilt: [0,-1] g", #"14: this is not YAML: "g" stands after the list; drop it"#),
  ]

  static let files = [
    Mistake(
      "tiltbox: 1\nwalls: none\nbodies: [{circle: 3, mass: 1, at: [9, 9]}]",
      #"2:8: walls: expected a mapping, got the text "none"; drop it, since a scenario without walls has none"#
    ),
    Mistake(
      "tiltbox: 1\nbodies: [{circle: 3, mass: 1, at: \"[=4*i, 9]\"}]",
      #"2:35: bodies[0].at: expected [x, y], got the text "[=4*i, 9]"; drop the quotes: write [=4*i, 9]"#
    ),
    Mistake(
      "tiltbox: 1\nbodies: [{shapes: [], mass: 1}]",
      "2:19: bodies[0].shapes: a body without shapes needs a moment; give a shape, or a moment"
    ),
    Mistake(
      "tiltbox: 1\nbodies: [{id: a, segment: [[0, 0], [5, 0]], density: 3}]",
      #"2:54: bodies[0].density: the shapes of "a" have no area; give a segment a radius, or the body a mass"#
    ),
    Mistake(
      "tiltbox: 1\nbodies: [{circle: 3, mass: infinite}]",
      #"2:28: bodies[0].mass: expected a number, got the text "infinite"; for a body that nothing moves write type: static"#
    ),
    Mistake(
      "tiltbox: 1\nbodies: [{circle: 3, density: 2 kg/m}]",
      #"2:31: bodies[0].density: expected a number, got the text "2 kg/m"; give a finite number above 0 (at least 1e-100), at most 1e12, in kg/units²"#
    ),
    Mistake(
      "tiltbox: 1\nvalues: [{id: v, numbers: 3 m}]\nanimations: [{target: value.v, to: 5}]",
      #"2:27: values[0].numbers: expected a number or a list of numbers, got the text "3 m"; write 3, without a unit"#
    ),
    Mistake(
      "tiltbox: 1\nbodies:\n  - <<: *x\n    id: a",
      "3:5: bodies[0].<<: unknown; merge keys are not supported; use defaults, or repeat"
    ),
    Mistake(
      "tiltbox: 1\nbodies: [{circle: 3, mass: 1, fill: #ff0000}]\nrun: {}",
      "2:37: this is not YAML: # begins a comment here; write [1, 0, 0]"
    ),
    Mistake(
      "tiltbox: 1\nbodies:\n  - {circle: 3, mass: 1}}",
      "3:25: this is not YAML: a } too many; drop it"
    ),
    Mistake(
      "tiltbox: 1\nbodies:\n\u{A0} - id: a\n    circle: 3",
      "3:1: this is not YAML: U+00A0, a no-break space, cannot indent a line; indent with spaces"
    ),
    Mistake(
      "tiltbox: 1\r\n\u{A0}name: a",
      "2:1: \u{A0}name: unknown; U+00A0, a no-break space, cannot indent a line; indent with spaces"
    ),
    Mistake(
      "{\n  // the version\n  \"tiltbox\":1}",
      "2:3: // the version \"tiltbox\":1: unknown; a comment begins with #, also here"
    ),
    Mistake(
      "{\"tiltbox\": 1,\n // gravity\n \"world\": {\"gravity\": 5}}",
      "2:2: this is not YAML: a comment begins with #, also here"
    ),
    Mistake(
      "tiltbox:1\nworld: {}",
      "1:1: this is not YAML: write a space after the colon: tiltbox: 1"
    ),
    Mistake(
      "[world]\ngravity = 500",
      "2:1: this is not YAML: a scenario begins with tiltbox: 1; write its fields with colons"
    ),
    Mistake(
      "tiltbox: 1\nbody: [{id: ball, circle: 3, mass: 1}]\nconstraints: [{motor: [ball, ground], rate: 1}]\nanimations: [{target: body.ball.force, to: [1, 0]}]\nhandovers: [{body: ball, at: 1}]\nexpect: [{body: ball, y: y - g*t^2/2, within: h/2, always: true}, {firstContact: bob, body: ball}]",
      "2:1: body: unknown; here it is called bodies"
    ),
    Mistake(
      "tiltbox: 1\nspheres: [{id: ball, circle: 3, mass: 1}]\nconstraints: [{motor: [ball, ground], rate: 1}]\nanimations: [{target: body.ball.force, to: [1, 0]}]\nhandovers: [{body: ball, at: 1}]\nexpect: [{body: ball, y: y - g*t^2/2, within: h/2, always: true}, {firstContact: bob, body: ball}]",
      "2:1: spheres: unknown; known here: tiltbox, name, let, world, walls, view, defaults, bodies, constraints, values, layers, touches, handovers, animations, tilt, run, expect"
    ),
    Mistake(
      "tiltbox: 1\nbodies: {id: ball, circle: 3, mass: 1}\nconstraints: [{motor: [ball, ground], rate: 1}]\nanimations: [{target: body.ball.force, to: [1, 0]}]\nhandovers: [{body: ball, at: 1}]\nexpect: [{body: ball, y: y - g*t^2/2, within: h/2, always: true}, {firstContact: bob, body: ball}]",
      "2:9: bodies: expected a list, got a mapping; begin each element of the list with a dash: - {…}"
    ),
    Mistake(
      "tiltbox: 1\nbodies: [{id:ball, circle: 3, mass: 1}]\nconstraints: [{motor: [ball, ground], rate: 1}]\nanimations: [{target: body.ball.force, to: [1, 0]}]\nhandovers: [{body: ball, at: 1}]\nexpect: [{body: ball, y: y - g*t^2/2, within: h/2, always: true}, {firstContact: bob, body: ball}]",
      "2:11: bodies[0].id:ball: unknown; write a space after the colon: id: ball"
    ),
    Mistake(
      "tiltbox: 1\nbodies: [{id: [ball], circle: 3, mass: 1}]\nconstraints: [{motor: [ball, ground], rate: 1}]\nanimations: [{target: body.ball.force, to: [1, 0]}]\nhandovers: [{body: ball, at: 1}]\nexpect: [{body: ball, y: y - g*t^2/2, within: h/2, always: true}, {firstContact: bob, body: ball}]",
      "2:15: bodies[0].id: expected a text, got a list of 1; write ball"
    ),
    Mistake(
      "tiltbox: 1\nbodies: [ball, {id: box, box: [9, 9], mass: 1}]\nconstraints: [{motor: [ball, ground], rate: 1}]\nanimations: [{target: body.ball.force, to: [1, 0]}]\nhandovers: [{body: ball, at: 1}]\nexpect: [{body: ball, y: y - g*t^2/2, within: h/2, always: true}, {firstContact: bob, body: ball}]",
      #"2:10: bodies[0]: expected a mapping, got the text "ball"; write fields, as in {circle: 10, mass: 1}"#
    ),
    Mistake(
      "tiltbox: 1\nbodies: [{repeat: [8; 4], id: brick, box: [8, 4], mass: 1}]\nconstraints: [{motor: [brick-1-0, ground], rate: 1}]",
      "2:19: bodies[0].repeat: expected a whole number from 1 to 100000, or a list of up to three; got a list of 1; write [8, 4]"
    ),
    Mistake(
      "tiltbox: 1\nvalues: [{id:dim, numbers: 1}]\nanimations: [{target: value.dim, to: 0}]",
      "2:11: values[0].id:dim: unknown; write a space after the colon: id: dim"
    ),
    Mistake(
      "tiltbox: 1\nbodies: [{repeat: 3, id: b-i, circle: 3, mass: 1}]\nconstraints: [{motor: [b-1, ground], rate: 1}]",
      #"3:24: constraints[0].motor[0]: no body is called "b-1"; write id: "b-{i}" in bodies[0]"#
    ),
    Mistake(
      "tiltbox: 1\nbodies: [{repeat: 3, id: b, circle: 3, mass: 1}]\nconstraints: [{repeat: 2, motor: [ground, b-i+1], rate: 1}]",
      #"3:43: constraints[0].motor[1]: no body is called "b-i+1"; write "b-{i+1}""#
    ),
    Mistake(
      "tiltbox: 1\nbodies: [{id: brick-{i}, repeat: 3, box: [8, 4], mass: 1}]",
      #"2:15: this is not YAML: put a text with braces in quotes: "brick-{i}""#
    ),
    Mistake(
      "tiltbox: 1\nbodies:\n  - repeat: 3\n    id: {i}-brick\n    box: [8, 4]",
      #"4:9: this is not YAML: put a text with braces in quotes: "{i}-brick""#
    ),
    Mistake(
      "tiltbox: 1\nconstraints: [{repeat: 3, pivot: [ground, link-{i + 1}-b], at: [0, 0]}]",
      #"2:43: this is not YAML: put a text with braces in quotes: "link-{i + 1}-b""#
    ),
    Mistake(
      "tiltbox: 1\nbodies:\n  - {circle: 3, mass: 1, at: [1, 2]]}",
      "3:36: this is not YAML: a ] too many; drop it"
    ),
    Mistake(
      "tiltbox: 1\nbodies: [\n  # [ and {\n  {id: \"[\", circle: 3, mass: 1, at: [1, 2]]}, {circle: 4, mass: 1}]",
      "4:43: this is not YAML: a ] too many; drop it"
    ),
    Mistake(
      "tiltbox: 1\nbodies:\n  - {segment: [[1, 2], [3, 4]]], mass: 1}",
      "3:31: this is not YAML: a ] too many; drop it"
    ),
    Mistake(
      "tiltbox: 1\nbodies: [\n  {circle: 3, mass: 1, at: [1, 2]\n]",
      "4:1: this is not YAML: the braces that begin in line 3 are not closed before this; look for a missing comma or bracket"
    ),
    Mistake(
      "tiltbox: 1\nbodies: [{circle: =1 > 2 ? 3 : 4, mass: 1}]",
      "2:19: this is not YAML: a formula has no conditions; compute it with min, max and floor"
    ),
    Mistake(
      "tiltbox: 1\nworld:\n  gravity: =n > 2 ? 3 : 4",
      "3:12: this is not YAML: a formula has no conditions; compute it with min, max and floor"
    ),
    Mistake(
      "tiltbox: 1\nbodies: [{circle: 3, mass: 1, at: 1, 2]}]",
      "2:39: this is not YAML: the braces are not closed before this; look for a missing comma or bracket"
    ),
    Mistake(
      "tiltbox: 1\nbodies:\n  - circle: 3\n    mass: 1\n    fill: #ff0000",
      "5:10: bodies[0].fill: has no value; # begins a comment here; write [1, 0, 0]"
    ),
    Mistake(
      "tiltbox: 1\nname: #1\nrun: {}",
      ##"2:6: name: has no value; # begins a comment here; put it in quotes: "#1""##
    ),
    Mistake(
      "tiltbox: 1\nwalls: {size: [99, 99]}\nbodies: [{id: a, circle: 3, mass: 1, at: 220, 250}]\nexpect: [{body: a, firstContact: walls, at: sqrt(2*h/g), within: 1}]",
      "3:42: bodies[0].at: 220,250 reads as two entries; write at: [220, 250]"
    ),
    Mistake(
      "tiltbox: 1\nwalls: {size: [99, 99]}\nbodies: [{id: a, circle: x, density: 1, at: [9, 9]}]\nexpect: [{body: a, firstContact: walls, at: sqrt(-h)/density, within: 1}]",
      #"3:26: bodies[0].circle: expected a number, got the text "x"; give a finite number above 0 (at least 1e-09), at most 1e9, in units"#
    ),
    Mistake(
      "tiltbox: 1\nwalls: {size: [99, 99]}\nbodies: [{id: a, circle: 3, mass: 1, at: 220}]\nexpect: [{body: a, firstContact: walls, at: y - 5, within: 1}]",
      "3:42: bodies[0].at: expected [x, y], got 220; give x and y, as in [220, 0]"
    ),
    Mistake(
      "tiltbox: 1\nbodies: [{id: rear, circle: 3, mass: 1}, {id: rear, circle: 3, mass: 1}]\nconstraints: [{motor: [rear, front], rate: 1}]\nexpect: [{body: front, firstContact: rear}]",
      #"2:47: bodies[1].id: "rear" names bodies[0] already; give another id"#
    ),
    Mistake(
      "tiltbox: 1\nbodies: [{id: a, circle: 3, mass: 1}]\nexpect:\n  - body: a\n    y: >5\n    at: end",
      #"5:8: expect[0].y: expected a number, a formula or {min: …, max: …}, got the text ""; write {min: 5}"#
    ),
    Mistake(
      "tiltbox: 1\nbodies: [{id: a, circle: 3, mass: 1}]\nexpect:\n  - body: a\n    y: >80\n    at: end",
      "5:8: this is not YAML: a value does not begin with >; write {min: 80}"
    ),
    Mistake(
      "tiltbox: 1\nname: # of balls",
      "2:6: name: has no value; give a text, or drop the key"
    ),
  ]
}
