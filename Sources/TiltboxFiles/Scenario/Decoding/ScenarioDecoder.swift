internal import Chipmunk
internal import Tiltbox

/// Makes a scenario from a tree. Where something is wrong it is noted, a default takes its place, and reading goes on.
struct ScenarioDecoder {
  let findings: Findings
  /// The folder of the scenario file, with its last slash; empty for the current one.
  let folder: String

  func scenario(_ root: Value, name: String) -> Scenario {
    var scenario = Scenario(name: name)
    guard let fields = root.fields() else { return scenario }
    _ = fields["tiltbox"]?.whole()
    scenario.name = fields["name"]?.text() ?? name
    if let world = fields["world"]?.fields() { scenario.world = self.world(world) }
    if let walls = fields["walls"]?.fields() { scenario.walls = self.walls(walls) }
    var decoder = BodyDecoder(findings: findings)
    if let defaults = fields["defaults"]?.fields() { decoder.readDefaults(defaults) }
    if let bodies = fields["bodies"]?.list() {
      let names = BodyNames.names(of: bodies.map(\.node))
      scenario.bodies = zip(bodies, names).map { decoder.body($0, name: $1) }
    }
    if let constraints = fields["constraints"]?.list() {
      scenario.constraints = ConstraintDecoder(findings: findings).constraints(constraints)
    }
    if let values = fields["values"]?.list() {
      scenario.values = values.map { value in
        let fields = value.fields()
        let numbers = fields?["numbers"]?.numbers()
        if numbers == nil { findings.excusePart("\(value.path).numbers") }
        return ValueDescription(id: fields?["id"]?.text() ?? "?", numbers ?? [])
      }
    }
    if let animations = fields["animations"]?.list() {
      let decoder = AnimationDecoder(findings: findings)
      scenario.animations = animations.compactMap { decoder.animation($0) }
    }
    if let tilt = fields["tilt"] { scenario.tilt = self.tilt(tilt) ?? scenario.tilt }
    if let run = fields["run"]?.fields() {
      scenario.run.duration = run["duration"]?.number()
      scenario.run.frames = run["frames"]?.number() ?? scenario.run.frames
    }
    if let list = fields["expect"]?.list() {
      let decoder = ExpectationDecoder(
        scenario: scenario,
        findings: findings,
        resolved: resolved
      )
      scenario.expectations = list.map(decoder.expectation)
    }
    return scenario
  }

  private func world(_ fields: Fields) -> Scenario.World {
    var world = Scenario.World()
    world.gravity = fields["gravity"]?.number() ?? world.gravity
    world.step = fields["step"]?.number() ?? world.step
    world.iterations = fields["iterations"]?.whole() ?? world.iterations
    world.damping = fields["damping"]?.number() ?? world.damping
    world.sleepAfter = fields["sleepAfter"]?.number()
    world.integrator = fields["integrator"]?.choice() ?? world.integrator
    if let limit = fields["speedLimit"] {
      if limit.isWord("none") {
        world.speedLimit = .none
      } else if !limit.isWord("automatic"), let number = limit.number() {
        world.speedLimit = .value(number)
      }
    }
    return world
  }

  private func walls(_ fields: Fields) -> Scenario.Walls? {
    let size = fields["size"]?.pair()
    var walls = Scenario.Walls(width: size?.x ?? 1, height: size?.y ?? 1)
    walls.radius = fields["radius"]?.number() ?? walls.radius
    walls.surface = fields.surface(over: walls.surface)
    return size == nil ? nil : walls
  }

  private func tilt(_ value: Value) -> TiltDescription? {
    if value.node.sequence != nil {
      return value.pair().map { TiltDescription(.constant(Tilt(x: $0.x, y: $0.y))) }
    }
    guard let fields = value.fields() else { return nil }
    var tilt = TiltDescription()
    tilt.orientation = fields["orientation"]?.choice() ?? tilt.orientation
    var options = TiltOptions()
    options.convention = fields["convention"]?.choice() ?? options.convention
    options.units = fields["units"]?.choice() ?? options.units
    options.rate = fields["rate"]?.number()
    let interpolation: TiltInterpolation = fields["interpolation"]?.choice() ?? .hold
    if let constant = fields["constant"]?.pair() {
      tilt.source = .constant(Tilt(x: constant.x, y: constant.y))
    } else if let file = fields["file"], let path = file.text() {
      tilt.source = .file(
        path: resolved(path, from: file.node.place),
        options: options,
        interpolation: interpolation
      )
    }
    if fields.has("constant") {
      for key in ["convention", "units", "rate", "interpolation"] where fields.has(key) {
        fields[key]?.report("goes with a file, not with a constant tilt; drop it")
      }
    }
    return tilt
  }

  /// A path in the file starts at the file's folder, one in an override where the command was called; `-` is
  /// standard input.
  private func resolved(_ path: String, from place: Place) -> String {
    if case .override = place { return path }
    return path.isEmpty || path == "-" || path.hasPrefix("/") ? path : folder + path
  }
}
