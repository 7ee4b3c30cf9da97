internal import Chipmunk

/// Fields of Protobuf messages, each with its number. A missing field is zero, or empty.
extension ByteWriter {
  /// Appends an integer with seven bits per byte, the lowest first.
  package mutating func varint(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  private mutating func tag(_ field: Int, _ form: UInt64) { varint(UInt64(field) << 3 | form) }

  mutating func field(_ field: Int, _ number: UInt64) {
    tag(field, 0)
    varint(number)
  }

  mutating func field(_ field: Int, double number: Double) {
    tag(field, 1)
    append(number)
  }

  mutating func field(_ field: Int, _ text: String) { self.field(field, text.utf8) }

  mutating func field(_ field: Int, _ bytes: some Collection<UInt8>) {
    tag(field, 2)
    varint(UInt64(bytes.count))
    append(bytes)
  }

  /// Appends numbers of fixed size as a packed field.
  mutating func field(_ field: Int, packed numbers: [some BitwiseCopyable]) {
    guard let first = numbers.first else { return }
    tag(field, 2)
    varint(UInt64(numbers.count * MemoryLayout.stride(ofValue: first)))
    unsafe numbers.withUnsafeBytes { unsafe append($0) }
  }

  /// Appends two numbers as a packed field.
  mutating func field(_ field: Int, packed vector: Vector) {
    tag(field, 2)
    varint(16)
    append(vector.x)
    append(vector.y)
  }

  /// Appends the numbers of states as a packed field, six for each: x, y, angle, vx, vy, w.
  mutating func field(_ field: Int, packed states: [BodyState]) {
    // A state consists of exactly these six doubles.
    precondition(MemoryLayout<BodyState>.stride == 48, "a state has six numbers")
    tag(field, 2)
    varint(UInt64(states.count * 48))
    unsafe states.withUnsafeBytes { unsafe append($0) }
  }

  /// Appends a nested message.
  mutating func message(_ number: Int, _ write: (inout ByteWriter) -> Void) {
    var part = ByteWriter()
    write(&part)
    field(number, part.bytes)
  }

  /// Appends a `google.protobuf.Timestamp`.
  mutating func timestamp(_ number: Int, _ nanoseconds: UInt64) {
    tag(number, 2)
    let start = count
    append(0 as UInt8)
    field(1, nanoseconds / 1_000_000_000)
    field(2, nanoseconds % 1_000_000_000)
    put(UInt8(count - start - 1), at: start)
  }
}

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

/// A Protobuf message type: proto3, one type per file, fields numbered from 1 in their order.
struct ProtobufSchema: Sendable {
  private let package: String
  private let name: String
  private let fields: [Field]
  /// The name of an enumeration nested in the type, and its cases, numbered from 0; empty for none.
  private let enumeration: [String]

  private struct Field {
    let isRepeated: Bool
    let type: String
    let name: String
  }

  private static let scalars: [String: UInt64] = [
    "double": 1, "int64": 3, "int32": 5, "fixed32": 7, "bool": 8, "string": 9, "bytes": 12,
  ]

  private var file: String {
    let folders = package.replacing(".", with: "/")
    return "\(folders)/\(package == "google.protobuf" ? name.lowercased() : name).proto"
  }

  /// The types of the fields that are messages.
  private var parts: [ProtobufSchema] {
    var seen: Set<String> = []
    return fields.filter { seen.insert($0.type).inserted }.compactMap { field in
      Self.all.first { $0.name == field.type }
    }
  }

  /// The type's file, preceded by the files it depends on: a `google.protobuf.FileDescriptorSet`.
  var descriptorSet: ArraySlice<UInt8> {
    var files: [ProtobufSchema] = []
    func add(_ schema: ProtobufSchema) {
      guard !files.contains(where: { $0.file == schema.file }) else { return }
      schema.parts.forEach(add)
      files.append(schema)
    }
    add(self)
    var set = ByteWriter()
    for schema in files { set.message(1) { schema.writeFile(to: &$0) } }
    return set.bytes
  }

  private func writeFile(to out: inout ByteWriter) {
    out.field(1, file)
    out.field(2, package)
    for part in parts { out.field(3, part.file) }
    out.message(4) { type in
      type.field(1, name)
      for (index, field) in fields.enumerated() {
        type.message(2) { write(field, number: index + 1, to: &$0) }
      }
      guard let title = enumeration.first else { return }
      type.message(4) { part in
        part.field(1, title)
        for (number, word) in enumeration.dropFirst().enumerated() {
          part.message(2) {
            $0.field(1, word)
            $0.field(2, UInt64(number))
          }
        }
      }
    }
    out.field(12, "proto3")
  }

