import Foundation
import TestScenes
import Tiltbox

@testable import TiltboxFiles

/// Records a run of the classic crates in a turning box.
func recordCrates(_ format: RecordingFormat, ticks: Int = 300) throws -> [UInt8] {
  let path = FileManager.default.temporaryDirectory.appendingPathComponent("tiltbox-\(UUID())").path
  defer { try? FileManager.default.removeItem(atPath: path) }
  var options = Run.Options(clock: nil)
  options.lastTick = ticks
  let run = try Run(.classicScene(), options: options)
  run.add(observer: Recorder(format, to: try OutputFile(creating: path)))
  _ = try run.run()
  return try readFile(path)
}

/// The content of a recording, and its gaps.
struct ReadRecording: Equatable {
  var samples: [TrajectorySample] = []
  var ending: Scenario.RecordedEnding?
  var diagnostic: Diagnostic?

  init(_ bytes: [UInt8], name: String = "run.mcap") throws {
    let trajectory = try RecordingReader(FileLines(of: bytes), name: name)
    while let sample = try trajectory.next() { samples.append(sample) }
    (ending, diagnostic) = (trajectory.ending, trajectory.diagnostic)
  }
}

/// Converts a recording to MCAP.
func transcribe(_ bytes: [UInt8]) throws -> [UInt8] {
  let trajectory = try RecordingReader(FileLines(of: bytes), name: "run.jsonl")
  let transcription = MCAPTranscription(trajectory)
  var file: [UInt8] = []
  while let block = try transcription.next() { file += block }
  return file
}
