@testable import TiltboxCLI
@testable import TiltboxFiles

import Chipmunk
import TestSupport
import Testing
import Tiltbox

@Suite("Orders to an environment")
struct EnvSessionTests {
  private func scenario(_ text: String = "") throws -> Scenario {
    try Scenario(utf8: Array((text.isEmpty ? Scenario.classicText : text).utf8), file: "test")
  }

  /// Returns the answers to some orders, after the greeting and the first rows.
  private func answers(
    to orders: Orders,
    environments count: Int = 3,
    of scenario: Scenario? = nil,
    threads: Int = 2
  ) throws -> [(kind: Character, content: [UInt8])] {
    let scenario = try scenario ?? self.scenario()
    let environments = try Environments(
      count,
      of: scenario,
      showing: Array(scenario.bodies.indices)
    )
    let channel = MemoryChannel(orders.bytes)
    var session = EnvSession(environments, ticks: 2, threads: threads, channel)
    defer { #expect(channel.answers.prefix(2).map(\.kind) == ["H", "O"]) }
    do { try session.run(Array("{}".utf8)) } catch let error as EnvError {
      #expect(channel.answers.last?.content == Array(error.description.utf8))
    }
    return Array(channel.answers.dropFirst(2))
  }

  private func tilts(_ tick: Int, _ count: Int) -> [Tilt] {
    (0..<count).map { index in
      let step = (tick * 7 + index * 31) % 19
      return Tilt(x: Double(step) / 10 - 0.9, y: Double(index) / 10 - 1)
    }
  }

  @Test("step environments exactly like single runs, on any number of threads", arguments: [1, 3])
  func singleRuns(threads: Int) throws {
    let count = 5
    var orders = Orders()
    for tick in 0..<60 { orders.step(tilts(tick, count), ticks: tick == 59 ? 40 : 0) }
    let answers = try answers(to: orders, environments: count, threads: threads)
    #expect(answers.count == 60)
    let rows = ReadRow.rows(try #require(answers.last).content, bodies: 5)
    for index in 0..<count {
      let simulation = try Simulation(scenario())
      for tick in 0..<60 {
        try simulation.apply(.tilt(tilts(tick, count)[index]))
        for _ in 0..<(tick == 59 ? 40 : 2) { try simulation.advance() }
      }
      #expect(rows[index].tick == 158 && rows[index].digest == simulation.digest)
      let state = simulation.states[4]
      #expect(rows[index].numbers[24..<26] == [state.position.x, state.position.y])
      #expect(rows[index].numbers[29] == state.angularVelocity)
    }
    #expect(Set(rows.map(\.digest)).count == count)
  }

  @Test("reset an environment to a kept state and to the first tick, bit for bit")
  func reset() throws {
    var orders = Orders()
    for tick in 0..<40 { orders.step(tilts(tick, 3)) }
    orders.add("K", [(0, 1), (2, 70_000)])
    for tick in 0..<40 { orders.step(tilts(tick, 3)) }
    orders.add("R", [(2, 70_000)])
    for tick in 0..<40 { orders.step(tilts(tick, 3)) }
    orders.add("R", [(1, 0), (2, 0)])
    for tick in 0..<40 { orders.step(tilts(tick, 3)) }
    let answers = try answers(to: orders).map { ReadRow.rows($0.content, bodies: 5) }
    #expect(answers.count == 163)
    #expect(answers[40] == answers[39])
    #expect(answers[81].map(\.tick) == [160, 160, 80])
    #expect(answers[81][2] == answers[40][2])
    // The same tilts again, from the same state.
    #expect(answers[41..<81].map { $0[2] } == answers[82..<122].map { $0[2] })
    let ticks = answers[82..<122].map { Int($0[0].tick) }
    #expect(ticks == Array(stride(from: 162, through: 240, by: 2)))
    // And from the first tick on.
    for index in 1...2 {
      #expect(answers[0..<40].map { $0[index] } == answers[123..<163].map { $0[index] })
    }
  }

  @Test("apply commands to one environment or to all, with immediate effect")
  func commands() throws {
    var orders = Orders()
    orders.commands(#"{"environment":1,"impulse":{"body":"crate-2","by":[300,0]}}"#)
    orders.commands(
      #"""
      {"tilt":[1,0]}

      {"impulse":{"body":"crate-1","by":[100,0]}}
      """#
    )
    orders.step([Tilt](repeating: Tilt(x: .nan, y: .nan), count: 3))
    let rows = try answers(to: orders).map { ReadRow.rows($0.content, bodies: 5) }
    #expect(rows[0].map { $0.numbers[9] } == [0, 3, 0])
    #expect(rows[1].map { $0.numbers[3] } == [1, 1, 1])
    // NaN leaves the tilt as it is: to the right, for two steps of 1/120 s.
    #expect(rows[2].allSatisfy { $0.numbers[27] > 10 })
  }

  private static let push = #"{"environment":1,"impulse":{"body":"crate-2","by":[300,0]}}"#

  @Test("answer a chain of orders once, like the last of the same single orders")
  func chain() throws {
    var (single, chained) = (Orders(), Orders())
    for isChained in [false, true] {
      var orders = Orders()
      for tick in 0..<5 {
        orders.step(tilts(tick, 3), ticks: 3, isContinued: isChained)
        orders.add(isChained ? "k" : "K", [(2, 1)])
        orders.add(isChained ? "r" : "R", [(1, 0)])
        orders.commands(Self.push, isContinued: isChained)
        orders.step(tilts(tick + 1, 3))
      }
      if isChained { chained = orders } else { single = orders }
    }
    let (expected, answers) = (try answers(to: single), try answers(to: chained))
    #expect(answers.map(\.kind) == ["O", "O", "O", "O", "O"])
    #expect(answers.map(\.content) == (0..<5).map { expected[5 * $0 + 4].content })
  }

  @Test("execute a chain up to the first invalid order", arguments: ["r", "R", "q"])
  func wrongChain(kind: Character) throws {
    var orders = Orders()
    orders.step(tilts(1, 3), isContinued: true)
    orders.add(kind, [(2, 9)])
    if kind == "r" { orders.commands(Self.push) }
    orders.step(tilts(2, 3))
    var right = Orders()
    right.step(tilts(1, 3))
    right.step(tilts(2, 3))
    let answers = try answers(to: orders)
    #expect(answers.map(\.kind) == ["E", "O"])
    let text = String(decoding: answers[0].content, as: UTF8.self)
    #expect(
      text.contains(
        kind == "q" ? "no order is called" : "environment 2: nothing was kept in slot 9"
      )
    )
    #expect(answers[1].content == (try self.answers(to: right)[1].content))
  }

  @Test(
    "are answered by an error if they are invalid, and nothing changes",
    arguments: [
      ("S", [UInt8](repeating: 0, count: 47), "a step of 3 environments has 48 bytes of tilts"),
      ("S", Orders.doubles([0, 0, .infinity, 0, 0, 0]), "environment 1: tilt is inf g"),
      ("S", Orders.doubles([0, 0, 0, 0, .nan, 0]), "environment 2: tilt is nan g"),
      ("S", Orders.doubles([0, 0, 0, 0, 0, 1e9]), "environment 2: tilt is"),
      ("R", Orders.words([3, 0]), "there is no environment 3; the environments are 0 to 2"),
      ("R", Orders.words([0, 0, 2, 9]), "environment 2: nothing was kept in slot 9"),
      ("R", [1, 2, 3], "pairs of an environment and a slot have 8 bytes each"),
      ("K", Orders.words([0, 0]), "environment 0: slot 0 keeps the first tick"),
      ("K", Orders.words([.max, 1]), "there is no environment 4294967295"),
      ("C", Array("{\"tilt\":[1,0]}\n{".utf8), "line 2: "),
      ("C", Array(#"{"environment":0,"remove":"crate-1"}"#.utf8), "remove: unknown"),
      (
        "C", Array(#"{"environment":0,"tilt":[0,1],"within":1}"#.utf8),
        "within: unknown; known here: environment"
      ),
      (
        "C", Array(#"{"environment":-1,"tilt":[0,1]}"#.utf8),
        "line 1: environment: expected a whole number from 0"
      ),
      ("C", Array(#"{"environment":5,"tilt":[0,1]}"#.utf8), "there is no environment 5"),
      ("C", [0xff, 0, 0x80], "line 1: "),
      ("q", [1, 2, 3], "no order is called \"q\""),
      ("\u{7}", [], "no order is called 7"),
    ] as [(Character, [UInt8], String)]
  )
  func mistakes(kind: Character, content: [UInt8], reason: String) throws {
    var orders = Orders()
    orders.step(tilts(1, 3))
    orders.add(kind, content)
    orders.step(tilts(2, 3))
    var right = Orders()
    right.step(tilts(1, 3))
    right.step(tilts(2, 3))
    let answers = try answers(to: orders)
    #expect(answers.map(\.kind) == ["O", "E", "O"])
    let text = String(decoding: answers[1].content, as: UTF8.self)
    #expect(text.contains(reason), "\(text)")
    #expect(answers[2].content == (try self.answers(to: right)[1].content))
  }

  @Test("end with a reason if they are out of order or torn")
  func finalMistakes() throws {
    for (raw, reason) in [
      ([0x53, 2, 0, 0, 0, 0, 0, 0], "byte 1 of an order is 2"),
      ([0x53, 1, 0, 0, 255, 255, 255, 255], "an order of 4294967295 bytes"),
      ([0x53, 1, 0], "the orders end after 3 of 8 bytes"),
      ([0x53, 1, 0, 0, 48, 0, 0, 0, 1, 2], "the orders end after 2 of 48 bytes"),
    ] as [([UInt8], String)] {
      var orders = Orders()
      orders.step(tilts(1, 3))
      orders.add(raw: raw)
      let answers = try answers(to: orders)
      #expect(answers.map(\.kind) == ["O", "E"])
      #expect(String(decoding: answers[1].content, as: UTF8.self).contains(reason))
    }
  }

  @Test("survive any bytes")
  func anyBytes() throws {
    var random = SplitMix64(seed: 7)
    for _ in 0..<20 {
      var orders = Orders()
      for _ in 0..<20 {
        let kind = random.next() % 3 == 0 ? "SKRCskrc".randomElement(using: &random) : nil
        let content = (0..<random.next() % 50).map { _ in UInt8.random(in: 0...255, using: &random)
        }
        orders.add(
          kind ?? Character(Unicode.Scalar(UInt8(random.next() % 128))),
          content,
          argument: UInt16(random.next() % 3)
        )
      }
      _ = try answers(to: orders, environments: 1)
    }
  }

  @Test("reset an environment whose body has diverged: its row is NaN until then")
  func divergence() throws {
    // Each bounce makes the ball a million times as fast.
    let scenario = try scenario(
      """
      tiltbox: 1
      world: {speedLimit: none}
      walls: {size: [300, 300], elasticity: 1}
      bodies:
        - {id: ball, circle: 5, at: [100, 150], velocity: [0, -1e6], mass: 1, elasticity: 1e6}
        - {id: crate, box: [10, 10], at: [20, 5], mass: 1}
      """
    )
    var orders = Orders()
    orders.add("K", [(0, 1)])
    for _ in 0..<30 { orders.step(tilts(0, 2)) }
    orders.add("R", [(0, 1)])
    orders.add("R", [(0, 0)])
    for _ in 0..<30 { orders.step(tilts(0, 2)) }
    let answers = try answers(to: orders, environments: 2, of: scenario)
    let rows = answers.map { $0.kind == "O" ? ReadRow.rows($0.content, bodies: 2) : [] }
    #expect(!rows[0][0].numbers[0].isNaN && rows[30][0].numbers[0].isNaN)
    #expect(!rows[30][0].numbers[6].isNaN && rows[30][0].tick == 60)
    #expect(answers[31].kind == "E")
    #expect(String(decoding: answers[31].content, as: UTF8.self).contains("or a body diverged"))
    #expect(rows[32][0].numbers == rows[0][0].numbers && rows[32][0].tick == 0)
    #expect(rows[62][0].digest == rows[30][0].digest)
    #expect(rows[62][1].tick == 120)
  }

  @Test("name the constraint that broke since a slot was kept, and reset no other environment")
  func breaking() throws {
    let scenario = try scenario(
      """
      tiltbox: 1
      bodies: [{id: a, circle: 5, mass: 1, at: [0, -50]}]
      constraints: [{id: p, pin: [ground, a], breakForce: 500}]
      """
    )
    var orders = Orders()
    orders.add("K", [(0, 1), (1, 1)])
    orders.step([Tilt(x: 0, y: 0), Tilt(x: 0, y: -1)], ticks: 10)
    orders.add("K", [(1, 2)])
    orders.add("R", [(0, 1), (1, 1)])
    orders.commands("")
    orders.add("R", [(0, 1), (1, 2)])
    orders.add("R", [(1, 0)])
    orders.add("R", [(1, 2)])
    let answers = try answers(to: orders, environments: 2, of: scenario)
    #expect(answers.map(\.kind) == ["O", "O", "O", "E", "O", "O", "O", "E"])
    #expect(
      String(decoding: answers[3].content, as: UTF8.self)
        == "environment 1: slot 1 was kept before a constraint broke, or a body diverged or was handed over; "
        + "reset to slot 0, which empties all other slots"
    )
    #expect(answers[4].content == answers[1].content)
    #expect(ReadRow.rows(answers[5].content, bodies: 1).map(\.tick) == [0, 10])
    #expect(answers[6].content == answers[0].content)
    #expect(
      String(decoding: answers[7].content, as: UTF8.self)
        == "environment 1: nothing was kept in slot 2"
    )
  }

  @Test("reset an environment to its last slot, also after slot 0, which would empty it")
  func slots() throws {
    let scenario = try scenario(
      """
      tiltbox: 1
      bodies: [{id: a, circle: 5, mass: 1}]
      handovers: [{body: a, at: 0.05}]
      """
    )
    var orders = Orders()
    orders.step(tilts(0, 1), ticks: 10)
    orders.add("K", [(0, 5)])
    orders.step(tilts(0, 1), ticks: 10)
    orders.add("R", [(0, 0), (0, 5)])
    orders.add("R", [(0, 5), (0, 0)])
    let answers = try answers(to: orders, environments: 1, of: scenario)
    #expect(answers.map(\.kind) == ["O", "O", "O", "O", "O"])
    #expect(answers[3].content == answers[0].content)
    #expect(ReadRow.rows(answers[4].content, bodies: 1)[0].tick == 0)
  }

  @Test("name a handover since a slot was kept")
  func handover() throws {
    let scenario = try scenario(
      """
      tiltbox: 1
      bodies: [{id: a, circle: 5, mass: 1, at: [0, 50]}]
      handovers: [{body: a, at: 0.05}]
      """
    )
    var orders = Orders()
    orders.add("K", [(0, 1)])
    orders.step([Tilt(x: 0, y: -1)], ticks: 10)
    orders.add("R", [(0, 1)])
    let answers = try answers(to: orders, environments: 1, of: scenario)
    #expect(answers.map(\.kind) == ["O", "O", "E"])
    let text = String(decoding: answers[2].content, as: UTF8.self)
    #expect(text.hasPrefix("environment 0: slot 1 was kept before "))
    #expect(text.contains("was handed over; reset to slot 0"))
  }

  @Test("name the environment whose animation leaves its range, under a tilt of its own")
  func animatedGravity() throws {
    let scenario = try scenario(
      """
      tiltbox: 1
      world: {gravity: 1e7}
      bodies: [{id: ball, circle: 5, at: [100, 150], mass: 1}]
      animations:
        - {target: gravity, from: [0, 0], to: [0, -995e6], duration: 0.1, fill: forwards, additive: true}
      """
    )
    let tilts = [Tilt(x: 0, y: 0), Tilt(x: 0, y: -1)]
    var orders = Orders()
    for _ in 0..<7 { orders.step(tilts) }
    orders.step([tilts[0], tilts[0]])
    let answers = try answers(to: orders, environments: 2, of: scenario)
    #expect(answers.map(\.kind) == ["O", "O", "O", "O", "O", "E", "E", "O"])
    let texts = answers[5...6].map { String(decoding: $0.content, as: UTF8.self) }
    #expect(
      texts.allSatisfy {
        $0.hasPrefix("environment 1: ") && $0.contains("gravity is -1005000000")
      }
    )
    #expect(
      texts[0].hasSuffix("(the other environments have stepped)") && !texts[1].contains("stepped")
    )
    #expect(ReadRow.rows(answers[7].content, bodies: 1)[0].tick == 14)
  }
}
