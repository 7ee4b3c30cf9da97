/// Writes the records of an MCAP file: messages in chunks without compression, indices, statistics and checksums.
///
/// A chunk covers a second of the messages' time, or 256 KiB, which stays in the processor's cache until it is written.
/// Whole records wait in ``block`` until the caller clears it.
struct MCAPWriter {
  /// Whole records to append to the file.
  var block: ArraySlice<UInt8> { out.bytes.prefix(chunkStart ?? out.count) }

  private var out = ByteWriter()
  /// The offset of the block in the file.
  private var base = 0
  /// The offset of the open chunk in the block, if one is open; the times of its messages, and their offsets by
  /// channel.
  private var chunkStart: Int?
  private var times: ClosedRange<UInt64>?
  private var places = MCAPFormat.Channel.allCases.map { _ in [(time: UInt64, place: Int)]() }
  private var summary = MCAPSummary()
  private var crc = CRC32()
  /// The number of bytes of the block that the checksum includes.
  private var summed = 0

  private static let chunkSize = 1 << 18
  private static let chunkTime: UInt64 = 1_000_000_000

  /// Begins the file; its first chunk contains the channels.
  mutating func begin(library: String) {
    out.append(MCAPFormat.magic)
    out.record(.header) {
      $0.append(prefixed: "")
      $0.append(prefixed: library)
    }
    openChunk()
    for channel in MCAPFormat.Channel.allCases { out.schema(of: channel) }
    for channel in MCAPFormat.Channel.allCases { out.channel(channel) }
  }

  /// Appends a message.
  ///
  /// - Parameters:
  ///   - channel: The channel.
  ///   - time: The time in nanoseconds.
  ///   - write: Appends the data. O(1) plus its own complexity.
  mutating func message(
    on channel: MCAPFormat.Channel,
    at time: UInt64,
    _ write: (inout ByteWriter) -> Void
  ) {
    if let times, time > times.lowerBound, time - times.lowerBound >= Self.chunkTime {
      closeChunk()
    }
    let chunkStart = chunkStart ?? openChunk()
    let start = out.count
    let index = Int(channel.rawValue) - 1
    out.append(MCAPFormat.Kind.message.rawValue)
    out.append(UInt64(0))
    out.append(channel.rawValue)
    out.append(UInt32(truncatingIfNeeded: summary.messages[index]))
    out.append(time)
    out.append(time)
    write(&out)
    // The length of the record, which is 0 so far.
    out.put(UInt64(out.count - start - 9), at: start + 1)
    summary.messages[index] += 1
    let place = start - chunkStart - MCAPFormat.chunkPrefix
    places[index].append((time, place))
    times = min(times?.lowerBound ?? time, time)...max(times?.upperBound ?? time, time)
    if place >= Self.chunkSize { closeChunk() }
  }

  @discardableResult
  private mutating func openChunk() -> Int {
    let start = out.count
    chunkStart = start
    out.append([UInt8](repeating: 0, count: MCAPFormat.chunkPrefix))
    return start
  }

  /// Closes the open chunk, if there is one, which makes it part of the block.
  mutating func closeChunk() {
    guard let start = chunkStart else { return }
    let first = start + MCAPFormat.chunkPrefix
    let (size, length) = (out.count - first, out.count - start)
    let sum = CRC32(of: out.bytes[first...])
    let times = times ?? 0...0
    out.put(MCAPFormat.Kind.chunk.rawValue, at: start)
    out.put(UInt64(length - 9), at: start + 1)
    out.put(times.lowerBound, at: start + 9)
    out.put(times.upperBound, at: start + 17)
    out.put(UInt64(size), at: start + 25)
    out.put(sum.value, at: start + 33)
    // Bytes 37 to 40 are the length of the compression's name, which is 0.
    out.put(UInt64(size), at: start + 41)
    crc.add(out.bytes[summed..<first])
    crc.add(sum, count: size)
    summed = out.count
    var entry = MCAPSummary.ChunkEntry(times: times, start: base + start, length: length)
    for channel in MCAPFormat.Channel.allCases {
      let number = Int(channel.rawValue) - 1
      guard !places[number].isEmpty else { continue }
      entry.indices.append((channel, base + out.count))
      out.record(.messageIndex) { record in
        record.append(channel.rawValue)
        record.append(UInt32(places[number].count * 16))
        for (time, place) in places[number] {
          record.append(time)
          record.append(UInt64(place))
        }
      }
      places[number].removeAll(keepingCapacity: true)
    }
    entry.indexLength = base + out.count - entry.start - entry.length
    summary.chunks.append(entry)
    (chunkStart, self.times) = (nil, nil)
  }

  /// Ends the file; nothing may follow.
  mutating func end() {
    closeChunk()
    crc.add(out.bytes[summed...])
    let sum = crc.value
    out.record(.dataEnd) { $0.append(sum) }
    summary.write(to: &out, base: base)
    out.append(MCAPFormat.magic)
    summed = out.count
  }

  /// Removes the ``block`` after it has been written to the file; an open chunk stays.
  mutating func clear() {
    let size = block.count
    guard size > 0 else { return }
    crc.add(out.bytes[summed..<size])
    base += size
    summed = 0
    out.removeFirst(size)
    if chunkStart != nil { chunkStart = 0 }
  }
}

/// The summary section after the data of an MCAP file, which readers use to navigate.
struct MCAPSummary {
  struct ChunkEntry {
    let times: ClosedRange<UInt64>
    let start: Int
    let length: Int
    /// The offsets of the channels' message indices.
    var indices: [(channel: MCAPFormat.Channel, place: Int)] = []
    var indexLength = 0
  }

