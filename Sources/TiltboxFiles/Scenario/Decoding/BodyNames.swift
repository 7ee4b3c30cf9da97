internal import Tiltbox

/// Names for bodies without an id.
///
/// A name consists of the body's kind and the smallest number from 1 that makes it unique in the file: `crate-1` for
/// a dynamic body with one box, `ball-1` for a dynamic body with one circle, otherwise `box-1`, `circle-1`,
/// `segment-1`, `polygon-1` for a body with one shape, and `body-1` for a body with several shapes or none. An id
/// anywhere in the file is never given to another body.
enum BodyNames {
  /// Returns the ids of all bodies, given or generated. Complexity: O(*bodies*).
  static func names(of bodies: [Node]) -> [String] {
    let given = bodies.map { $0["id"]?.scalar?.text }
    guard given.contains(nil) else { return given.compactMap(\.self) }
    var names = FreshNames(taken: given)
    return zip(bodies, given).map { body, id in id ?? names.next(of: kind(of: body)) }
  }

  private static func kind(of body: Node) -> String {
    let isDynamic = body["type"].map { $0.scalar?.text == "dynamic" } ?? true
    let list = body["shapes"]?.sequence
    let holder = list.map { $0.count == 1 ? $0[0] : nil } ?? body
    let kinds = FormFields.keys + FieldTable.composites.map(\.key)
    let form = holder.flatMap { holder in kinds.first { holder[$0] != nil } }
    return switch form ?? (body["frame"] == nil ? nil : "box") {
    case "box" where isDynamic: "crate"
    case "circle" where isDynamic: "ball"
    default: form ?? "body"
    }
  }
}

/// Names of a kind and the smallest number that makes them unique. A name takes constant time, on average.
struct FreshNames {
  private let taken: Set<String>
  private var last: [String: Int] = [:]

  init(taken: [String?]) { self.taken = Set(taken.compactMap(\.self)) }

  mutating func next(of kind: String) -> String {
    while true {
      let number = last[kind, default: 0] + 1
      last[kind] = number
      let name = "\(kind)-\(number)"
      if !taken.contains(name) { return name }
    }
  }
}
