import Testing
import Tiltbox

@testable import TiltboxFiles

@Suite("Damaged MCAP recordings")
struct DamagedMCAPTests {
  private static let whole = Result { try recordCrates(.mcap, ticks: 150) }

  private func error(of bytes: [UInt8]) -> String {
    do {
      let read = try ReadRecording(bytes)
      return "\(read.samples.count) moments, \(read.diagnostic?.description ?? "no diagnostic")"
    } catch {
      return "\(error)"
    }
  }

  @Test("reads the complete chunks of a file that ends early, and reports what is missing")
  func torn() throws {
    let whole = try Self.whole.get()
    let all = try ReadRecording(whole)
    var damaged = 0
    for length in stride(from: 9, to: whole.count, by: 409) {
      let read: ReadRecording
      do {
        read = try ReadRecording(Array(whole.prefix(length)))
      } catch let error as RecordingError {
        #expect(error.description.contains("none that has its beginning"), "\(length): \(error)")
        continue
      }
      #expect(all.samples.starts(with: read.samples), "\(length)")
      let diagnostic = try #require(read.diagnostic, "\(length)")
      if diagnostic.severity == .error { damaged += 1 }
      #expect(diagnostic.severity == .error || read.ending == nil)
    }
    #expect(damaged > 100)
  }

