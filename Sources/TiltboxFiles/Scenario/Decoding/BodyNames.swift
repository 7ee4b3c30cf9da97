internal import Tiltbox

/// The names of bodies whose file gives them none.
///
/// Such a body is called after its kind, with the smallest number from 1 up that no other body of the file has:
/// `crate-1` a dynamic body with one box, `ball-1` a dynamic body with one circle, else `box-1`, `circle-1`,
/// `segment-1`, `polygon-1` after its only shape, and `body-1` with several shapes or none. An id that is given
/// is never given away, wherever in the file it stands.
enum BodyNames {
  /// The ids of all bodies, given or made up. Complexity: O(*bodies*).
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
