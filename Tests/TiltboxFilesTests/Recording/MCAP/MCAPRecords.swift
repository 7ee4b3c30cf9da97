@testable import TiltboxFiles

extension ByteReader {
  /// The next number.
  mutating func next<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) throws -> Number
  {
    guard let number = number(as: type) else { throw DamagedMessage() }
    return number
  }
}

/// The records of an MCAP file, without those in chunks.
struct MCAPRecords {
  private(set) var kinds: [UInt8] = []
  private var contents: [ArraySlice<UInt8>] = []

  init(_ bytes: [UInt8]) throws {
    var reader = ByteReader(bytes[8..<(bytes.count - 8)])
    try read(&reader)
  }

  init(inChunk records: ArraySlice<UInt8>) throws {
    var reader = ByteReader(records)
    try read(&reader)
  }

  private mutating func read(_ reader: inout ByteReader) throws {
    while let kind = reader.number(as: UInt8.self) {
      guard let content = reader.bytes(countedBy: UInt64.self) else { throw DamagedMessage() }
      kinds.append(kind)
      contents.append(content)
    }
  }

  func all(of kind: UInt8) -> [ArraySlice<UInt8>] {
    zip(kinds, contents).filter { $0.0 == kind }.map(\.1)
  }
}

/// The messages in the chunks of an MCAP file.
struct MCAPMessages {
  private var topics: [UInt16: String] = [:]
  private var messages: [(topic: String, data: ArraySlice<UInt8>)] = []

  var count: Int { messages.count }

  init(_ bytes: [UInt8]) throws {
    for chunk in try MCAPRecords(bytes).all(of: 6) {
      let records = try MCAPRecords(inChunk: chunk.dropFirst(40))
      for channel in records.all(of: 4) {
        var reader = ByteReader(channel)
        guard let id = reader.number(as: UInt16.self), reader.bytes(2) != nil,
          let topic = reader.text()
        else { throw DamagedMessage() }
        topics[id] = topic
      }
      for message in records.all(of: 5) {
        var reader = ByteReader(message)
        guard let id = reader.number(as: UInt16.self), let topic = topics[id] else {
          throw DamagedMessage()
        }
        messages.append((topic, message.dropFirst(22)))
      }
    }
  }

  func all(on topic: String) -> [ArraySlice<UInt8>] {
    messages.filter { $0.topic == topic }.map(\.data)
  }
}

/// The fields of a Protobuf message.
struct Fields {
  private var fields: [(number: UInt64, value: ProtobufReader.Value)] = []

  init(_ message: ArraySlice<UInt8>) throws {
    var reader = ProtobufReader(message)
    while let (number, value) = try reader.next() { fields.append((number, value)) }
  }

  func count(_ field: UInt64) -> Int { fields.count { $0.number == field } }

  func messages(_ field: UInt64) throws -> [ArraySlice<UInt8>] {
    fields.compactMap { number, value in
      guard number == field, case .bytes(let bytes) = value else { return nil }
      return bytes
    }
  }

  func text(_ field: UInt64) throws -> String {
    String(decoding: try messages(field).first ?? [], as: UTF8.self)
  }

  func numbers(_ field: UInt64) -> [UInt64] {
    fields.compactMap { number, value in
      guard number == field, case .varint(let varint) = value else { return nil }
      return varint
    }
  }

  /// All fields that are doubles.
  var doubles: [Double] {
    fields.compactMap { _, value in
      guard case .fixed64(let bits) = value else { return nil }
      return Double(bitPattern: bits)
    }
  }
}
