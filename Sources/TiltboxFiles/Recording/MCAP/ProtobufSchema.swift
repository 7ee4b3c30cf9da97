/// A Protobuf message type: proto3, one type per file, fields numbered from 1 in their order.
struct ProtobufSchema: Sendable {
  let package: String
  let name: String
  /// The fields, such as `Vector3 position, repeated double numbers`.
  let fields: String
  /// An enumeration nested in the type, its cases numbered from 0, such as `Level UNKNOWN DEBUG`.
  var enumeration = ""

  private var file: String {
    let folders = package.replacing(".", with: "/")
    return "\(folders)/\(package == "google.protobuf" ? name.lowercased() : name).proto"
  }

  private static let scalars: [Substring: UInt64] = [
    "double": 1, "int64": 3, "int32": 5, "fixed32": 7, "bool": 8, "string": 9, "bytes": 12,
  ]

  /// The types of the fields that are messages.
  private var parts: [ProtobufSchema] {
    var parts: [ProtobufSchema] = []
    for field in Field.all(of: fields) {
      guard let part = Self.all.first(where: { $0.name == field.type }),
        !parts.contains(where: { $0.name == part.name })
      else { continue }
      parts.append(part)
    }
    return parts
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
      for (index, field) in Field.all(of: fields).enumerated() {
        type.message(2) { write(field, number: index + 1, to: &$0) }
      }
      let words = enumeration.split(separator: " ")
      guard let title = words.first else { return }
      type.message(4) { enumeration in
        enumeration.field(1, String(title))
        for (number, word) in words.dropFirst().enumerated() {
          enumeration.message(2) {
            $0.field(1, String(word))
            $0.field(2, UInt64(number))
          }
        }
      }
    }
    out.field(12, "proto3")
  }

  private func write(_ field: Field, number: Int, to out: inout ByteWriter) {
    out.field(1, String(field.name))
    out.field(3, UInt64(number))
    out.field(4, field.isRepeated ? 3 : 1)
    if let code = Self.scalars[field.type] { return out.field(5, code) }
    if let part = Self.all.first(where: { $0.name == field.type }) {
      out.field(5, 11)
      out.field(6, ".\(part.package).\(part.name)")
    } else {
      precondition(enumeration.hasPrefix(field.type + " "), "the type of a field is known")
      out.field(5, 14)
      out.field(6, ".\(package).\(name).\(field.type)")
    }
  }

  private struct Field {
    let isRepeated: Bool
    let type: Substring
    let name: Substring

    static func all(of text: String) -> [Field] {
      text.split(separator: ",").map { field in
        let words = field.split(separator: " ")
        return Field(
          isRepeated: words.count == 3,
          type: words[words.count - 2],
          name: words[words.count - 1]
        )
      }
    }
  }
}
