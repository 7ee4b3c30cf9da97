import Testing

@Suite("Mistakes in numbers")
struct NumberMistakeTests {
  @Test("are reported with the remedy", arguments: fields + formulas + expectations)
  func told(mistake: Mistake) {
    let text = "tiltbox: 1\nbodies: [{id: a, circle: 1, mass: 1, at: [9, 9]}]\n\(mistake.text)"
    #expect(mistakes(in: text) == ["a.yaml:3:\(mistake.message)"])
  }

  @Test("a missing time and a missing tolerance are reported at once")
  func timeAndTolerance() {
    let text = "tiltbox: 1\nbodies: [{id: a, circle: 1, mass: 1}]\nexpect: [{body: a, y: 9}]"
    let found = mistakes(in: text)
    #expect(found.count == 2 && found[0].contains("needs a time"))
    #expect(found.count == 2 && found[1].contains("needs a tolerance"))
  }

  static let fields = [
    Mistake(
      "world: {damping: 5%}",
      #"18: world.damping: expected a number, got the text "5%"; "#
        + "it is the share that is left after 1 s; to lose 5% write 0.95"
    ),
    Mistake(
      "world: {sleepAfter: never}",
      #"21: world.sleepAfter: expected a number, got the text "never"; drop it, and bodies never sleep"#
    ),
    Mistake(
      "run: {duration: forever}",
      #"17: run.duration: expected a number, got the text "forever"; drop it, and the run has no end"#
    ),
    Mistake(
      "walls: {size: [90, 90], radius: 1 unit}",
      #"33: walls.radius: expected a number, got the text "1 unit"; write 1, in units"#
    ),
  ]

  static let formulas = [
    Mistake(
      "run: {frames: 1/60}",
      #"15: run.frames: expected a number, got the text "1/60"; write 60, in Hz"#
    ),
    Mistake(
      "world: {step: 1 / 120}",
      "15: world.step: expected a number or a fraction such as 1/120, "
        + #"got the text "1 / 120"; write 1/120"#
    ),
    Mistake(
      "world: {gravity: none}",
      #"18: world.gravity: expected a number, got the text "none"; write 0"#
    ),
    Mistake(
      "constraints: [{motor: [a, ground], rate: 2 rev/s}]",
      #"42: constraints[0].rate: expected a number, got the text "2 rev/s"; write 12.5663706, in rad/s"#
    ),
    Mistake(
      "constraints: [{rotarySpring: [a, ground], restAngle: 0, stiffness: 1}]",
      "15: constraints[0].damping: missing; give damping: a number in kg·units²/(s·rad)"
    ),
    Mistake(
      "animations: [{target: layer.b.angle, to: 90 deg}]\nlayers: [{id: b, circle: 1}]",
      "42: animations[0].to: expected a number or a list of numbers, "
        + #"got the text "90 deg"; write 1.57079633, in rad"#
    ),
    Mistake(
      "animations: [{target: layer.b.angle, to: 2*pi}]\nlayers: [{id: b, circle: 1}]",
      "42: animations[0].to: expected a number or a list of numbers, "
        + #"got the text "2*pi"; begin a formula with =, as in =2*pi"#
    ),
    Mistake(
      "defaults: {filter: {mask: [1, 4]}}",
      "27: defaults.filter.mask: expected a whole number from 0 to 4294967295, got a list of 2; "
        + "write 5, the sum of the bits"
    ),
    Mistake(
      "world: {substeps: none}",
      "19: world.substeps: expected a whole number from 0 to 64, "
        + #"got the text "none"; write 0"#
    ),
    Mistake(
      "layers: [{id: b, polygon: [[0, 0], [9, 9]]}]",
      "27: layers[0].polygon: expected a list of at least 3 points [x, y], "
        + "got a list of 2; give 3 or more"
    ),
    Mistake(
      "layers: [{id: b, chain: hills.csv}]",
      "25: layers[0].chain: expected a list of at least 2 points [x, y] or {file: …}, "
        + #"got the text "hills.csv"; write {file: hills.csv}"#
    ),
    Mistake(
      "defaults: {oneWay: up}",
      "20: defaults.oneWay: expected [x, y], "
        + #"got the text "up"; write [0, 1], which lets bodies through upwards"#
    ),
    Mistake(
      "layers: [{id: b, circle: $pi}]",
      #"26: layers[0].circle: expected a number, got the text "$pi"; begin a formula with =, as in =pi"#
    ),
    Mistake(
      "layers: [{id: b, box: [{pi}, 9]}]",
      "24: layers[0].box[0]: expected a number, got {pi}; begin a formula with =, as in =pi"
    ),
  ]

  static let expectations = [
    Mistake(
      "expect: [{body: a, firstContact: walls}]",
      #"34: expect[0].firstContact: nothing here is called "walls"; give walls: {size: [width, height]}"#
    ),
    Mistake(
      "expect: [{order: [[a, walls]]}]",
      "19: expect[0].order[0]: expected a mapping, got a list of 2; "
        + "write fields, as in {begin: [a, walls]}"
    ),
    Mistake(
      "expect: [{body: a, y: y ± 10%, at: end}]",
      "23: expect[0].y: expected a number, a formula or {min: …, max: …}, "
        + #"got the text "y ± 10%"; write y: y, within: …, in units"#
    ),
    Mistake(
      "expect: [{body: a, y: 9, within: 1 unit, at: end}]",
      #"34: expect[0].within: expected a number or a formula, got the text "1 unit"; write 1, in units"#
    ),
  ]
}
