internal import Chipmunk
internal import Tiltbox

extension ConstraintDescription {
  /// The constraint in the words of a scenario file.
  var json: JSON {
    var members: [(String, JSON)] = [
      ("id", .text(id)), (kind.name, .array([.text(a), .text(b)])),
    ]
    members += kind.points.map { ($0.name, JSON($0.point)) }
    members += kind.numbers.map { ($0.name, .number($0.number)) }
    if let maxForce { members.append(("maxForce", .number(maxForce))) }
    if let errorBias { members.append(("errorBias", .number(errorBias))) }
    if let maxBias { members.append(("maxBias", .number(maxBias))) }
    if !collidesBodies { members.append(("collideBodies", .flag(false))) }
    return .object(members)
  }
}
