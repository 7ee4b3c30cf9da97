internal import Chipmunk
internal import Tiltbox

extension ConstraintDescription {
  /// The constraint in the words of a scenario file; what is not limited has no number.
  var json: JSON {
    var members: [(String, JSON)] = [
      ("id", .text(id)), (kind.name, .array([.text(a), .text(b)])),
    ]
    for (name, point) in kind.points { members.append((name, JSON(point))) }
    for (name, number, _) in kind.numbers where number.isFinite {
      members.append((name, .number(number)))
    }
    if maxForce.isFinite { members.append(("maxForce", .number(maxForce))) }
    if let errorBias { members.append(("errorBias", .number(errorBias))) }
    if maxBias.isFinite { members.append(("maxBias", .number(maxBias))) }
    if !collidesBodies { members.append(("collideBodies", .flag(false))) }
    return .object(members)
  }
}

extension ValueDescription {
  /// The value in the words of a scenario file.
  var json: JSON { .object([("id", .text(id)), ("numbers", JSON(numbers))]) }
}

extension JSON {
  init(_ numbers: [Double]) { self = .array(numbers.map(JSON.number)) }
}
