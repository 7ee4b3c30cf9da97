import Testing

@Suite("Mistakes in animations")
struct AnimationMistakeTests {
  @Test(
    "are reported with line, column, field, value and remedy",
    arguments: targets + numbers + times
  )
  func told(mistake: Mistake) {
    let text = "tiltbox: 1\n" + AnimationReadingTests.stage + "animations:\n - \(mistake.text)"
    #expect(mistakes(in: text) == ["a.yaml:" + mistake.message])
  }

  @Test("include an id of a value that reads as a number of another one")
  func ambiguousValue() {
    let text = """
      tiltbox: 1
      values: [{id: a.x, numbers: 1}]
      animations: [{target: value.a.x, to: 2}]
      """
    let words = #""a.x" means a number of a value here; give that value another id"#
    #expect(mistakes(in: text) == ["a.yaml:3:23: animations[0].target: \(words)"])
  }

  static let targets = [
    Mistake(
      "{target: body.padle.position, to: [1, 1]}",
      #"8:13: animations[0].target: no body is called "padle"; did you mean paddle?"#
    ),
    Mistake(
      "{target: body.paddle.postion, to: [1, 1]}",
      #"8:13: animations[0].target: "postion" is no property of a body; did you mean position?"#
    ),
    Mistake(
      "{target: body.crate.position, to: [1, 1]}",
      #"8:13: animations[0].target: body "crate" is dynamic, so its position follows from the forces; "#
        + "animate its force or torque, or make it kinematic"
    ),
    Mistake(
      "{target: body.paddle.force, to: [1, 1]}",
      #"8:13: animations[0].target: body "paddle" is kinematic, so no force acts on it; make it dynamic"#
    ),
    Mistake(
      "{target: tilt.angle, to: 1}",
      #"8:13: animations[0].target: "tilt.angle" is no target; give tilt, tilt.x or tilt.y"#
    ),
    Mistake(
      "{target: constraint.drive.ratio, to: 1}",
      "8:13: animations[0].target: a motor has no ratio; give one of rate, maxForce, errorBias, maxBias"
    ),
    Mistake(
      "{target: constraint.driv.rate, to: 1}",
      #"8:13: animations[0].target: no constraint is called "driv"; did you mean drive?"#
    ),
    Mistake(
      "{target: value.sun, to: 1}",
      #"8:13: animations[0].target: no value is called "sun"; known here: sky, dim"#
    ),
    Mistake(
      "{to: 1}",
      "8:4: animations[0].target: missing; give what changes, such as tilt or body.ID.position"
    ),
    Mistake(
      "{traget: tilt, to: [1, 1]}",
      "8:5: animations[0].traget: unknown; did you mean target?"
    ),
    Mistake(
      "{target: tilt, group: [{target: tilt, to: [1, 1]}]}",
      "8:13: animations[0].target: belongs to each of the group's animations, not to the group"
    ),
    Mistake(
      "{group: [{target: tilt, to: [1, 1]}, {target: value.sun, to: 1}]}",
      #"8:50: animations[0].group[1].target: no value is called "sun"; known here: sky, dim"#
    ),
    Mistake(
      "{target: body.paddle.position, to: [1, 1]}\n - {target: body.paddle.velocity, to: [1, 1]}",
      #"9:13: animations[1].target: animations[0] animates the position of "paddle" already; drop one of the two"#
    ),
    Mistake(
      "{target: constraint.drive.maxForce, to: 1}",
      "8:4: animations[0]: starts from infinity, which has no in-between; give from and to"
    ),
    Mistake(
      "{key: a, target: value.dim, to: 1}\n - {key: a, target: value.dim, to: 1}",
      #"9:10: animations[1].key: "a" names animations[0] already; give another key"#
    ),
  ]

