internal import COutput
internal import CReference
internal import Chipmunk
internal import Tiltbox
internal import TiltboxFiles

/// A frame of moving crates, written repeatedly to `/dev/null`.
@safe
final class FrameWriter {
  private let crates: Int
  private let simulation: Simulation
  private let states: [Double]
  private let output: OpaquePointer
  private let recorders: [RecordingFormat: Recorder]

  init(crates: Int) throws {
    self.crates = crates
    let pile = Pile(count: crates)
    simulation = try pile.makeSimulation()
    // Turn the crates so that all their numbers have all digits.
    for _ in 0..<pile.restingTicks + 30 { try simulation.advance() }
    states = simulation.states.flatMap {
      [
        $0.position.x, $0.position.y, $0.angle, $0.velocity.x, $0.velocity.y, $0.angularVelocity,
      ]
    }
    guard let output = unsafe COutputNew("/dev/null") else { fatalError("no memory") }
    unsafe self.output = unsafe output
    var recorders: [RecordingFormat: Recorder] = [:]
    for format in [RecordingFormat.jsonl, .csv, .mcap, .none] {
      recorders[format] = try Recorder(format, to: "/dev/null")
    }
    try recorders[.mcap]?.begin(simulation)
    self.recorders = recorders
  }

  deinit { unsafe COutputFree(output) }

  /// Writes the frame like `tiltbox run`.
  func write(_ format: RecordingFormat, frames: Int) throws {
    for _ in 0..<frames { try recorders[format]?.recordFrame(of: simulation) }
  }

  /// Writes the frame with `fprintf` and `%.17g`, and returns the number of bytes.
  func writeInC(_ format: RecordingFormat, frames: Int) -> Int {
    var bytes = 0
    for _ in 0..<frames {
      bytes +=
        format == .csv
        ? unsafe COutputCSV(output, states, Int32(crates))
        : unsafe COutputJSON(output, states, Int32(crates))
    }
    return bytes
  }

  /// Returns the size of the frame in bytes.
  func size(_ format: RecordingFormat) throws -> Int { try frame(format).utf8.count }

  /// Returns the frame as text.
  func frame(_ format: RecordingFormat) throws -> String {
    let path = "\(Settings().folder)/frame"
    let recorder = try Recorder(format, to: path)
    try recorder.recordFrame(of: simulation)
    try recorder.flush()
    return Settings().read(path)
  }
}
