import Chipmunk
import Testing
import Tiltbox
import TiltboxFiles

@testable import TiltboxDrawing

@Suite("Films")
struct FilmTests {
  @Test("has the frames of its rate, at the same ticks as a recording")
  func rates() throws {
    #expect(try film(.classic, seconds: 1).frames.map(\.tick) == (0...60).map { 2 * $0 })
    let slow = try film(.classic, rate: 7, seconds: 2)
    let schedule = FrameSchedule(rate: 7, step: slow.step)
    #expect(slow.frames.map(\.tick) == (0...240).filter(schedule.isFrame))
  }

  @Test("finds the frame nearest to a time, and names the range if there is none")
  func times() throws {
    let film = try film(.classic, rate: 10, seconds: 2)
    #expect(try film.index(at: 0) == 0)
    #expect(try film.index(at: 0.449) == 4)
    #expect(try film.index(at: 0.451) == 5)
    #expect(try film.index(at: 2) == 20)
    let error = #expect(throws: DrawingError.self) { try film.index(at: 3) }
    #expect(error?.description == "there is nothing at 3 s: the run goes from 0 to 2 s")
  }

  @Test("a part of a run is a film of its own")
  func range() throws {
    let film = try Film(of: Trajectories.trajectory(of: .classic), range: 0.5...1)
    #expect(film.frames.first?.tick == 60)
    #expect(film.frames.last?.tick == 120)
    #expect(film.events.allSatisfy { (60...120).contains($0.tick) })
    #expect(throws: DrawingError.self) {
      try Film(of: Trajectories.trajectory(of: .classic), range: 50...60)
    }
  }

  @Test("stops on request")
  func cancelling() {
    struct Enough: Error {}
    #expect(throws: Enough.self) {
      try Film(of: Trajectories.trajectory(of: .classic)) { _ in throw Enough() }
    }
  }

  @Test("bodies that come and go are drawn while they are there")
  func casts() throws {
    let simulation = try Simulation(.classic, tilt: ConstantTilt(.upright))
    let trajectory = SimulationTrajectory(simulation, describe: { "\($0)" }) {
      guard simulation.tick < 120 else { return false }
      try simulation.advance()
      if simulation.tick == 60 { try simulation.apply(.remove(id: "crate-2")) }
      if simulation.tick == 90 {
        let ball = BodyDescription(
          id: "ball",
          shapes: [ShapeDescription(.circle(radius: 9))],
          position: Vector(200, 200),
          mass: 1
        )
        try simulation.apply(.add(ball))
      }
      return true
    }
    let film = try Film(of: trajectory)
    let renderer = FilmRenderer(film)
    func bodies(_ time: Double) throws -> Int {
      try renderer.picture(ofFrame: film.index(at: time)).marks.count { $0.body != nil }
    }
    #expect(try bodies(0.4) == 5)
    #expect(try bodies(0.6) == 4)
    #expect(try bodies(0.9) == 5)
    // Back again.
    #expect(try bodies(0.1) == 5)
    _ = try elements(film.animation())
  }

  @Test("knows a tick's time where steps become longer in a run")
  func longerSteps() throws {
    let simulation = try Simulation(.classic, tilt: ConstantTilt(.upright))
    var times: [Int: Double] = [:]
    let trajectory = SimulationTrajectory(simulation, describe: { "\($0)" }) {
      guard simulation.tick < 120 else { return false }
      try simulation.advance()
      if simulation.tick == 60 { try simulation.apply(.timeStep(1.0 / 60)) }
      times[simulation.tick] = simulation.time
      return true
    }
    let film = try Film(of: trajectory)
    #expect(abs(film.end - 1.5) < 1e-9)
    #expect(film.events.contains { $0.tick > 62 })
    for event in film.events {
      #expect(abs(film.time(ofTick: event.tick) - (times[event.tick] ?? 0)) < 1e-9)
    }
    _ = try elements(film.animation())
  }
}

@Suite("Films and pictures of impossible sizes")
struct HostileFilmTests {
  @Test("a strip without times, a missing frame and a rate of zero are errors")
  func times() throws {
    let film = try film(.classic, seconds: 0.1)
    #expect(throws: DrawingError.self) { try film.strip(at: []) }
    for index in [-1, film.frames.count, Int.max] {
      #expect(throws: DrawingError.self) { try FilmRenderer(film).picture(ofFrame: index) }
    }
    for rate in [0, -1, Double.nan, .infinity] {
      #expect(throws: DrawingError.self) {
        try Film(of: Trajectories.trajectory(of: .classic), rate: rate)
      }
    }
  }

  @Test("a width that cannot be drawn is an error", arguments: [Double.nan, 1e9, 0, -5, .infinity])
  func widths(width: Double) throws {
    let film = try film(.classic, seconds: 0.1)
    let options = DrawingOptions(width: width)
    #expect(throws: DrawingError.self) { try film.png(at: 0, options) }
    #expect(throws: DrawingError.self) { try film.svg(at: 0, options) }
    #expect(throws: DrawingError.self) { try film.strip(at: [0], options) }
    #expect(throws: DrawingError.self) { try film.size(options) }
    #expect(throws: DrawingError.self) { try film.plot(["crate-1.y"], options) }
  }
}
