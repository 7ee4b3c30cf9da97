internal import Chipmunk
internal import Tiltbox

extension BodyDescription {
  /// The body in the words of a scenario file; what a file need not say is left out.
  var json: JSON {
    var members: [(String, JSON)] = [("id", .text(id))]
    if type != .dynamic { members.append(("type", .text(type.rawValue))) }
    members.add("at", position)
    members.add("angle", angle)
    members.add("velocity", velocity)
    members.add("angularVelocity", angularVelocity)
    if let mass { members.append(("mass", .number(mass))) }
    if let moment {
      members.append(("moment", moment.isInfinite ? .text("infinite") : .number(moment)))
    }
    if shapes.count == 1 {
      members += shapes[0].members
    } else if shapes.count > 1 {
      members.append(("shapes", .array(shapes.map { .object($0.members) })))
    }
    return .object(members)
  }
}

extension ShapeDescription {
  fileprivate var members: [(String, JSON)] {
    var members: [(String, JSON)] = []
    switch geometry {
    case .circle(let radius, let center):
      members.append(("circle", .number(radius)))
      members.add("center", center)
    case .segment(let from, let to, let radius):
      members.append(("segment", .array([JSON(from), JSON(to)])))
      members.add("radius", radius)
    case .box(let width, let height, let radius, let center):
      members.append(("box", JSON(Vector(width, height))))
      members.add("radius", radius)
      members.add("center", center)
    case .polygon(let vertices, let radius):
      members.append(("polygon", .array(vertices.map(JSON.init))))
      members.add("radius", radius)
    }
    members.add("friction", surface.friction)
    members.add("elasticity", surface.elasticity)
    if surface.isSensor { members.append(("sensor", .flag(true))) }
    return members + surface.kindMembers
  }
}

extension Surface {
  /// What walls and other shapes have in common, and what a file need not say.
  var kindMembers: [(String, JSON)] {
    var members: [(String, JSON)] = []
    members.add("surfaceVelocity", velocity)
    if filter != .all {
      let parts: [(String, JSON)] = [
        ("group", .whole(Int(clamping: filter.group))),
        ("categories", .whole(Int(filter.categories))), ("mask", .whole(Int(filter.mask))),
      ]
      members.append(("filter", .object(parts)))
    }
    if collisionType != 0 {
      members.append(("collisionType", .whole(Int(clamping: collisionType))))
    }
    return members
  }
}

extension JSON {
  init(_ vector: Vector) { self = .array([.number(vector.x), .number(vector.y)]) }
}

extension [(String, JSON)] {
  /// Adds a number, unless it is the zero that holds where nothing is said.
  fileprivate mutating func add(_ key: String, _ number: Double) {
    if number.bitPattern != 0 { append((key, .number(number))) }
  }

  /// Adds a vector, unless it is the zero that holds where nothing is said.
  fileprivate mutating func add(_ key: String, _ vector: Vector) {
    if vector.x.bitPattern | vector.y.bitPattern != 0 { append((key, JSON(vector))) }
  }
}
