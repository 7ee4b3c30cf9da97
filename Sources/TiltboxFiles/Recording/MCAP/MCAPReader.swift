internal import Chipmunk
internal import Tiltbox

/// Reads the recording in an MCAP file from start to end and verifies all checksums; ignores the channels for other
/// programs, and the index.
struct MCAPReader {
  /// The offset of the newest record, in bytes.
  private(set) var place = MCAPFormat.magic.count

  private let path: String
  private var next = MCAPFormat.magic.count
  /// The schemas and channels by their ids.
  private var schemas: [UInt16: String] = [:]
  private var channels: [UInt16: MCAPFormat.Channel] = [:]
  /// The unread part of the current chunk.
  private var chunk = ByteReader([])
  private var crc = CRC32(of: MCAPFormat.magic)

  /// The maximum length of a record, since damaged files may contain any length.
  private static let longestRecord = UInt64(FileLines.longestLine)

  init(_ path: String) { self.path = path }

  private func error(_ message: String) -> RecordingError {
    RecordingError("\(path): byte \(place): \(message)")
  }

  private var damaged: RecordingError { error("the record is damaged; record the run again") }

  /// Returns the next piece of the recording.
  ///
  /// Throws `FileError` or ``RecordingError``.
  mutating func piece(from file: inout FileLines) throws -> RecordedPiece {
    while true {
      while !chunk.isEmpty {
        guard let kind = chunk.number(as: UInt8.self),
          let record = chunk.bytes(countedBy: UInt64.self)
        else { throw damaged }
        if let piece = try read(kind, record) { return piece }
      }
      let (kind, record, missing) = try self.record(from: &file)
      guard let record else { return .rest(missing) }
      switch MCAPFormat.Kind(rawValue: kind) {
      case .chunk: chunk = ByteReader(try records(ofChunk: record))
      case .dataEnd:
        var reader = ByteReader(record[...])
        guard let sum = reader.number(as: UInt32.self) else { throw damaged }
        // The sum covers the bytes before this record, which has not been added yet.
        try check(sum, crc, "the file's data")
        return try readSummary(of: &file)
      case .footer: return try readEnd(of: &file)
      default:
        add(kind, record)
        if let piece = try read(kind, record[...]) { return piece }
      }
    }
  }

  /// Returns a record of the file; or, if the file ends within it, the number of its bytes that are present.
  private mutating func record(
    from file: inout FileLines
  ) throws -> (kind: UInt8, record: [UInt8]?, rest: Int) {
    place = next
    var head = ByteReader(try file.bytes(9)[...])
    guard head.rest.count == 9, let kind = head.number(as: UInt8.self),
      let length = head.number(as: UInt64.self)
    else { return (0, nil, head.rest.count) }
    if kind == 0 {
      // After a power cut, a file may end in zeros.
      var (count, isZero) = (9, length == 0)
      while case let block = try file.bytes(1 << 16), !block.isEmpty {
        count += block.count
        isZero = isZero && block.allSatisfy { $0 == 0 }
      }
      guard isZero else { throw damaged }
      return (0, nil, count)
    }
    guard length <= Self.longestRecord else {
      throw error(
        "the record says that it has \(length) bytes, more than any can have; the recording is damaged here, "
          + "record the run again"
      )
    }
    let record = try file.bytes(Int(length))
    guard record.count == Int(length) else { return (kind, nil, 9 + record.count) }
    next += 9 + record.count
    return (kind, record, 0)
  }

  /// Processes a record that may also occur in chunks; returns the piece if it is a message of the recording.
  private mutating func read(_ kind: UInt8, _ record: ArraySlice<UInt8>) throws -> RecordedPiece? {
    var record = ByteReader(record)
    switch MCAPFormat.Kind(rawValue: kind) {
    case .schema:
      guard let id = record.number(as: UInt16.self), let name = record.text() else { throw damaged }
      schemas[id] = name
    case .channel:
      guard let id = record.number(as: UInt16.self), let schema = record.number(as: UInt16.self),
        record.text() != nil, let encoding = record.text()
      else { throw damaged }
      channels[id] = MCAPFormat.Channel.allCases.first {
        encoding == "protobuf" && $0.schema == schemas[schema]
      }
    case .message:
      guard let id = record.number(as: UInt16.self), record.bytes(20) != nil else { throw damaged }
      return try channels[id].flatMap { try message(on: $0, record.rest) }
    default: break
    }
    return nil
  }

  private func message(
    on channel: MCAPFormat.Channel,
    _ data: ArraySlice<UInt8>
  ) throws -> RecordedPiece? {
    do throws(DamagedMessage) {
      switch channel {
      case .lines: return try RecordedPiece(lineIn: data)
      case .frames: return .frame(try Frame(protobuf: data))
      case .events: return try RecordedPiece(eventIn: data)
      case .transforms, .scene, .log: return nil
      }
    } catch {
      throw self.error("a message of \(channel.topic) is damaged; record the run again")
    }
  }

  private mutating func records(ofChunk chunk: [UInt8]) throws -> ArraySlice<UInt8> {
    var reader = ByteReader(chunk[...])
    guard reader.bytes(16) != nil, let size = reader.number(as: UInt64.self),
      let sum = reader.number(as: UInt32.self), let compression = reader.text()
    else { throw damaged }
    guard compression.isEmpty else {
      throw error(
        "the chunk is compressed (\(compression)), and compressed chunks are not read; mcap decompress makes a "
          + "file without compression"
      )
    }
    guard let records = reader.bytes(countedBy: UInt64.self), UInt64(records.count) == size,
      reader.isEmpty
    else { throw damaged }
    let own = CRC32(of: records)
    try check(sum, own, "the chunk")
    add(MCAPFormat.Kind.chunk.rawValue, count: chunk.count)
    crc.add(chunk[..<records.startIndex])
    crc.add(own, count: records.count)
    return records
  }

