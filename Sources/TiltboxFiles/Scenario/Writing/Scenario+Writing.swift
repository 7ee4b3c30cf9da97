internal import Chipmunk
public import Tiltbox

extension Scenario {
  /// The scenario as a scenario file in JSON, on one line: read again, it is the same scenario to the bit.
  ///
  /// Complexity: O(*bodies* + *shapes* + *animations*).
  public var json: String { tree.line }

  var tree: JSON {
    var members: [(String, JSON)] = [
      ("tiltbox", .number(1)), ("name", .text(name)), ("world", world.json),
    ]
    if let walls { members.append(("walls", walls.json)) }
    members.append(("bodies", .array(bodies.map(\.json))))
    if !constraints.isEmpty { members.append(("constraints", .array(constraints.map(\.json)))) }
    if !values.isEmpty { members.append(("values", .array(values.map(\.json)))) }
    if !animations.isEmpty { members.append(("animations", .array(animations.map(\.json)))) }
    members.append(("tilt", tilt.json))
    members.append(("run", run.json))
    if !expectations.isEmpty {
      members.append(("expect", .array(expectations.map(\.json))))
    }
    return .object(members)
  }
}

extension Scenario.World {
  fileprivate var json: JSON {
    var members: [(String, JSON)] = [
      ("gravity", .number(gravity)), ("step", .number(step)),
      ("iterations", .number(Double(iterations))), ("damping", .number(damping)),
    ]
    if let sleepAfter { members.append(("sleepAfter", .number(sleepAfter))) }
    if integrator != .chipmunk { members.append(("integrator", .text(integrator.rawValue))) }
    switch speedLimit {
    case .automatic: break
    case .none: members.append(("speedLimit", .text("none")))
    case .value(let limit): members.append(("speedLimit", .number(limit)))
    }
    return .object(members)
  }
}

extension Scenario.Walls {
  fileprivate var json: JSON {
    .object(
      [
        ("size", JSON(Vector(width, height))), ("radius", .number(radius)),
        ("friction", .number(surface.friction)), ("elasticity", .number(surface.elasticity)),
      ] + surface.kindMembers
    )
  }
}

extension TiltDescription {
  fileprivate var json: JSON {
    var members: [(String, JSON)]
    switch source {
    case .constant(let tilt): members = [("constant", JSON(Vector(tilt.x, tilt.y)))]
    case .file(let path, let options, let interpolation):
      members = [
        ("file", .text(path)), ("convention", .text(options.convention.rawValue)),
        ("units", .text(options.units.rawValue)),
        ("interpolation", .text(interpolation.rawValue)),
      ]
      if let rate = options.rate { members.append(("rate", .number(rate))) }
    }
    members.append(("orientation", .text(orientation.rawValue)))
    return .object(members)
  }
}

extension Scenario.Run {
  fileprivate var json: JSON {
    let limit = duration.map { [("duration", JSON.number($0))] } ?? []
    return .object(limit + [("frames", .number(frames))])
  }
}