  @Test("a torn chunk is reported with its place, its bytes and the last frame before it")
  func tornChunk() throws {
    let whole = try Self.whole.get()
    let chunks = try MCAPRecords(whole).all(of: 6)
    let cut = chunks[2].startIndex + 1000
    let read = try ReadRecording(Array(whole.prefix(cut)))
    #expect(read.samples.last?.frame.tick == 118)
    #expect(
      read.diagnostic?.description
        == "run.mcap: byte \(cut - 1009): the last record was torn, as by a crash: its 1009 bytes do not count; "
        + "the last frame is that of tick 118; record the run again if the rest is needed"
    )
    // If a process is killed between two chunks, nothing else is missing.
    let between = try ReadRecording(Array(whole.prefix(cut - 1009)))
    #expect(between.diagnostic?.severity == .warning)
    #expect(between.samples.last?.frame.tick == 118)
    // After a power cut there may be zeros.
    let zeros = try ReadRecording(whole.prefix(cut - 1009) + [UInt8](repeating: 0, count: 70_000))
    #expect(zeros.diagnostic?.description.contains("its 70000 bytes do not count; ") == true)
  }

  @Test("no byte can change undetected")
  func flipped() throws {
    let whole = try Self.whole.get()
    for place in stride(from: 0, to: whole.count, by: 307) {
      var bytes = whole
      bytes[place] ^= 0x10
      guard let read = try? ReadRecording(bytes) else { continue }
      #expect(read.diagnostic != nil, "byte \(place)")
    }
  }

  @Test("a wrong checksum is reported with the chunk, both sums and the remedy")
  func checksum() throws {
    var bytes = try Self.whole.get()
    let chunk = try MCAPRecords(bytes).all(of: 6)[1]
    bytes[chunk.startIndex + 500] ^= 1
    let words = error(of: bytes)
    #expect(
      words.hasPrefix("run.mcap: byte \(chunk.startIndex - 9): the checksum of the chunk is ")
    )
    #expect(words.hasSuffix("; the recording is damaged here, record the run again"))
  }

  private static let head =
    MCAPFormat.magic + [1, 8, 0, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 8)

  private func record(_ kind: UInt8, length: UInt64, _ content: [UInt8]) -> [UInt8] {
    var out = ByteWriter()
    out.append(kind)
    out.append(length)
    out.append(content)
    return Array(out.bytes)
  }

  @Test(
    "impossible lengths are errors, and take no memory",
    arguments: [3, 4, 5, 6, 7, 15, 99]
  )
  func hostileLengths(kind: UInt8) throws {
    let huge = error(of: Self.head + record(kind, length: .max, [1, 2, 3]))
    #expect(huge.contains("byte 25: the record says that it has 18446744073709551615 bytes"))
    let large = error(of: Self.head + record(kind, length: 200 << 20, [1, 2, 3]))
    #expect(large.contains("none that has its beginning"))
    for count in 0..<40 {
      let content = [UInt8](repeating: 0xFF, count: count)
      let words = error(of: Self.head + record(kind, length: UInt64(count), content))
      #expect(
        words.contains("damaged") || words.contains("none that has its beginning"),
        "\(words)"
      )
    }
  }

  /// A file with one message on a channel of ours, outside of chunks.
  private func file(_ channel: MCAPFormat.Channel, _ messages: [[UInt8]]) -> [UInt8] {
    var out = ByteWriter()
    out.append(Self.head)
    for channel in [.lines, channel] as Set {
      out.schema(of: channel)
      out.channel(channel)
    }
    let header =
      #"{"tiltbox":1,"kind":"header","step":0.5,"bodies":["a"],"shapes":[[{"circle":1}]]}"#
    var line = ByteWriter()
    line.field(1, header)
    for (channel, data) in [(.lines, Array(line.bytes))] + messages.map({ (channel, $0) }) {
      out.record(.message) { record in
        record.append(channel.rawValue)
        record.append([UInt8](repeating: 0, count: 20))
        record.append(data)
      }
    }
    return Array(out.bytes)
  }

  private func message(_ write: (inout ByteWriter) -> Void) -> [UInt8] {
    var out = ByteWriter()
    write(&out)
    return Array(out.bytes)
  }

  @Test("messages that end early or do not match their type are errors")
  func hostileMessages() throws {
    let good = message {
      $0.field(1, 3)
      $0.field(2, double: 1.5)
      $0.field(3, packed: [0.0, -1.0])
      $0.field(4, packed: [1.0, 2, 3, 4, 5, 6])
    }
    #expect(error(of: file(.frames, [good])).hasPrefix("1 moments, run.mcap: byte "))
    for length in [1, 5, 12, good.count - 1] {
      let words = error(of: file(.frames, [Array(good.prefix(length))]))
      #expect(words.contains("damaged") || words.contains("rows"), "\(length): \(words)")
    }
    let endless = [UInt8](repeating: 0xFF, count: 12)
    let wrong: [[UInt8]] = [
      message { $0.field(4, packed: [1.0, 2, 3]) },
      message { $0.field(4, packed: [1.0, .nan, 3, 4, 5, 6]) },
      message { $0.field(2, double: .infinity) }, message { $0.field(1, UInt64.max) },
      message { $0.field(3, packed: [1.0]) }, [0x22] + endless, endless, [0x22, 0x7F],
    ]
    for message in wrong {
      let words = error(of: file(.frames, [message]))
      #expect(
        words.contains("a message of /tiltbox/frames is damaged; record the run again"),
        "\(words)"
      )
    }
    for message in [message { $0.field(1, 9) }, message { $0.field(1, 2) }, [0x22, 1, 0xFF]] {
      let words = error(of: file(.events, [message]))
      #expect(words.contains("a message of /tiltbox/events is damaged"), "\(words)")
    }
    let two = message { $0.field(4, packed: [1.0, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6]) }
    #expect(
      error(of: file(.frames, [two])).contains("the frame has 2 rows, and there are 1 bodies")
    )
    #expect(
      error(of: file(.frames, [good, good])).contains("a frame of tick 3 at 1.5 s comes after")
    )
  }

  @Test("foreign, compressed and concatenated files are reported with the remedy")
  func others() throws {
    let whole = try Self.whole.get()
    #expect(error(of: whole + whole).contains("the file goes on behind its end"))
    #expect(error(of: Self.head).contains("there is no recording of tiltbox in this MCAP file"))
    let compressed = message {
      $0.append([UInt8](repeating: 0, count: 28))
      $0.append(prefixed: "zstd")
      $0.append(UInt64(0))
    }
    let words = error(of: Self.head + record(6, length: UInt64(compressed.count), compressed))
    #expect(
      words.contains(
        "the chunk is compressed (zstd), and compressed chunks are not read; mcap decompress"
      )
    )
  }

  @Test("are recognized as recordings wherever a scenario is expected")
  func kinds() throws {
    let whole = try Self.whole.get()
    let error = #expect(throws: ScenarioFileError.self) {
      try Scenario(utf8: whole, file: "run.mcap")
    }
    #expect(
      error?.description.contains("run.mcap:1:1: this is a recording; tiltbox render draws it")
        == true
    )
    #expect(try TrajectoryReaders.open(whole, name: "run.mcap") is RecordingReader)
    #expect(throws: RecordingError.self) {
      try TrajectoryReaders.open(Array(whole.prefix(6)), name: "run.mcap")
    }
  }
}
