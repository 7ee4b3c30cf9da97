/// Reads the fields of a Protobuf message one by one. Complexity: O(1) per field; copies nothing.
struct ProtobufReader {
  /// The content of a field.
  enum Value {
    case varint(UInt64)
    case fixed64(UInt64)
    case fixed32(UInt32)
    case bytes(ArraySlice<UInt8>)
  }

  private var rest: ByteReader

  init(_ message: ArraySlice<UInt8>) { rest = ByteReader(message) }

  /// Returns the next field; nil at the end.
  ///
  /// Throws ``DamagedMessage``.
  mutating func next() throws(DamagedMessage) -> (field: UInt64, value: Value)? {
    guard !rest.isEmpty else { return nil }
    let tag = try varint()
    let value: Value? =
      switch tag & 7 {
      case 0: .varint(try varint())
      case 1: rest.number(as: UInt64.self).map(Value.fixed64)
      case 2: Int(exactly: try varint()).flatMap { rest.bytes($0) }.map(Value.bytes)
      case 5: rest.number(as: UInt32.self).map(Value.fixed32)
      default: nil
      }
    guard let value else { throw DamagedMessage() }
    return (tag >> 3, value)
  }

  /// Returns all remaining varints.
  ///
  /// Throws ``DamagedMessage``.
  mutating func varints() throws(DamagedMessage) -> [UInt64] {
    var numbers: [UInt64] = []
    while !rest.isEmpty { numbers.append(try varint()) }
    return numbers
  }

  private mutating func varint() throws(DamagedMessage) -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: 0, to: 70, by: 7) {
      guard let byte = rest.number(as: UInt8.self) else { throw DamagedMessage() }
      number |= UInt64(byte & 0x7F) << UInt64(shift)
      if byte < 0x80 { return number }
    }
    throw DamagedMessage()
  }
}

/// A message ends too early, or holds a value that its type does not allow.
struct DamagedMessage: Error {}

extension ProtobufReader.Value {
  /// Returns a nonnegative integer.
  func whole() throws(DamagedMessage) -> Int {
    guard case .varint(let number) = self, let whole = Int(exactly: number) else {
      throw DamagedMessage()
    }
    return whole
  }

  func double() throws(DamagedMessage) -> Double {
    guard case .fixed64(let bits) = self, Double(bitPattern: bits).isFinite else {
      throw DamagedMessage()
    }
    return Double(bitPattern: bits)
  }

  /// Returns packed doubles, which must all be finite.
  func doubles() throws(DamagedMessage) -> [Double] {
    guard case .bytes(let bytes) = self, bytes.count % 8 == 0 else { throw DamagedMessage() }
    let numbers = unsafe bytes.withUnsafeBytes { memory in
      (0..<memory.count / 8).map { index in
        let bits = unsafe memory.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self)
        return Double(bitPattern: UInt64(littleEndian: bits))
      }
    }
    guard numbers.allSatisfy(\.isFinite) else { throw DamagedMessage() }
    return numbers
  }

  func text() throws(DamagedMessage) -> String {
    guard case .bytes(let bytes) = self, let text = String(validating: bytes, as: UTF8.self) else {
      throw DamagedMessage()
    }
    return text
  }

  /// Returns a reader for a nested message or for packed numbers.
  func reader() throws(DamagedMessage) -> ProtobufReader {
    guard case .bytes(let bytes) = self else { throw DamagedMessage() }
    return ProtobufReader(bytes)
  }
}