  private func write(_ field: Field, number: Int, to out: inout ByteWriter) {
    out.field(1, field.name)
    out.field(3, UInt64(number))
    out.field(4, field.isRepeated ? 3 : 1)
    if let code = Self.scalars[field.type] { return out.field(5, code) }
    if let part = Self.all.first(where: { $0.name == field.type }) {
      out.field(5, 11)
      out.field(6, ".\(part.package).\(part.name)")
    } else {
      precondition(enumeration.first == field.type, "the type of a field is known")
      out.field(5, 14)
      out.field(6, ".\(package).\(name).\(field.type)")
    }
  }
}

extension ProtobufSchema {
  /// Creates the type with a full name, such as `foxglove.Log`.
  init(named name: String) {
    guard let schema = Self.all.first(where: { "\($0.package).\($0.name)" == name }) else {
      preconditionFailure("the types of all channels are in the table")
    }
    self = schema
  }

  private static let all = table.split(separator: "\n").map(ProtobufSchema.init(row:))

  /// Reads a row of the table: the full name, the fields, and an enumeration.
  private init(row: Substring) {
    let parts = row.split(whereSeparator: ":;".contains)
    let names = parts[0].split(separator: ".").map(String.init)
    (package, name) = (names.dropLast().joined(separator: "."), names[names.count - 1])
    fields = parts[1].split(separator: ",").map { field in
      let words = field.split(separator: " ").map(String.init)
      let (type, name) = (words[words.count - 2], words[words.count - 1])
      return Field(isRepeated: words.count == 3, type: type, name: name)
    }
    enumeration = parts.dropFirst(2).flatMap { $0.split(separator: " ") }.map(String.init)
  }

  /// All types. Those of tiltbox are a complete recording in few bytes; docs/recording.md describes their fields. Those
  /// of Foxglove are as published; a type requires the types of all its fields, used or not.
  private static let table = """
    google.protobuf.Timestamp: int64 seconds, int32 nanos
    google.protobuf.Duration: int64 seconds, int32 nanos
    tiltbox.Line: string json
    tiltbox.Frame: int64 tick, double time, repeated double gravity, repeated double states, \
      repeated int32 asleep, repeated Values values
    tiltbox.Values: repeated double numbers
    tiltbox.Event: Kind kind, int64 tick, double time, string a, string b, repeated double at, \
      double impulse, repeated double state, double force; Kind BEGIN SEPARATE QUARANTINE BREAK
    foxglove.FrameTransforms: repeated FrameTransform transforms
    foxglove.FrameTransform: Timestamp timestamp, string parent_frame_id, string child_frame_id, \
      Vector3 translation, Quaternion rotation
    foxglove.Vector3: double x, double y, double z
    foxglove.Point3: double x, double y, double z
    foxglove.Quaternion: double x, double y, double z, double w
    foxglove.Pose: Vector3 position, Quaternion orientation
    foxglove.Color: double r, double g, double b, double a
    foxglove.KeyValuePair: string key, string value
    foxglove.SceneUpdate: repeated SceneEntityDeletion deletions, repeated SceneEntity entities
    foxglove.SceneEntityDeletion: Timestamp timestamp, Type type, string id; Type MATCHING_ID ALL
    foxglove.SceneEntity: Timestamp timestamp, string frame_id, string id, Duration lifetime, \
      bool frame_locked, repeated KeyValuePair metadata, repeated ArrowPrimitive arrows, \
      repeated CubePrimitive cubes, repeated SpherePrimitive spheres, \
      repeated CylinderPrimitive cylinders, repeated LinePrimitive lines, \
      repeated TriangleListPrimitive triangles, repeated TextPrimitive texts, \
      repeated ModelPrimitive models
    foxglove.ArrowPrimitive: Pose pose, double shaft_length, double shaft_diameter, \
      double head_length, double head_diameter, Color color
    foxglove.CubePrimitive: Pose pose, Vector3 size, Color color
    foxglove.SpherePrimitive: Pose pose, Vector3 size, Color color
    foxglove.CylinderPrimitive: Pose pose, Vector3 size, double bottom_scale, double top_scale, \
      Color color
    foxglove.LinePrimitive: Type type, Pose pose, double thickness, bool scale_invariant, \
      repeated Point3 points, Color color, repeated Color colors, repeated fixed32 indices; \
      Type LINE_STRIP LINE_LOOP LINE_LIST
    foxglove.TriangleListPrimitive: Pose pose, repeated Point3 points, Color color, \
      repeated Color colors, repeated fixed32 indices
    foxglove.TextPrimitive: Pose pose, bool billboard, double font_size, bool scale_invariant, \
      Color color, string text
    foxglove.ModelPrimitive: Pose pose, Vector3 scale, Color color, bool override_color, \
      string url, string media_type, bytes data
    foxglove.Log: Timestamp timestamp, Level level, string message, string name, string file, \
      fixed32 line; Level UNKNOWN DEBUG INFO WARNING ERROR FATAL
    """
}