  var chunks: [ChunkEntry] = []
  /// The number of messages of each channel.
  var messages = [Int](repeating: 0, count: MCAPFormat.Channel.allCases.count)

  /// Writes the summary, its offsets and the footer.
  func write(to out: inout ByteWriter, base: Int) {
    let start = out.count
    var groups: [(kind: MCAPFormat.Kind, range: Range<Int>)] = []
    func group(_ kind: MCAPFormat.Kind, _ write: (inout ByteWriter) -> Void) {
      let start = out.count
      write(&out)
      groups.append((kind, base + start..<base + out.count))
    }
    let channels = MCAPFormat.Channel.allCases
    group(.schema) { out in channels.forEach { out.schema(of: $0) } }
    group(.channel) { out in channels.forEach { out.channel($0) } }
    group(.chunkIndex) { out in chunks.forEach { Self.write($0, to: &out) } }
    group(.statistics) { writeStatistics(to: &$0) }
    let offsets = base + out.count
    for (kind, range) in groups where !range.isEmpty {
      out.record(.summaryOffset) { record in
        record.append(kind.rawValue)
        record.append(UInt64(range.lowerBound))
        record.append(UInt64(range.count))
      }
    }
    out.append(MCAPFormat.Kind.footer.rawValue)
    out.append(UInt64(20))
    out.append(UInt64(base + start))
    out.append(UInt64(offsets))
    out.append(CRC32(of: out.bytes[start...]).value)
  }

  private static func write(_ chunk: ChunkEntry, to out: inout ByteWriter) {
    out.record(.chunkIndex) { record in
      record.append(chunk.times.lowerBound)
      record.append(chunk.times.upperBound)
      record.append(UInt64(chunk.start))
      record.append(UInt64(chunk.length))
      record.append(UInt32(chunk.indices.count * 10))
      for (channel, place) in chunk.indices {
        record.append(channel.rawValue)
        record.append(UInt64(place))
      }
      record.append(UInt64(chunk.indexLength))
      record.append(prefixed: "")
      let size = UInt64(chunk.length - MCAPFormat.chunkPrefix)
      record.append(size)
      record.append(size)
    }
  }

  private func writeStatistics(to out: inout ByteWriter) {
    let times = chunks.filter { !$0.indices.isEmpty }.map(\.times)
    out.record(.statistics) { record in
      record.append(UInt64(messages.reduce(0, +)))
      record.append(UInt16(messages.count))
      record.append(UInt32(messages.count))
      record.append(UInt32(0))
      record.append(UInt32(0))
      record.append(UInt32(chunks.count))
      record.append(times.map(\.lowerBound).min() ?? 0)
      record.append(times.map(\.upperBound).max() ?? 0)
      record.append(UInt32(messages.count * 10))
      for channel in MCAPFormat.Channel.allCases {
        record.append(channel.rawValue)
        record.append(UInt64(messages[Int(channel.rawValue) - 1]))
      }
    }
  }
}

extension ByteWriter {
  /// Appends a text, preceded by its length.
  mutating func append(prefixed text: String) {
    append(UInt32(text.utf8.count))
    append(text)
  }

  /// Appends a record, preceded by its kind and length.
  mutating func record(_ kind: MCAPFormat.Kind, _ write: (inout ByteWriter) -> Void) {
    append(kind.rawValue)
    let start = count
    append(UInt64(0))
    write(&self)
    put(UInt64(count - start - 8), at: start)
  }

  mutating func schema(of channel: MCAPFormat.Channel) {
    let descriptors = ProtobufSchema(named: channel.schema).descriptorSet
    record(.schema) { record in
      record.append(channel.rawValue)
      record.append(prefixed: channel.schema)
      record.append(prefixed: "protobuf")
      record.append(UInt32(descriptors.count))
      record.append(descriptors)
    }
  }

  mutating func channel(_ channel: MCAPFormat.Channel) {
    record(.channel) { record in
      record.append(channel.rawValue)
      record.append(channel.rawValue)
      record.append(prefixed: channel.topic)
      record.append(prefixed: "protobuf")
      record.append(UInt32(0))
    }
  }
}

/// The names and numbers of the MCAP format: see https://mcap.dev/spec.
enum MCAPFormat {
  /// The bytes at the beginning and the end of a file.
  static let magic: [UInt8] = [0x89, 0x4D, 0x43, 0x41, 0x50, 0x30, 0x0D, 0x0A]
  /// The magic bytes as the first line of a file, without its line end.
  static let firstLine = Array(magic.dropLast(2))
  /// The number of bytes before the records of a chunk.
  static let chunkPrefix = 49

  /// The kind of a record.
  enum Kind: UInt8 {
    case header = 1, footer, schema, channel, message, chunk, messageIndex, chunkIndex
    case statistics = 11
    case summaryOffset = 14
    case dataEnd
  }

  /// The channels of a recording; the raw value is the id of the channel and of its schema.
  enum Channel: UInt16, CaseIterable {
    /// The JSON lines other than frames and events: header, bodies, pace, gap, summary.
    case lines = 1
    case frames, events, transforms, scene, log

    /// The topic, and the full name of the message type.
    private var names: (topic: String, schema: String) {
      switch self {
      case .lines: ("/tiltbox/lines", "tiltbox.Line")
      case .frames: ("/tiltbox/frames", "tiltbox.Frame")
      case .events: ("/tiltbox/events", "tiltbox.Event")
      case .transforms: ("/tf", "foxglove.FrameTransforms")
      case .scene: ("/scene", "foxglove.SceneUpdate")
      case .log: ("/log", "foxglove.Log")
      }
    }

    var topic: String { names.topic }
    var schema: String { names.schema }
  }
}
