extension ProtobufSchema {
  /// Creates the type with a full name, such as `foxglove.Log`.
  init(named name: String) {
    guard let schema = Self.all.first(where: { "\($0.package).\($0.name)" == name }) else {
      preconditionFailure("the types of all channels are in the table")
    }
    self = schema
  }

  /// All types, in no particular order.
  static let all = google + foxglove + tiltbox

  private static let google = [
    ProtobufSchema(
      package: "google.protobuf",
      name: "Timestamp",
      fields: "int64 seconds, int32 nanos"
    ),
    ProtobufSchema(
      package: "google.protobuf",
      name: "Duration",
      fields: "int64 seconds, int32 nanos"
    ),
  ]

  /// A complete recording in few bytes; docs/recording.md describes the fields.
  private static let tiltbox = [
    type("Line", "string json"),
    type(
      "Frame",
      "int64 tick, double time, repeated double gravity, repeated double states, repeated int32 asleep, "
        + "repeated Values values"
    ),
    type("Values", "repeated double numbers"),
    type(
      "Event",
      "Kind kind, int64 tick, double time, string a, string b, repeated double at, double impulse, "
        + "repeated double state, double force",
      "Kind BEGIN SEPARATE QUARANTINE BREAK"
    ),
  ]

  private static func type(
    _ name: String,
    _ fields: String,
    _ enumeration: String = ""
  ) -> ProtobufSchema {
    ProtobufSchema(package: "tiltbox", name: name, fields: fields, enumeration: enumeration)
  }

  /// The types as published by Foxglove; a type requires the types of all its fields, used or not.
  private static let foxglove: [ProtobufSchema] = [
    ("FrameTransforms", "repeated FrameTransform transforms", ""),
    (
      "FrameTransform",
      "Timestamp timestamp, string parent_frame_id, string child_frame_id, Vector3 translation, "
        + "Quaternion rotation", ""
    ),
    ("Vector3", "double x, double y, double z", ""),
    ("Point3", "double x, double y, double z", ""),
    ("Quaternion", "double x, double y, double z, double w", ""),
    ("Pose", "Vector3 position, Quaternion orientation", ""),
    ("Color", "double r, double g, double b, double a", ""),
    ("KeyValuePair", "string key, string value", ""),
    ("SceneUpdate", "repeated SceneEntityDeletion deletions, repeated SceneEntity entities", ""),
    (
      "SceneEntityDeletion", "Timestamp timestamp, Type type, string id", "Type MATCHING_ID ALL"
    ),
    (
      "SceneEntity",
      "Timestamp timestamp, string frame_id, string id, Duration lifetime, bool frame_locked, "
        + "repeated KeyValuePair metadata, repeated ArrowPrimitive arrows, repeated CubePrimitive cubes, "
        + "repeated SpherePrimitive spheres, repeated CylinderPrimitive cylinders, repeated LinePrimitive lines, "
        + "repeated TriangleListPrimitive triangles, repeated TextPrimitive texts, repeated ModelPrimitive models",
      ""
    ),
    (
      "ArrowPrimitive",
      "Pose pose, double shaft_length, double shaft_diameter, double head_length, double head_diameter, "
        + "Color color", ""
    ),
    ("CubePrimitive", "Pose pose, Vector3 size, Color color", ""),
    ("SpherePrimitive", "Pose pose, Vector3 size, Color color", ""),
    (
      "CylinderPrimitive",
      "Pose pose, Vector3 size, double bottom_scale, double top_scale, Color color", ""
    ),
    (
      "LinePrimitive",
      "Type type, Pose pose, double thickness, bool scale_invariant, repeated Point3 points, Color color, "
        + "repeated Color colors, repeated fixed32 indices", "Type LINE_STRIP LINE_LOOP LINE_LIST"
    ),
    (
      "TriangleListPrimitive",
      "Pose pose, repeated Point3 points, Color color, repeated Color colors, repeated fixed32 indices",
      ""
    ),
    (
      "TextPrimitive",
      "Pose pose, bool billboard, double font_size, bool scale_invariant, Color color, string text",
      ""
    ),
    (
      "ModelPrimitive",
      "Pose pose, Vector3 scale, Color color, bool override_color, string url, string media_type, "
        + "bytes data", ""
    ),
    (
      "Log",
      "Timestamp timestamp, Level level, string message, string name, string file, fixed32 line",
      "Level UNKNOWN DEBUG INFO WARNING ERROR FATAL"
    ),
  ].map { ProtobufSchema(package: "foxglove", name: $0.0, fields: $0.1, enumeration: $0.2) }
}
