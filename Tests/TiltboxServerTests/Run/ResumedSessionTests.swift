import Foundation
import NIOCore
import Testing
import Tiltbox
import TiltboxFiles

@testable import TiltboxServer

@Suite("The resumed session of a service")
struct ResumedSessionTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  private func run(_ options: LiveOptions, _ mailbox: Mailbox, ticks: Int) throws -> LiveFeed {
    let scenes = ["a", "b"].map { name in Scene(name: name) { .box(name: "box \(name)") } }
    let feed = LiveFeed()
    var checks = 0
    try LiveRun(scenes: scenes, options: options, feed: feed).run(mailbox) {
      checks += 1
      return checks > ticks
    }
    return feed
  }

  @Test("is paused as the session before a reset, and has its scene")
  func paused() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var options = LiveOptions()
    let folder = folder
    options.recordingLimit = 0
    options.journal = {
      try Journal(creating: folder.appending(path: "\($1)").path, of: $0, sync: .never)
    }
    let mailbox = Mailbox()
    for line in [#"{"scene":"b"}"#, #"{"pause":true}"#, #"{"reset":true}"#] {
      #expect(mailbox.post(ViewerLine(line.utf8), from: 1))
    }
    let feed = try run(options, mailbox, ticks: 20)
    #expect(feed.newest.status.session == 3 && feed.newest.status.isPaused)
    options.firstSession = 3
    options.resume = {
      let replay = try Replay(JournalReader(folder.appending(path: "3").path), from: .infinity)
      try replay.run()
      return (replay, try Journal(continuing: replay, sync: .never))
    }
    let resumed = try run(options, Mailbox(), ticks: 0).newest
    #expect(resumed.status.session == 3 && resumed.status.isPaused)
    let scene = try #require(resumed.scene)
    #expect(String(buffer: scene.text).contains(#""scene":"b""#))
  }

  @Test("records the step to which the session before it adapted")
  func adapted() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "1").path
    do {
      let journal = try Journal(creating: path, of: .box(name: "box a"), sync: .never)
      try journal.append(.request(.timeStep(1.0 / 60)), tick: 10)
      try journal.append(.request(.pause(true)), tick: 20)
    }
    var options = LiveOptions()
    options.resume = {
      let replay = try Replay(JournalReader(path), from: .infinity)
      try replay.run()
      return (replay, try Journal(continuing: replay, sync: .never))
    }
    let soFar = try #require(try run(options, Mailbox(), ticks: 1).newest.recording)
    var offset = 0
    let lines = FileLines {
      let bytes = soFar.read(from: offset, atMost: 1 << 20)
      offset += bytes.count
      return bytes
    }
    let reader = try RecordingReader(lines, name: "recording")
    #expect(try reader.next()?.frame.tick == 20)
    #expect(try reader.next() == nil && reader.diagnostic == nil)
  }
}
