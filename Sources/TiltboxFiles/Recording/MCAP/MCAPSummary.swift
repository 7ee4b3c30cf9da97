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