  static let numbers = [
    Mistake(
      "{target: tilt, to: 1}",
      "8:23: animations[0].to: expected a pair [x, y], in g, got one number"
    ),
    Mistake(
      "{target: body.paddle.angle, to: [1, 2]}",
      "8:36: animations[0].to: expected one number, in rad, got 2 numbers"
    ),
    Mistake(
      "{target: value.sky, values: [[1, 1, 1], [1, 1]]}",
      "8:44: animations[0].values[1]: expected 3 numbers, got 2 numbers"
    ),
    Mistake(
      "{target: tilt, to: [1, x]}",
      #"8:27: animations[0].to[1]: expected a number, got the text "x"; give a finite number from -1e30 to 1e30"#
    ),
    Mistake(
      "{target: tilt, to: [1, 2000]}",
      "8:27: animations[0].to[1]: tilt is 2000 g; give a finite number from -1000 to 1000"
    ),
    Mistake(
      "{target: tilt}",
      "8:4: animations[0]: does not say how it changes; give from, to or by, values, a path, or a group"
    ),
    Mistake(
      "{target: value.dim, from: 1, to: 2, by: 3}",
      "8:4: animations[0]: the animation has from, to and by; give one or two of them"
    ),
    Mistake(
      "{target: value.dim, spring: {damping: 0}, to: 1}",
      "8:42: animations[0].spring.damping: damping is 0; give a damping above 0, with which the spring settles, or a duration"
    ),
    Mistake(
      "{target: value.dim, spring: {bounce: 0.5}, to: 1}",
      "8:41: animations[0].spring.bounce: goes with a duration; give that too, or a damping instead"
    ),
    Mistake(
      "{target: value.dim, spring: {duration: 0}, to: 1}",
      "8:43: animations[0].spring.duration: spring.duration is 0; give a time from 1e-99 to 1e99 s"
    ),
    Mistake(
      "{target: value.dim, values: [1, 2], rotation: auto}",
      "8:50: animations[0].rotation: goes with svg, ellipse, points, not with values; drop it"
    ),
    Mistake(
      "{target: tilt, svg: M 0 0 L 1 0, rotation: auto}",
      "8:47: animations[0].rotation: turns a body along its path; drop it, or animate a body's position"
    ),
    Mistake(
      "{target: value.dim, svg: M 0 0 L 1 0}",
      "8:13: animations[0].target: takes one number, and a path goes with a pair; give values"
    ),
    Mistake(
      "{target: tilt, ellipse: [1, 2, 3]}",
      "8:28: animations[0].ellipse: expected a list of 4 numbers, got a list of 3"
    ),
    Mistake(
      "{target: value.dim, values: [1, 2], to: 3}",
      "8:44: animations[0].to: goes with spring, from and to, not with values; drop it"
    ),
  ]

