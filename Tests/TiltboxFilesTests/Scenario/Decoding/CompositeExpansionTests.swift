import Chipmunk
import Testing
import Tiltbox

@testable import TiltboxFiles

@Suite("Ropes, blobs and wheels")
struct CompositeExpansionTests {
  @Test("a rope is a chain of links between its ends, whose mass is divided among them")
  func rope() throws {
    let scenario = try scenario(
      """
      constraints: [{motor: [line-1, ground], rate: 1}]
      bodies:
        - {id: line, rope: {from: [100, 300], to: [300, 300], links: 20, width: 4}, mass: 5, friction: 0.5}
      """
    )
    #expect(scenario.bodies.map(\.id) == (1...20).map { "line-\($0)" })
    #expect(scenario.bodies[0].position == Vector(105, 300) && scenario.bodies[0].mass == 0.25)
    let form = Geometry.segment(from: Vector(-5, 0), to: Vector(5, 0), radius: 2)
    #expect(
      scenario.bodies.allSatisfy {
        $0.shapes == [ShapeDescription(form, surface: Surface(friction: 0.5))]
      }
    )
    let joints = scenario.constraints.dropFirst()
    #expect(joints.prefix(20).map(\.id) == (1...19).map { "line-joint-\($0)" } + ["line-from"])
    #expect(joints.prefix(20).allSatisfy { !$0.collidesBodies })
    #expect(joints.first { $0.id == "line-to" }?.kind == .hinge(at: Vector(300, 300)))
    // Each link also has a slide joint to each end, as long as the links between.
    let slide = ConstraintDescription.Kind.slide(
      anchorA: Vector(300, 300),
      anchorB: Vector(5, 0),
      max: 70
    )
    let long = joints.first { $0.id == "line-to-7" }
    #expect(long?.kind == slide && long?.b == "line-13" && long?.collidesBodies == true)
    #expect(joints.count == 19 + 2 * 20)
  }

  @Test(
    "a rope ends at a body, at a point of it, or nowhere, and sags if it is longer than the way"
  )
  func ropeEnds() throws {
    let scenario = try scenario(
      """
      bodies:
        - {id: crate, box: [20, 20], at: [200, 100], angle: "=pi/2", mass: 1}
        - {id: a, rope: {from: crate, to: [crate, [110, 0]], links: 10}, mass: 1}
        - {id: b, rope: {from: a-10, length: 60, links: 3}, mass: 1}
        - {id: c, rope: {from: [0, 0], to: [100, 0], length: 150, links: 30}, mass: 1}
      """
    )
    let places = scenario.bodies.byID
    #expect(try #require(places["a-10"]).position.distance(to: Vector(200, 204.5)) < 1e-9)
    #expect(try #require(places["b-3"]).position.distance(to: Vector(200, 154.5)) < 1e-9)
    // The links that start inside the crate do not collide with it.
    let free = scenario.constraints.filter { $0.a == "crate" && !$0.collidesBodies }.map(\.id)
    #expect(free == ["a-from", "a-from-1", "a-to", "a-to-8", "a-to-9"])
    #expect(!scenario.constraints.contains { $0.id == "b-to" })
    let heights = (1...30).compactMap { places["c-\($0)"]?.position.y }
    let low = try #require(heights.min())
    #expect((-55 ... -45).contains(low))
    let end = try #require(places["c-30"])
    #expect(
      (end.position + 2.5 * Vector.unit(angle: end.angle)).distance(to: Vector(100, 0)) < 1e-6
    )
  }

  @Test("a rope that is tied to the middle of a body does not start in its way", arguments: 5...20)
  func ropeInside(radius: Int) throws {
    let text = """
      bodies:
        - {id: weight, circle: \(radius), at: [0, 100], mass: 2}
        - {id: line, rope: {from: [0, 200], to: weight}, mass: 0.1}
      """
    let scenario = try scenario(text)
    #expect(scenario.warnings().isEmpty)
  }

  @Test("ropes are repeated, and the order of bodies and of constraints is that of the file")
  func repeated() throws {
    let scenario = try scenario(
      """
      bodies:
        - {id: ball, circle: 1, mass: 1}
        - {id: "line-{i}", repeat: 2, rope: {from: [=20*i, 9], length: 20, links: =i + 2}, mass: 1}
        - {id: box, box: [1, 1], mass: 1}
      """
    )
    #expect(
      scenario.bodies.map(\.id)
        == ["ball", "line-0-1", "line-0-2", "line-1-1", "line-1-2", "line-1-3", "box"]
    )
  }

  @Test("a blob is a ring of parts that touch, with its springs at rest")
  func blob() throws {
    let scenario = try scenario(
      "bodies: [{id: jelly, blob: {radius: 40, stiffness: 800}, at: [50, 60], mass: 16, fill: [1, 0, 0]}]"
    )
    #expect(scenario.bodies.count == 16 && scenario.bodies[15].id == "jelly-16")
    #expect(scenario.bodies.allSatisfy { $0.mass == 1 && $0.appearance.fill != nil })
    #expect(scenario.constraints.count == 32)
    let places = scenario.bodies.byID
    for constraint in scenario.constraints {
      guard case .spring(_, _, let length, 800, let damping) = constraint.kind else { continue }
      let ends = try [constraint.a, constraint.b].map { try #require(places[$0]).position }
      #expect(abs(ends[0].distance(to: ends[1]) - length) < 1e-9 && damping == 800.squareRoot())
    }
    #expect(scenario.diagnostics().isEmpty)
  }

  @Test("a wheel is a groove, a spring and a motor")
  func wheel() throws {
    let scenario = try scenario(
      """
      bodies:
        - {id: car, box: [60, 10], at: [0, 30], mass: 4}
        - {id: hub, circle: 9, at: [20, 10], mass: 1}
      constraints:
        - {id: w, wheel: [car, hub], travel: 5, stiffness: 90, damping: 3, rate: 4, maxForce: 70, errorBias: 0.5, breakForce: 900}
        - {wheel: [car, hub], axis: [0, 2], travel: 5, stiffness: 90, damping: 3}
      """
    )
    #expect(
      scenario.constraints.map(\.id) == [
        "w-groove", "w-spring", "w-motor", "wheel-1-groove", "wheel-1-spring",
      ]
    )
    #expect(
      scenario.constraints[0].kind == .groove(grooveA: Vector(20, -25), grooveB: Vector(20, -15))
    )
    #expect(
      scenario.constraints[1].kind
        == .spring(anchorA: Vector(20, -10), restLength: 10, stiffness: 90, damping: 3)
    )
    #expect(scenario.constraints[2].kind == .motor(rate: 4))
    #expect(
      scenario.constraints.map(\.maxForce) == [.infinity, .infinity, 70, .infinity, .infinity]
    )
    #expect(scenario.constraints.map(\.errorBias) == [0.5, 0.5, 0.5, nil, nil])
    #expect(scenario.constraints.prefix(3).allSatisfy { $0.breakForce == 900 })
    #expect(scenario.constraints[3].kind == scenario.constraints[0].kind)
  }

  @Test("what Swift adds to a scenario is what the file means")
  func swift() throws {
    let file = try scenario(
      """
      bodies:
        - {id: car, box: [60, 10], at: [0, 30], mass: 4}
        - {id: hub, circle: 9, at: [20, 10], mass: 1}
        - {id: line, rope: {from: [0, 90], to: car, links: 5}, mass: 2, friction: 0.3}
        - {id: jelly, blob: {radius: 9, stiffness: 50}, at: [80, 20], density: 0.1}
      constraints:
        - {id: w, wheel: [car, hub], travel: 5, stiffness: 90, damping: 3}
      """
    )
    var own = file
    own.bodies.removeLast(21)
    own.constraints.removeAll()
    try own.add(WheelDescription("car", "hub", travel: 5, stiffness: 90, damping: 3), id: "w")
    let line = BodyDescription(id: "line", mass: 2)
    let rope = RopeDescription(from: .point(Vector(0, 90)), to: .body("car"), links: 5)
    try own.add(rope, as: line, surface: Surface(friction: 0.3))
    let jelly = BodyDescription(id: "jelly", position: Vector(80, 20))
    try own.add(
      BlobDescription(radius: 9, stiffness: 50),
      as: jelly,
      surface: Surface(density: 0.1)
    )
    #expect(own.json == file.json)
    let lost = RopeDescription(from: .body("cra"), length: 3)
    let error = #expect(throws: Diagnostic.self) { try own.add(lost, as: line) }
    #expect(error?.message == "no body is called \"cra\"; did you mean car?")
    let wheel = WheelDescription("car", "hub", travel: -5, stiffness: 90, damping: 3)
    let way = #expect(throws: Diagnostic.self) { try own.add(wheel, id: "w") }
    #expect(way?.description.hasPrefix("travel: travel is -5") == true)
  }

  @Test("a rope that cannot be read is no body at which another one may end")
  func unreadRope() {
    let text = """
      tiltbox: 1
      bodies:
        - {id: ball, circle: 1, mass: 1}
        - {id: line, rope: {from: ball, links: 0}, mass: 1}
        - {id: tail, rope: {from: nobody, length: 9}, mass: 1}
      """
    let words = "5:29: bodies[2].rope.from: no body is called \"nobody\"; known here: ball"
    #expect(mistakes(in: text).last == "a.yaml:\(words)")
  }

  @Test(
    "a mistake is reported once, with its place in the file",
    arguments: [
      ("{rope: {from: [0, 0]}, mass: 1}", "2:17: bodies[0].rope: has no length; give one, or"),
      (
        "{rope: {to: [0, 0]}, mass: 1}",
        "bodies[0].rope.from: missing; give from: a point [x, y], the id"
      ),
      (
        "{rope: {from: 3, to: a}, mass: 1}",
        "2:24: bodies[0].rope.from: expected a point [x, y], the id of a"
      ),
      (
        "{rope: {from: [0, 0], to: bal}, mass: 1}",
        "bodies[0].rope.to: no body is called \"bal\"; did you mean ball?"
      ),
      (
        "{rope: {from: ground, length: 9}, mass: 1}",
        "bodies[0].rope.from: the ground is everywhere; give a point of it: [x, y]"
      ),
      (
        "{id: r, rope: {from: r, length: 9}, mass: 1}",
        "bodies[0].rope.from: no body is called \"r\"; known here: ball"
      ),
      (
        "{rope: {from: ball, to: [9, 9], length: 5}, mass: 1}",
        "bodies[0].rope.length: is 5 units, and the ends are 12"
      ),
      (
        "{rope: {from: ball, to: [9, 9], length: 20, links: 1}, mass: 1}",
        "units apart; give that, or more links"
      ),
      (
        "{rope: {from: ball, to: [9, 9], links: 0}, mass: 1}",
        "bodies[0].rope.links: expected a whole number from 1"
      ),
      (
        "{rope: {from: ball, to: [9, 9], linx: 0}, mass: 1}",
        "bodies[0].rope.linx: unknown; did you mean links?"
      ),
      (
        "{rope: {from: ball, to: [9, 9]}, mass: 1, circle: 3}",
        "bodies[0].circle: cannot stand beside rope; drop one"
      ),
      (
        "{rope: {from: ball, to: [9, 9]}, mass: 1, at: [3, 3]}",
        "bodies[0].at: cannot stand beside rope, which has ends"
      ),
      ("{rope: {from: ball, to: [9, 9]}, mass: -2}", "bodies[0].mass: body mass is -2 kg"),
      ("{rope: {from: ball, to: [9, 9]}}", "bodies[0].mass: a dynamic body needs a mass, in kg"),
      (
        "{rope: {from: ball, to: [9, 9]}, mass: 1, friktion: 2}",
        "bodies[0].friktion: unknown; did you mean friction?"
      ),
      ("{rope: {from: [=i, 0]}, mass: 1, repeat: 3}", "2:17: bodies[0].rope: has no length"),
      ("{blob: {radius: 4}, mass: 1}", "bodies[0].blob.stiffness: missing"),
      (
        "{blob: {radius: -4, stiffness: 1}, mass: 1}",
        "bodies[0].blob.radius: circle radius is -4 units"
      ),
      (
        "{blob: {radius: 4, stiffness: 1, width: 8}, mass: 1}",
        "bodies[0].blob.width: is 8 units, and the radius"
      ),
    ]
  )
  func mistake(body: String, message: String) {
    let found = mistakes(
      in: "tiltbox: 1\nbodies: [\(body), {id: ball, circle: 1, at: [0, 0], mass: 1}]"
    )
    #expect(found.count == 1 && found[0].contains(message), "\(found)")
  }

  @Test(
    "a mistake in a wheel is reported once, with its place in the file",
    arguments: [
      ("travel: 1, stiffness: 1", "constraints[0].damping: missing"),
      ("travel: 0, stiffness: 1, damping: 1", "constraints[0].travel: "),
      (
        "travel: 1, stiffness: 1, damping: 1, maxForce: 2",
        "constraints[0].maxForce: limits a motor; give a rate"
      ),
      (
        "travel: 1, stiffness: 1, damping: 1, axis: [0, 0]",
        "constraints[0].axis: [0, 0] has no direction"
      ),
      (
        "travel: 1, stiffness: 1, damping: 1, restLength: 3",
        "constraints[0].restLength: goes with a spring, not with"
      ),
    ]
  )
  func wheelMistake(fields: String, message: String) {
    let found = mistakes(
      in: """
        tiltbox: 1
        bodies: [{id: a, circle: 1, mass: 1}, {id: b, circle: 1, mass: 1, at: [9, 9]}]
        constraints: [{wheel: [a, b], \(fields)}]
        """
    )
    #expect(found.count == 1 && found[0].contains(message), "\(found)")
  }

  @Test("a wheel names its bodies")
  func wheelEnds() {
    let found = mistakes(
      in: """
        tiltbox: 1
        bodies: [{id: car, circle: 1, mass: 1}, {id: rope, rope: {from: car, length: 9}, mass: 1}]
        constraints: [{wheel: [car, hub], travel: 1, stiffness: 1, damping: 1}]
        """
    )
    #expect(
      found.count == 1
        && found[0].contains("3:29: constraints[0].wheel[1]: no body is called \"hub\""),
      "\(found)"
    )
  }

  @Test("a wheel is not wrong because a body could not be read")
  func wheelOfUnreadBody() {
    let found = mistakes(
      in: """
        tiltbox: 1
        bodies: [3, {id: a, circle: 1, mass: 1}]
        constraints: [{wheel: [car, a], travel: 1, stiffness: 1, damping: 1}]
        """
    )
    #expect(found.count == 1 && found[0].contains("2:10: bodies[0]: expected a map"), "\(found)")
  }

  @Test("a rope whose file is wrong elsewhere keeps the places of those mistakes")
  func places() {
    let found = mistakes(
      in: """
        tiltbox: 1
        bodies:
          - {id: line, rope: {from: [0, 0], length: 9}, mass: 1}
          - {id: last, circle: -1, mass: 1}
          - {id: line-2, circle: 1, mass: 1}
        constraints: [{pin: [last, ground], distance: -1}]
        """
    )
    let starts = [
      "a.yaml:4:24: bodies[1].circle: ",
      "a.yaml:5:10: bodies[2].id: \"line-2\" names bodies[0] already",
      "a.yaml:6:47: constraints[0].distance: ",
    ]
    #expect(found.count == 3 && zip(found, starts).allSatisfy { $0.hasPrefix($1) }, "\(found)")
  }

  @Test("ropes that would make too many bodies are rejected before they are made")
  func tooMany() {
    let found = mistakes(
      in:
        "tiltbox: 1\nbodies: [{repeat: 1000, rope: {from: [=i, 0], length: 9, links: 1000}, mass: 1}]"
    )
    #expect(
      found.count == 1 && found[0].contains("bodies: there are 1000000; give at most 100000"),
      "\(found)"
    )
  }

  @Test("the fields of ropes, blobs and wheels can be set, and shift no other body")
  func overrides() throws {
    let text = """
      tiltbox: 1
      bodies:
        - {id: line, rope: {from: [0, 90], to: [90, 90], links: 2}, mass: 1}
        - {id: jelly, blob: {radius: 9, stiffness: 50}, at: [40, 20], mass: 1}
        - {id: hub, circle: 9, at: [80, 9], mass: 1}
        - {id: car, box: [9, 9], at: [80, 30], mass: 1}
      constraints: [{id: w, wheel: [car, hub], travel: 5, stiffness: 90, damping: 3}]
      """
    let settings = [
      "bodies.line.rope.links=3", "bodies[1].blob.points=5", "bodies.hub.mass=7",
      "constraints.w.rate=2",
    ]
    let scenario = try Scenario(yaml: text, file: "a.yaml", overrides: settings)
    #expect(scenario.bodies.map(\.id).filter { $0.hasPrefix("line") }.count == 3)
    #expect(scenario.bodies.count == 3 + 5 + 2 && scenario.bodies[8].mass == 7)
    #expect(scenario.constraints.prefix(3).map(\.id) == ["w-groove", "w-spring", "w-motor"])
    let template = try ScenarioTemplate(utf8: Array(text.utf8), file: "a.yaml")
    let fields = ["bodies.hub.mass", "bodies.line.rope.links"].compactMap {
      PathComponent.components(of: $0)
    }
    let set = try template.scenario(setting: [(fields[0], .number(7)), (fields[1], .number(3))])
    #expect(set.bodies.count == 3 + 16 + 2 && set.bodies.byID["hub"]?.mass == 7)
    #expect(
      mistakes(in: text, overrides: ["bodies.line.rope.links=0"]).first?.contains(
        "--set bodies.line.rope.links=0: bodies[0].rope.links: expected a whole number from 1 to 1000"
      ) == true
    )
  }

  @Test(
    "numbers that no rope or blob can have are errors in Swift, too",
    arguments: [Int.min, -1, 0, 1001, Int.max]
  )
  func hostileNumbers(count: Int) throws {
    var scenario = try scenario("bodies: []")
    let whole = BodyDescription(id: "a", mass: 1)
    let end = RopeDescription.End.point(Vector(90, 0))
    let rope = RopeDescription(from: .point(.zero), to: end, links: count)
    let blob = BlobDescription(radius: 9, points: count, stiffness: 50)
    let errors = [
      #expect(throws: Diagnostic.self) { try scenario.add(rope, as: whole) },
      #expect(throws: Diagnostic.self) { try scenario.add(blob, as: whole) },
    ]
    #expect(errors.map { $0?.path } == ["rope.links", "blob.points"])
    for number in [Double.nan, -.infinity, .infinity, -1, 1e300] {
      let blob = BlobDescription(radius: number, stiffness: number, damping: number, width: number)
      #expect(throws: Diagnostic.self) { try scenario.add(blob, as: whole) }
      let rope = RopeDescription(from: .point(Vector(number, 0)), length: number, width: number)
      #expect(throws: Diagnostic.self) { try scenario.add(rope, as: whole) }
      let heavy = BodyDescription(id: "a", mass: -abs(number))
      #expect(throws: Diagnostic.self) {
        try scenario.add(RopeDescription(from: .point(.zero), to: end), as: heavy)
      }
    }
    let nowhere = RopeDescription(from: .point(Vector(.nan, 0)), to: end)
    let error = #expect(throws: Diagnostic.self) { try scenario.add(nowhere, as: whole) }
    #expect(error?.description.hasPrefix("rope: position is nan units; give ") == true)
    #expect(scenario.bodies.isEmpty && scenario.constraints.isEmpty)
  }

  @Test("a body that is added to a run is no rope")
  func request() {
    let line = RequestLine(#"{"add":{"rope":{"from":[0,0],"length":9},"mass":1}}"#.utf8)
    let error = #expect(throws: RequestError.self) { try line.request.get() }
    #expect("\(error, default: "")".contains("add them one by one"))
  }
}
