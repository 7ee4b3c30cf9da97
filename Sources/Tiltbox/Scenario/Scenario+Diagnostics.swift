package import Chipmunk

extension Scenario {
  /// Everything that is wrong with the scenario, in the order of its fields; empty if nothing is. Of the animations, only
  /// those are looked at that come before the first 10,000 problems.
  ///
  /// Complexity: O(*bodies* + *shapes*), and O(*n* log *n*) for a polygon of *n* vertices.
  public func diagnostics() -> [Diagnostic] { diagnosticList().diagnostics }

  /// The same, with the names that are missing.
  package func diagnosticList() -> DiagnosticList {
    var found = DiagnosticList(of: self)
    found.check(world, World.fields, at: "world")
    if let walls { found.check(walls, Walls.fields, at: "walls", in: world.engine) }
    found.check(run, Run.fields, at: "run")
    found.check(tilt.fields, TiltFields.schema, at: "tilt")
    if case .file("", _, _) = tilt.source {
      found.add("tilt.file", "the path is empty; name a file")
    }
    if let diagnostic = Self.diagnostic(ofBodyCount: bodies.count) {
      found.diagnostics.append(diagnostic)
      return found
    }
    for (index, body) in bodies.enumerated() {
      body.report(at: { "bodies[\(index)]" }, world.engine, to: &found)
    }
    found.checkNames(bodies.map(\.id), of: "bodies")
    reportConstraints(to: &found)
    reportValues(to: &found)
    reportLayers(to: &found)
    reportHandovers(to: &found)
    reportAnimations(to: &found)
    reportExpectations(to: &found)
    return found
  }

  /// The problem of a number of bodies that is too great; nil for others.
  package static func diagnostic(ofBodyCount count: Int) -> Diagnostic? {
    guard count > mostBodies else { return nil }
    return Diagnostic(path: "bodies", "there are \(count); give at most \(mostBodies)")
  }

  /// After so many diagnostics, finding more would take longer than reading a right file.
  package static let mostDiagnostics = 10_000
  /// The greatest number of bodies in a scenario.
  package static let mostBodies = 100_000
  /// A component of a tilt, in g.
  package static let tilt = ParameterRange("tilt", "g", -1000...1000)
  /// The samples a second in a tilt file without times.
  package static let tiltRate = ParameterRange("tilt rate", "Hz", 1e-6...1e6)
  /// The frames in a recording per simulated second.
  package static let frameRate = ParameterRange("frame rate", "Hz", 1e-6...1e6)
  /// The simulated time of a run, in seconds.
  package static let duration = ParameterRange("duration", "s", 0...1e9)
}

extension BodyDescription {
  /// All problems of the description in a world with an engine; their paths begin with the given one.
  package func diagnostics(at path: String, _ engine: Engine = .tiltbox) -> [Diagnostic] {
    var found = DiagnosticList()
    report(at: { path }, engine, to: &found)
    return found.diagnostics
  }

  /// Adds the problems to a list. The path is only made for them: most bodies have none.
  fileprivate func report(at path: () -> String, _ engine: Engine, to found: inout DiagnosticList) {
    func add(_ field: String, _ message: String) { found.add("\(path()).\(field)", message) }
    found.checkName(id, at: path())
    if id == "walls" || id.hasPrefix("walls.") {
      add("id", "\"\(id)\" is kept for the walls; give another id")
    }
    found.check(self, Self.ownFields, at: path(), in: engine, except: fieldsWithoutUse)
    if appearance != Appearance() { appearance.report(at: path(), to: &found) }
    var shapesAreValid = true
    for (index, shape) in shapes.enumerated() {
      found.check(shape.surface, Surface.fields, at: "\(path()).shapes[\(index)]", in: engine)
      if shape.surface.oneWay == .zero {
        let words = "[0, 0] is no direction; write [0, 1] to carry what comes from above"
        add("shapes[\(index)].oneWay", words)
      }
      for (part, error) in shape.geometry.invalidParts {
        add("shapes[\(index)].\(part)", error.description)
        shapesAreValid = false
      }
    }
    if type == .static, velocity != .zero || angularVelocity != 0 {
      let field = velocity == .zero ? "angularVelocity" : "velocity"
      add(field, "a static body never moves; drop the velocity, or make it kinematic")
    }
    guard type == .dynamic else {
      if mass != nil {
        add("mass", "a \(type) body has no mass; drop it, or make the body dynamic")
      }
      if moment != nil {
        add("moment", "a \(type) body has no moment; drop it, or make it dynamic")
      }
      return
    }
    if moment == nil, shapes.isEmpty {
      add("shapes", "a body without shapes needs a moment; give a shape, or a moment")
    }
    guard let mass = totalMass, self.mass != 0 else {
      let problem =
        self.mass == nil ? "a dynamic body needs a mass, in kg" : "body mass is 0 kg"
      add("mass", "\(problem); give one above 0, or type: static if it never moves")
      return
    }
    if self.mass == nil, let index = shapes.firstIndex(where: { $0.surface.density != nil }),
      shapes.allSatisfy({ $0.surface.density == nil || (try? $0.geometry.area()) == 0 })
    {
      add(
        "shapes[\(index)].density",
        "the shapes of \"\(id)\" have no area; give a segment a radius, or the body a mass"
      )
      return
    }
    found.check("\(path()).mass", mass, .mass)
    if ParameterRange.mass.contains(mass), moment == nil, !shapes.isEmpty, shapesAreValid {
      found.attempt("\(path()).mass") { () throws(PhysicsError) in _ = try massProperties() }
    }
  }
}

extension BodyDescription {
  /// The fields without those of the appearance, which most bodies lack.
  private static let ownFields: Schema<Self> = Schema(
    .body,
    standard: fields.standard,
    fields.properties.filter { Appearance.fields[$0.field.key] == nil }
  )

  /// The fields that do not apply to a body of this type, and the mass, which its shapes may determine.
  private var fieldsWithoutUse: Set<String> {
    switch type {
    case .dynamic: ["mass"]
    case .kinematic: ["mass", "moment"]
    case .static: ["mass", "moment", "velocity", "angularVelocity"]
    }
  }
}

extension Geometry {
  /// The invalid parts of a shape, each with its error.
  fileprivate var invalidParts: [(part: String, error: PhysicsError)] {
    if (try? validate()) != nil { return [] }
    var form = FormFields(self)
    var found: [(part: String, error: PhysicsError)] = []
    while let geometry = form.geometry {
      do {
        try geometry.validate()
        break
      } catch {
        let part = geometry.part(refusedBy: error)
        if found.contains(where: { $0.part == part }) { break }
        found.append((part, error))
        // A valid value replaces it, so that the remaining parts are checked too.
        switch part {
        case "radius": form.radius = 0
        case "center": form.center = .zero
        default: (form.box, form.circle, form.segment, form.polygon) = (Vector(1, 1), nil, nil, nil)
        }
      }
    }
    return found
  }

  /// The part of a shape to which an error of ``validate()`` refers.
  fileprivate func part(refusedBy error: PhysicsError) -> String {
    switch (self, error.subject) {
    case (_, ParameterRange.roundingRadius.name): "radius"
    case (.circle, ParameterRange.position.name), (.box, ParameterRange.position.name): "center"
    default: "geometry"
    }
  }
}
