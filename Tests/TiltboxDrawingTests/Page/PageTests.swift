import Chipmunk
import Foundation
import Testing
import Tiltbox
import TiltboxFiles

@testable import TiltboxDrawing

@Suite("Pages that play a trajectory")
struct PageTests {
  /// Reads packed rows as a page does, in whole quanta.
  private struct Reader {
    var bytes: ArraySlice<UInt8>
    mutating func byte() -> UInt8 { bytes.removeFirst() }
    mutating func varint() -> Int {
      var (value, shift) = (0 as UInt, 0 as UInt)
      while true {
        let byte = byte()
        value |= UInt(byte & 127) << shift
        shift += 7
        if byte < 128 { break }
      }
      return Int(value >> 1) ^ -Int(value & 1)
    }
    /// Reads the next row; `row` holds the current one and the one before it.
    mutating func row(_ row: inout [[Int]]) -> UInt8 {
      let mask = byte()
      let now = row[0].indices.map { place in
        2 * row[0][place] - row[1][place] + (mask & 1 << place != 0 ? varint() : 0)
      }
      row = [now, row[0]]
      return mask
    }
  }

  private func rows(_ count: Int) -> [[Int]] {
    Array(repeating: Array(repeating: 0, count: count), count: 2)
  }

  private var shaken: Scenario {
    var scenario = Scenario.classic
    scenario.world.sleepAfter = 0.4
    scenario.tilt.source = .constant(Tilt(x: 0.4, y: -0.7))
    return scenario
  }

  @Test("a layer is as exact as a body, whatever the size of the world", arguments: [0.003, 300])
  func layers(extent: Double) {
    #expect(PackedTrajectory.Quanta(extent: extent, gravity: 1000).value <= extent / 65536)
  }

  @Test("every number is restored within half a quantum, in the last frame as in the first")
  func quantisation() throws {
    let trajectory = try trajectory(shaken, seconds: 10)
    let packed = try PackedTrajectory(trajectory, extent: 302) { _ in }
    let quanta = packed.quanta
    #expect(quanta.position == 1.0 / 256)
    var reader = Reader(bytes: packed.frames.bytes)
    var (clock, bodies) = (rows(3), Array(repeating: rows(6), count: 5))
    for frame in trajectory.frames {
      _ = reader.row(&clock)
      #expect(clock[0][0] == frame.tick)
      #expect(abs(Double(clock[0][1]) * quanta.gravity - frame.gravity.x) <= quanta.gravity / 2)
      #expect(abs(Double(clock[0][2]) * quanta.gravity - frame.gravity.y) <= quanta.gravity / 2)
      for (body, state) in frame.states.enumerated() {
        let mask = reader.row(&bodies[body])
        #expect((mask & 64 != 0) == frame.asleep.contains(body))
        let numbers = [
          (state.position.x, quanta.position), (state.position.y, quanta.position),
          (state.angle, quanta.angle), (state.velocity.x, quanta.velocity),
          (state.velocity.y, quanta.velocity), (state.angularVelocity, quanta.spin),
        ]
        for ((number, quantum), whole) in zip(numbers, bodies[body][0]) {
          #expect(abs(Double(whole) * quantum - number) <= quantum / 2)
        }
      }
    }
    #expect(reader.bytes.isEmpty)
    #expect(trajectory.frames.last?.asleep.isEmpty == false)
  }

  @Test("a resting body takes a byte per frame")
  func rest() throws {
    let short = try PackedTrajectory(trajectory(shaken, seconds: 6), extent: 302) { _ in }
    let long = try PackedTrajectory(trajectory(shaken, seconds: 10), extent: 302) { _ in }
    // 240 frames more, of six rows.
    #expect(long.frames.count - short.frames.count == 240 * 6)
  }

  @Test("contacts come with their tick and place")
  func contacts() throws {
    let trajectory = try trajectory(.classic, seconds: 2)
    let packed = try PackedTrajectory(trajectory, extent: 302) { _ in }
    var reader = Reader(bytes: packed.contacts.bytes)
    var tick = 0
    for _ in 0..<packed.contactCount {
      tick += reader.varint()
      let point = Vector(
        Double(reader.varint()) * packed.quanta.position,
        Double(reader.varint()) * packed.quanta.position
      )
      let strength = reader.byte()
      #expect(strength > 0)
      #expect(
        trajectory.events.contains { event in
          event.kind == .begin && event.tick == tick && (event.point - point).length < 0.01
        }
      )
    }
    #expect(packed.contactCount > 3)
    #expect(reader.bytes.isEmpty)
  }

  @Test("a text of 64 letters is what Foundation makes of the bytes", arguments: 0...7)
  func letters(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: 250 + 77 * $0) }
    #expect(base64(bytes) == Data(bytes).base64EncodedString())
  }

  @Test("is one file: it refers to no other, and no text of a scenario ends its script")
  func selfContained() throws {
    var scenario = Scenario.classic
    scenario.name = "</script><script>alert(1)</script>"
    let page = try trajectory(scenario, seconds: 0.5).page()
    #expect(!page.contains("http:") && !page.contains("https:") && !page.contains("src="))
    #expect(!page.contains("alert(1)</script>"))
    #expect(page.contains("<title>&lt;/script&gt;"))
    #expect(page.components(separatedBy: "</script>").count == 5)
    #expect(page.contains("class BoxCanvas") && page.contains("class Trajectory"))
  }

  @Test("names each value of its frames once, whether a scenario or a recording is played")
  func values() throws {
    let text = """
      tiltbox: 1
      bodies: [{id: card, box: [40, 40], at: [50, 50], mass: 1}]
      constraints: [{id: thread, slide: [ground, card], max: 100}]
      layers:
        - {id: sky, box: [100, 100], fill: [0, 0, 1]}
        - {id: pin, circle: 5, follows: {duration: 1}}
      animations: [{target: layer.sky.fill, to: [1, 0, 0], duration: 1}]
      run: {duration: 0.5, forces: true}
      """
    let scenario = try Scenario(yaml: text, file: "a.yaml")
    let names = #""values":["layer.sky.fill","layer.pin.position","constraint.thread.force"]"#
    let run = try TrajectoryReaders.trajectory(of: scenario)
    let pages = try [
      Trajectory(of: TrajectoryReaders.trajectory(of: scenario)).page(),
      Trajectory(of: recording(of: run)).page(),
    ]
    for page in pages {
      #expect(page.contains(names) && page.contains(#""counts":[3, 2, 1]"#))
    }
  }

  @Test("two pages of one run are the same text")
  func repeatable() throws {
    #expect(try trajectory(.classic, seconds: 1).page() == trajectory(.classic, seconds: 1).page())
  }
}