  static let times = [
    Mistake(
      "{target: value.dim, values: [1, 2, 3], keyTimes: [0, 0.5, 0.4]}",
      "8:62: animations[0].keyTimes[2]: keyTimes[2] is 0.4 after 0.5; give key times that never fall"
    ),
    Mistake(
      "{target: value.dim, values: [1, 2], keyTimes: [1, 0]}",
      "8:54: animations[0].keyTimes[1]: keyTimes[1] is 0 after 1; give key times that never fall"
    ),
    Mistake(
      "{target: value.dim, to: 1, timing: [0.42, 0, 1]}",
      "8:39: animations[0].timing: expected a timing function, such as easeIn or [0.42, 0, 1, 1], or a list of them, "
        + "got a list of 3; give four numbers"
    ),
    Mistake(
      "{target: value.dim, values: [1, 2, 3], keyTimes: [0, 1]}",
      "8:53: animations[0].keyTimes: keyTimes has 2 times for 3 values; give one for each value"
    ),
    Mistake(
      "{target: value.dim, values: [1, 2], timing: [easeIn, easeOut]}",
      "8:48: animations[0].timing: timingFunctions has 2 functions for 2 values; give one"
    ),
    Mistake(
      "{target: value.dim, to: 1, timing: [easeIn, easeOut]}",
      "8:39: animations[0].timing: a list goes with values or a path; give one timing function"
    ),
    Mistake(
      "{target: value.dim, to: 1, timing: easeInn}",
      #"8:39: animations[0].timing: timing function is "easeInn"; did you mean easeIn?"#
    ),
    Mistake(
      "{target: value.dim, values: [1, 2, 3], timing: [easeIn, easeInn]}",
      #"8:60: animations[0].timing[1]: timing function is "easeInn"; did you mean easeIn?"#
    ),
    Mistake(
      "{target: value.dim, to: 1, timing: swiftly}",
      #"8:39: animations[0].timing: timing function is "swiftly"; give a name such as easeInEaseOut, "#
        + "four numbers x1,y1,x2,y2, or cubic-bezier(…), steps(…), linear(…), spring(…)"
    ),
    Mistake(
      "{target: value.dim, values: [1, 2], timing: linear(0}",
      #"8:48: animations[0].timing: "linear(0" ends at a comma; put the whole function into quotes"#
    ),
    Mistake(
      "{target: value.dim, values: [1, 2, 3], mode: cubic, tension: [0, 1], bias: [0, 1, 0]}",
      "8:65: animations[0].tension: has 2 numbers for 3 values; give one, or 3"
    ),
    Mistake(
      "{target: tilt, svg: M 0 0 L 1 x, duration: 1}",
      #"8:24: animations[0].svg: path data, number at offset 10 is "x"; give a number"#
    ),
    Mistake(
      "{target: value.dim, to: 1, duration: -1}",
      "8:41: animations[0].duration: duration is -1 s; give a finite number from 0 to 1e9"
    ),
    Mistake(
      "{target: value.dim, to: 1, repeat: 0}",
      "8:39: animations[0].repeat: repeat is 0; give a finite number above 0 (at least 1e-09), at most 1e12, or forever"
    ),
    Mistake(
      "{target: value.dim, to: 1, repeat: often}",
      #"8:39: animations[0].repeat: expected a number or forever, got the text "often"; "#
        + "give a finite number above 0 (at least 1e-09), at most 1e12, or forever"
    ),
    Mistake(
      "{target: value.dim, to: 1, repeat: 2, repeatDuration: 3}",
      "8:58: animations[0].repeatDuration: repeatDuration is given beside a repeatCount; give one of the two"
    ),
    Mistake(
      "{target: value.dim, to: 1, repeat: forever, sample: 60}",
      "8:39: animations[0].repeat: repeatCount is endless; "
        + "sample an animation that ends, or a part of it by KeyframeAnimation(sampledFrom:to:)"
    ),
    Mistake(
      "{target: value.dim, to: 1, spring: true}",
      "8:39: animations[0].spring: expected a mapping, got true; write fields, as in {duration: 0.5, bounce: 0.2}"
    ),
    Mistake(
      "{target: value.dim, to: 1, fill: forward}",
      #"8:37: animations[0].fill: expected removed, forwards, backwards or both, got the text "forward"; did you mean forwards?"#
    ),
    Mistake(
      "{group: [{target: value.dim, to: 1, repeat: forever}]}",
      "8:4: animations[0].duration: duration is not given; "
        + "give the group a duration, since one of its animations never ends"
    ),
  ]

  @Test("are all reported at once, without those that only follow from another")
  func several() {
    let text = """
      tiltbox: 1
      bodies: [{id: paddle, type: kinmatic, box: [1, 1]}]
      constraints: [{pim: [paddle, ground]}, {id: drive, motor: [paddle, ground], rte: 1}]
      animations:
        - {target: body.paddle.position, to: [1, 1]}
        - {target: constraint.drive.rate, to: [1, 2]}
        - {target: value.sky, to: 3, timng: easeIn}
      """
    let found = mistakes(in: text).map {
      $0.split(separator: ": ").prefix(2).joined(separator: " ")
    }
    #expect(
      found == [
        "a.yaml:2:29 bodies[0].type", "a.yaml:3:16 constraints[0].pim",
        "a.yaml:3:77 constraints[1].rte", "a.yaml:6:41 animations[1].to",
        "a.yaml:7:14 animations[2].target", "a.yaml:7:32 animations[2].timng",
      ]
    )
  }
}
