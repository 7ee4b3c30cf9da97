/// A valid part of a scenario that looks like a mistake.
package struct ScenarioWarning: Hashable, Sendable {
  /// The kind of mistake; several warnings of one kind become one message.
  package enum Kind: Hashable, Sendable {
    /// A step so long that little of the physics remains.
    case longStep
    /// A negative gravity, which inverts the tilt.
    case negativeGravity
    /// A tilt of about 9.81 g, probably meant in m/s².
    case largeTilt
    /// An angle beyond a full turn, probably meant in degrees.
    case largeAngle
    /// A body without a given position, in a corner or inside another body.
    case missingPosition
    /// A body outside the walls.
    case outside
    /// A body inside another one.
    case overlap
    /// A body inside another one to which it is joined and with which it collides.
    case joinedOverlap
    /// A field of the world that the engine does not have.
    case noEffect(String)
  }

  package let kind: Kind
  /// The field, as in `bodies[2].at`.
  package let path: String
  /// The owner of the field: a body's or layer's id, or `world`.
  package let owner: String
  /// What is suspicious, and the remedy.
  package let message: String
}

extension Scenario {
  /// The longest step without a warning, in seconds.
  static let longestUsualStep = 0.1

  /// Returns the warnings about the scenario, in the order of its fields.
  ///
  /// - Parameters:
  ///   - unplaced: The indices of the bodies whose position was not given.
  ///   - worldFields: The fields of the world that were given.
  /// - Returns: One warning for each place. The scenario has no ``diagnostics()``.
  /// - Complexity: O(*shapes* · log *shapes*) for shapes of one size side by side.
  package func warnings(
    unplaced: Set<Int> = [],
    worldFields: Set<String> = []
  ) -> [ScenarioWarning] {
    gravityWarnings + stepWarnings + engineWarnings(worldFields) + tiltWarnings + angleWarnings
      + StartingPlaces(self, unplaced: unplaced).warnings()
  }

  private var gravityWarnings: [ScenarioWarning] {
    guard world.gravity < 0 else { return [] }
    let message =
      "gravity is a size, whose direction is the tilt's; below 0 bodies fall against the tilt: write "
      + "\((-world.gravity).plain), or \"\(world.gravity.plain) units/s²\" if it is meant"
    return [ScenarioWarning(.negativeGravity, "world.gravity", of: "world", message)]
  }

  private var stepWarnings: [ScenarioWarning] {
    guard world.step > Self.longestUsualStep else { return [] }
    // From 10 on, a number that was meant as a rate makes a usual step.
    let rate = world.step < 10 ? "120" : world.step.plain
    let message =
      "a step of \(world.step.plain) s is far too long for bodies to collide as they should; write 1/\(rate), or "
      + "\"\(world.step.plain) s\" if it is meant"
    return [ScenarioWarning(.longStep, "world.step", of: "world", message)]
  }

  private func engineWarnings(_ given: Set<String>) -> [ScenarioWarning] {
    let message: (String, String) =
      switch world.engine {
      case .tiltbox:
        ("iterations", "has no effect with engine: tiltbox; write substeps, or drop the field")
      case .chipmunk:
        ("substeps", "has no effect with engine: chipmunk; write iterations, or drop the field")
      }
    var messages = [message]
    if world.engine == .tiltbox {
      messages.append(
        (
          "integrator",
          "has no effect with engine: tiltbox, where a free fall is exact; drop the field"
        )
      )
    }
    return messages.filter { given.contains($0.0) }.map {
      ScenarioWarning(.noEffect($0), "world.\($0)", of: "world", $1)
    }
  }

  private var tiltWarnings: [ScenarioWarning] {
    guard case .constant(let tilt) = tilt.source else { return [] }
    let size = Vector(tilt.x, tilt.y).length
    guard (9.5...10.5).contains(size) else { return [] }
    let message =
      "\(size.brief(4)) g looks like m/s²; write "
      + "[\((tilt.x / size).brief(3)), \((tilt.y / size).brief(3))], or "
      + "[\(tilt.x.plain) g, \(tilt.y.plain) g] if it is meant"
    return [ScenarioWarning(.largeTilt, "tilt.constant", of: "tilt", message)]
  }

  private var angleWarnings: [ScenarioWarning] {
    // A full turn written with few digits may be slightly larger.
    let turn = 2 * Double.pi * 1.001
    let bodies = bodies.enumerated().filter { abs($1.angle) > turn }
      .map { ("bodies[\($0)].angle", $1.id, $1.angle) }
    let layers = layers.enumerated().filter { abs($1.angle) > turn }
      .map { ("layers[\($0)].angle", $1.id, $1.angle) }
    return (bodies + layers).map {
      path,
      id,
      angle in
      let message =
        "angles are in radians, and \(angle.plain) is more than a turn; write "
        + "\((angle * .pi / 180).brief(5)) for \(angle.plain) degrees, or "
        + "\"\(angle.plain) rad\" if it is meant"
      return ScenarioWarning(.largeAngle, path, of: id, message)
    }
  }
}

extension ScenarioWarning {
  init(_ kind: Kind, _ path: String, of owner: String, _ message: String) {
    self.init(kind: kind, path: path, owner: owner, message: message)
  }
}