  private func check(_ sum: UInt32, _ own: CRC32, _ what: String) throws(RecordingError) {
    guard sum != 0, sum != own.value else { return }
    throw error(
      "the checksum of \(what) is \(String(sum, radix: 16)), and its bytes come to "
        + "\(String(own.value, radix: 16)); the recording is damaged here, record the run again"
    )
  }

  private mutating func add(_ kind: UInt8, _ record: [UInt8]) {
    add(kind, count: record.count)
    crc.add(record)
  }

  private mutating func add(_ kind: UInt8, count: Int) {
    var head = ByteWriter()
    head.append(kind)
    head.append(UInt64(count))
    crc.add(head.bytes)
  }

  /// Reads the records after the data, for their checksum.
  private mutating func readSummary(of file: inout FileLines) throws -> RecordedPiece {
    crc = CRC32()
    while true {
      let (kind, record, missing) = try self.record(from: &file)
      // The file has no end, even if it was cut between two records.
      guard let record else { return .rest(max(missing, 1)) }
      guard kind == MCAPFormat.Kind.footer.rawValue else {
        add(kind, record)
        continue
      }
      guard record.count == 20 else { throw damaged }
      add(kind, count: record.count)
      crc.add(record.prefix(16))
      var sum = ByteReader(record.suffix(4))
      try check(sum.number() ?? 0, crc, "the file's summary")
      return try readEnd(of: &file)
    }
  }

  private mutating func readEnd(of file: inout FileLines) throws -> RecordedPiece {
    place = next
    let magic = try file.bytes(MCAPFormat.magic.count)
    guard magic.count == MCAPFormat.magic.count else { return .rest(max(magic.count, 1)) }
    guard magic == MCAPFormat.magic, try file.bytes(1).isEmpty else {
      throw error("the file goes on behind its end; give the recordings of two runs one by one")
    }
    return .rest(0)
  }
}

extension Frame {
  /// Reads a `tiltbox.Frame`.
  init(protobuf message: ArraySlice<UInt8>) throws(DamagedMessage) {
    self.init()
    var fields = ProtobufReader(message)
    while let (field, value) = try fields.next() {
      switch field {
      case 1: tick = try value.whole()
      case 2: time = try value.double()
      case 3:
        let numbers = try value.doubles()
        guard numbers.count == 2 else { throw DamagedMessage() }
        gravity = Vector(numbers[0], numbers[1])
      case 4: states = try BodyState.all(in: try value.doubles())
      case 5:
        var places = try value.reader()
        for place in try places.varints() {
          guard let place = Int(exactly: place) else { throw DamagedMessage() }
          asleep.append(place)
        }
      case 6:
        var part = try value.reader()
        var numbers: [Double] = []
        while let (field, value) = try part.next() {
          if field == 1 { numbers = try value.doubles() }
        }
        values.append(numbers)
      default: break
      }
    }
  }
}

extension BodyState {
  /// Reads states of six numbers each.
  fileprivate static func all(in numbers: [Double]) throws(DamagedMessage) -> [BodyState] {
    guard numbers.count % 6 == 0 else { throw DamagedMessage() }
    return stride(from: 0, to: numbers.count, by: 6)
      .compactMap { BodyState(numbers: numbers[$0..<$0 + 6]) }
  }
}

extension RecordedPiece {
  /// Reads a `tiltbox.Event`.
  init(eventIn message: ArraySlice<UInt8>) throws(DamagedMessage) {
    var (kind, tick, time, a, b, impulse, force) = (Event.Kind.begin, 0, 0.0, "", "", 0.0, 0.0)
    var (at, states): ([Double], [BodyState]) = ([], [])
    var fields = ProtobufReader(message)
    while let (field, value) = try fields.next() {
      switch field {
      case 1:
        guard let known = Event.Kind(code: try value.whole()) else { throw DamagedMessage() }
        kind = known
      case 2: tick = try value.whole()
      case 3: time = try value.double()
      case 4: a = try value.text()
      case 5: b = try value.text()
      case 6: at = try value.doubles()
      case 7: impulse = try value.double()
      case 8: states = try BodyState.all(in: try value.doubles())
      case 9: force = try value.double()
      default: break
      }
    }
    let point = at.count == 2 ? Vector(at[0], at[1]) : nil
    let event: Event
    switch (kind, point) {
    case (.quarantine, _) where states.count == 1:
      event = Event(quarantineOf: a, tick: tick, state: states[0])
    case (.break, let point?):
      event = Event(breakOf: a, tick: tick, point: point, impulse: impulse, force: force)
    case (.begin, _?), (.separate, _?),
      (.separate, nil) where at.isEmpty:
      event = Event(kind: kind, tick: tick, a: a, b: b, point: point, impulse: impulse)
    default: throw DamagedMessage()
    }
    self = .event(event, time: time)
  }

  /// Reads a `tiltbox.Line`.
  init(lineIn message: ArraySlice<UInt8>) throws(DamagedMessage) {
    var fields = ProtobufReader(message)
    var line: [UInt8] = []
    while let (field, value) = try fields.next() {
      guard field == 1, case .bytes(let bytes) = value else { throw DamagedMessage() }
      line = Array(bytes)
    }
    self = .line(line)
  }
}
