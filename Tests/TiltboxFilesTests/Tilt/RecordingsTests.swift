import Foundation
import TestScenes
import Testing
import Tiltbox

@testable import TiltboxFiles

/// The folder of real recordings, next to the package but not part of it.
private let recordings = URL(filePath: #filePath).deletingLastPathComponent()
  .appending(path: "../../../../shared/tilt").standardizedFileURL.path

@Suite(
  "Real recordings",
  .enabled(if: FileManager.default.fileExists(atPath: recordings), "../shared/tilt is not here")
)
struct RecordingsTests {
  private func read(_ name: String, _ options: TiltOptions) throws -> TiltTrack {
    try TiltTrack(contentsOf: readFile(recordings + "/" + name), name: name, options: options)
  }

  @Test("phyphox: m/s² by its header, the reaction to gravity")
  func phyphox() throws {
    let found = try read("phyphox-acceleration.csv", TiltOptions(convention: .reaction))
    #expect(found.times.count == 10_577)
    #expect(found.times[0] == 3.446083327E-3)
    #expect(found.tilts[0] == Tilt(x: 4.806504822E-1 / 9.80665, y: -1.707798615E0 / 9.80665))
    #expect(found.times.last == 1.050516481E2)
    #expect(found.notices.isEmpty)
    #expect(throws: TiltFileError.self, "its sign is the other one") {
      try read("phyphox-acceleration.csv", TiltOptions())
    }
  }

  @Test("Sensor Logger: no unit, reversed columns, epoch and seconds, along gravity")
  func sensorLogger() throws {
    let found = try read("sensor-logger-gravity.csv", TiltOptions())
    #expect(found.times.count == 8283)
    #expect(found.times[0] == 0.02248681640625)
    #expect(
      found.tilts[0] == Tilt(x: -1.0511864115599543 / 9.80665, y: -1.048682027523592 / 9.80665)
    )
    #expect(found.times.last == 82.83712182617188)
    #expect(found.notices.count == 1 && found.notices[0].contains("read as m/s2"))
  }

  @Test(
    "every crate stays inside the box at every tick of a whole recording",
    arguments: [
      ("phyphox-acceleration.csv", TiltConvention.reaction),
      ("sensor-logger-gravity.csv", .gravity),
    ]
  )
  func insideTheBox(name: String, convention: TiltConvention) throws {
    let track = try read(name, TiltOptions(convention: convention))
    let simulation = try Simulation(.classicScene(), tilt: TrackTilt(track))
    let end = try #require(track.times.last)
    var farthest = -Double.infinity
    while simulation.time < end {
      try simulation.advance()
      farthest = max(farthest, simulation.farthestOutside())
    }
    #expect(simulation.tick > 9000)
    // When a crate hits a wall, a corner penetrates it for some ticks; the centre never gets near it.
    #expect(farthest < 8)
  }
}
