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
    let taken = Set(given.compactMap(\.self))
    var last: [String: Int] = [:]
    return zip(bodies, given).map { body, id in
      if let id { return id }
      let kind = kind(of: body)
      var number = last[kind, default: 0]
      var name: String
      repeat {
        number += 1
        name = "\(kind)-\(number)"
      } while taken.contains(name)
      last[kind] = number
      return name
    }
  }

  private static func kind(of body: Node) -> String {
    let isDynamic = body["type"].map { $0.scalar?.text == "dynamic" } ?? true
    let list = body["shapes"]?.sequence
    let holder = list.map { $0.count == 1 ? $0[0] : nil } ?? body
    let form = holder.flatMap { holder in FormFields.keys.first { holder[$0] != nil } }
    return switch form ?? (body["frame"] == nil ? nil : "box") {
    case "box" where isDynamic: "crate"
    case "circle" where isDynamic: "ball"
    default: form ?? "body"
    }
  }
}
