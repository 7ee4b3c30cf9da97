/// Writes the records of an MCAP file: messages in chunks without compression, indices, statistics and checksums.
///
/// A chunk covers a second of the messages' time, or 256 KiB: the processor's cache holds it until it is handed over.
/// What is whole waits in ``block`` until it is taken.
struct MCAPWriter {
  /// Whole records that belong into the file next.
  var block: ArraySlice<UInt8> { out.bytes.prefix(chunkStart ?? out.count) }

  private var out = ByteWriter()
  /// Where in the file the block begins.
  private var base = 0
  /// Where in the block the open chunk begins, if one is open; the times of its messages, and their places by channels.
  private var chunkStart: Int?
  private var times: ClosedRange<UInt64>?
  private var places = [[(time: UInt64, place: Int)]](
    repeating: [],
    count: MCAPFormat.Channel.allCases.count
  )
  private var summary = MCAPSummary()
  private var crc = CRC32()
  /// How much of the block the checksum has.
  private var summed = 0

  private static let chunkSize = 1 << 18
  private static let chunkTime: UInt64 = 1_000_000_000

  /// Begins the file: its first chunk has the channels.
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
  ///   - channel: Its channel.
  ///   - time: In nanoseconds.
  ///   - write: Appends its data. O(1) and what this takes.
  mutating func message(
    on channel: MCAPFormat.Channel,
    at time: UInt64,
    _ write: (inout ByteWriter) -> Void
  ) {
    let chunkStart = chunk(at: time)
    let start = out.count
    let number = summary.messages[Int(channel.rawValue) - 1]
    out.append(atMost: MCAPFormat.messagePrefix) { Self.appendHead(channel, number, time, to: &$0) }
    write(&out)
    addMessage(on: channel, at: time, from: start, chunkStart)
  }

  /// Appends a message of at most so many bytes. O(1) and what `write` takes.
  mutating func message(
    on channel: MCAPFormat.Channel,
    at time: UInt64,
    atMost size: Int,
    _ write: (inout ByteCursor) -> Void
  ) {
    let chunkStart = chunk(at: time)
    let start = out.count
    let number = summary.messages[Int(channel.rawValue) - 1]
    out.append(atMost: MCAPFormat.messagePrefix + size) {
      Self.appendHead(channel, number, time, to: &$0)
      write(&$0)
    }
    addMessage(on: channel, at: time, from: start, chunkStart)
  }

  /// Where the chunk of a message begins.
  private mutating func chunk(at time: UInt64) -> Int {
    if let times, time > times.lowerBound, time - times.lowerBound >= Self.chunkTime {
      closeChunk()
    }
    return chunkStart ?? openChunk()
  }

  /// What stands before the data of a message, without its length.
  private static func appendHead(
    _ channel: MCAPFormat.Channel,
    _ number: Int,
    _ time: UInt64,
    to out: inout ByteCursor
  ) {
    out.append(MCAPFormat.Kind.message.rawValue)
    out.append(UInt64(0))
    out.append(channel.rawValue)
    out.append(UInt32(truncatingIfNeeded: number))
    out.append(time)
    out.append(time)
  }

  /// Writes down the length of a message, and where it is.
  private mutating func addMessage(
    on channel: MCAPFormat.Channel,
    at time: UInt64,
    from start: Int,
    _ chunkStart: Int
  ) {
    let number = Int(channel.rawValue) - 1
    out.put(UInt64(out.count - start - 9), at: start + 1)
    summary.messages[number] += 1
    let place = start - chunkStart - MCAPFormat.chunkPrefix
    places[number].append((time, place))
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

  /// Ends the open chunk, if there is one, so that the block has it.
  mutating func closeChunk() {
    guard let start = chunkStart else { return }
    let first = start + MCAPFormat.chunkPrefix
    let size = out.count - first
    let sum = CRC32(of: out.bytes[first...])
    let times = times ?? 0...0
    out.put(MCAPFormat.Kind.chunk.rawValue, at: start)
    out.put(UInt64(MCAPFormat.chunkPrefix - 9 + size), at: start + 1)
    out.put(times.lowerBound, at: start + 9)
    out.put(times.upperBound, at: start + 17)
    out.put(UInt64(size), at: start + 25)
    out.put(sum.value, at: start + 33)
    // In between stands the length of the compression's name, which is 0.
    out.put(UInt64(size), at: start + 41)
    crc.add(out.bytes[summed..<first])
    crc.add(sum, count: size)
    summed = out.count
    var entry = MCAPSummary.ChunkEntry(
      times: times,
      start: base + start,
      length: MCAPFormat.chunkPrefix + size
    )
    writeIndices(of: &entry)
    summary.chunks.append(entry)
    (chunkStart, self.times) = (nil, nil)
  }

  private mutating func writeIndices(of chunk: inout MCAPSummary.ChunkEntry) {
    for channel in MCAPFormat.Channel.allCases {
      let number = Int(channel.rawValue) - 1
      guard !places[number].isEmpty else { continue }
      chunk.indices.append((channel, base + out.count))
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
    chunk.indexLength = base + out.count - chunk.start - chunk.length
  }

  /// Ends the file: nothing can follow.
  mutating func end() {
    closeChunk()
    crc.add(out.bytes[summed...])
    let sum = crc.value
    out.record(.dataEnd) { $0.append(sum) }
    summary.write(to: &out, base: base)
    out.append(MCAPFormat.magic)
    summed = out.count
  }

  /// Forgets the ``block``, which the file has now; an open chunk stays.
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
