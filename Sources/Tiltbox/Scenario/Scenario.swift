public import Chipmunk

/// The description of a run: the world, its bodies, its tilt and its duration.
///
/// A scenario is a plain value; ``Simulation`` checks it. Scenario files are read by
/// the module `TiltboxFiles`.
public struct Scenario: Hashable, Sendable {
  /// The name of the scenario in recordings.
  public var name: String
  /// The settings of the whole world.
  public var world: World
  /// The walls around the world; nil for none.
  public var walls: Walls?
  /// The bodies, in the order of recordings.
  public var bodies: [BodyDescription]
  /// The constraints, in the order in which they are created.
  public var constraints: [ConstraintDescription]
  /// Numbers besides the bodies that animations change and recordings show.
  public var values: [ValueDescription]
  /// The layers: drawn besides the bodies, without effect on the physics.
  public var layers: [LayerDescription] = []
  /// The scenario's own taps on the box, in the order of their times.
  public var touches: [TouchDescription] = []
  /// The handovers of bodies between animation and physics.
  public var handovers: [HandoverDescription] = []
  /// The animations.
  public var animations: [AnimationDescription]
  /// The source of the tilt.
  public var tilt: TiltDescription
  /// The duration and the frame rate of a run.
  public var run: Run
  /// The expectations.
  public var expectations: [Expectation]
  /// The contents of the files that the scenario names, if they were read.
  package var files = FileContents()

  /// Makes a scenario; by default a world without bodies and walls, held upright.
  public init(
    name: String = "scenario",
    world: World = World(),
    walls: Walls? = nil,
    bodies: [BodyDescription] = [],
    constraints: [ConstraintDescription] = [],
    values: [ValueDescription] = [],
    animations: [AnimationDescription] = [],
    tilt: TiltDescription = TiltDescription(),
    run: Run = Run(),
    expectations: [Expectation] = []
  ) {
    self.name = name
    self.world = world
    self.walls = walls
    self.bodies = bodies
    self.constraints = constraints
    self.values = values
    self.animations = animations
    self.tilt = tilt
    self.run = run
    self.expectations = expectations
  }

  /// The settings of the whole world.
  public struct World: Hashable, Sendable {
    /// The acceleration for a tilt of 1 g, in units/s².
    public var gravity: Double
    /// The fixed simulated time of a step, in seconds.
    public var step: Double
    /// The number of solver iterations in a step with `Engine.chipmunk`.
    public var iterations: Int
    /// The fraction of its velocity that a body keeps over a second.
    public var damping: Double
    /// The time after which a resting body falls asleep, in seconds; nil for never.
    public var sleepAfter: Double?
    /// The integrator of gravity with `Engine.chipmunk`.
    public var integrator: Integrator
    /// The speed limit of all bodies; none by default.
    public var speedLimit: SpeedLimit
    /// What computes the steps.
    public var engine: Engine
    /// The substeps of each step with `Engine.tiltbox`; 0 for as many as each group of bodies needs.
    public var substeps: Int
    /// The seed of the random numbers in a scenario file's formulas.
    public var seed: UInt = 0

    /// Makes the settings; the defaults are those of a scenario file.
    public init(
      gravity: Double = 1000,
      step: Double = 1.0 / 120,
      iterations: Int = 10,
      damping: Double = 1,
      sleepAfter: Double? = nil,
      integrator: Integrator = .chipmunk,
      speedLimit: SpeedLimit = .none,
      engine: Engine = .tiltbox,
      substeps: Int = 0
    ) {
      self.gravity = gravity
      self.step = step
      self.iterations = iterations
      self.damping = damping
      self.sleepAfter = sleepAfter
      self.integrator = integrator
      self.speedLimit = speedLimit
      self.engine = engine
      self.substeps = substeps
    }
  }

  /// A speed limit.
  public enum SpeedLimit: Hashable, Sendable {
    /// With walls, three eighths of a body's own thickness per step; without walls, no limit.
    case automatic
    /// No limit.
    case none
    /// A limit in units/s.
    case value(Double)
  }

  /// Four segments around the rectangle from the origin to (width, height).
  public struct Walls: Hashable, Sendable {
    /// The width of the rectangle, in units.
    public var width: Double
    /// The height of the rectangle, in units.
    public var height: Double
    /// Half the thickness of a wall, in units.
    public var radius: Double
    /// The surface of the walls.
    public var surface: Surface

    /// Makes walls; by default with the radius, friction and elasticity of the classic scene.
    public init(
      width: Double,
      height: Double,
      radius: Double = 1,
      surface: Surface = Surface(friction: 0.5, elasticity: 0.8)
    ) {
      (self.width, self.height, self.radius, self.surface) = (width, height, radius, surface)
    }
  }

  /// The duration and the frame rate of a run.
  public struct Run: Hashable, Sendable {
    /// The simulated duration of a run, in seconds; nil to run until it is stopped.
    public var duration: Double?
    /// The number of recorded frames in each simulated second.
    public var frames: Double
    /// Whether frames have the force of each constraint: see ``Scenario/channels``.
    public var forces: Bool

    /// Makes a run's settings.
    public init(duration: Double? = nil, frames: Double = 60, forces: Bool = false) {
      (self.duration, self.frames, self.forces) = (duration, frames, forces)
    }
  }
}

extension Scenario {
  /// The tick at which a run ends: the first one whose time is not before the run's duration.
  ///
  /// - Parameter fallback: the duration if the scenario has none, in seconds; nil for no end.
  /// - Returns: the tick, or `Int.max` for no end; 0 if the step is out of range.
  public func lastTick(fallback: Double?) -> Int {
    guard ParameterRange.timeStep.contains(world.step) else { return 0 }
    return (run.duration ?? fallback).map(Timeline(step: world.step).tick) ?? .max
  }

  /// The duration of a run as fast as possible of a scenario that has neither a duration nor a tilt recording, in seconds.
  package static let defaultDuration = 10.0

  /// The duration of a run as fast as possible, in seconds; nil if a tilt recording determines it.
  package var fastDuration: Double? {
    if case .file = tilt.source { return run.duration }
    return run.duration ?? Self.defaultDuration
  }
}

/// The integrator: how a step of `Engine.chipmunk` changes positions and velocities.
public enum Integrator: String, Hashable, Sendable, CaseIterable {
  /// The C library's method, symplectic Euler: a step of h seconds moves a body with its old velocity, then accelerates
  /// it. It is of first order: a fall from rest over a time t lags behind by g·t·h/2.
  case chipmunk
  /// The leapfrog method: velocities are half a step ahead of positions. They start with half a
  /// step of gravity, and each step accelerates them by the gravity at its end.
  ///
  /// A free fall is exact, and a flight under a continuously varying tilt is of second order. A
  /// sudden change of tilt acts as if it came half a step earlier. Frames and recordings show the
  /// velocities of half a step later. Contacts, joints, damping and forces work as with
  /// ``chipmunk``: only gravity differs.
  case halfKick = "half-kick"
}

// The velocity v(n) at tick n belongs to the time (n + ½)·h, so that x(n+1) = x(n) + v(n)·h is the midpoint rule, and
// v(n+1) = v(n) + h·g(n+1). The C library adds h·g(n), because it accelerates a body before the new gravity is known:
// the difference is added when gravity changes.
extension Simulation {
  /// Shifts the velocities of all bodies after a change of gravity.
  func kickBodies(afterChangeOf gravity: Vector) {
    guard isHalfKick, gravity != .zero else { return }
    let step = timeline.step
    space.kick(by: gravity * (tick == 0 ? step / 2 : step))
    space.readStates(into: &states)
  }

  /// Shifts the velocity of a body that was added to the world.
  func kick(_ body: Body) {
    guard isHalfKick else { return }
    body.kick(by: gravity * (timeline.step / 2))
  }

  /// Whether velocities are ahead. With `engine: tiltbox`, a free fall is exact anyway.
  private var isHalfKick: Bool {
    scenario.world.integrator == .halfKick && scenario.world.engine == .chipmunk
  }
}

extension Scenario {
  /// The contents of the files that a scenario names, as read by `loadingFiles()` of the module `TiltboxFiles`.
  package struct FileContents: Hashable, Sendable {
    /// The recordings of tilt.
    package var tracks: [TiltDescription.Source: TiltTrack] = [:]
    /// The endings of the recordings whose digests are expected, by path.
    package var endings: [String: RecordedEnding] = [:]
    /// The paths of the files of chains. The points are those of the scenario's shapes, so these paths do not count in
    /// comparisons.
    package var chains: [String] = []
    /// Where the fields with files are, for errors: `crates.yaml:3:14` of `tilt.file`. They do not count either.
    package var places: [String: String] = [:]
    /// The names of the scenario file's `let`, for formulas about runs. They do not count in comparisons either: all other
    /// formulas are evaluated.
    package var names: [String: Double] = [:]

    /// Makes empty contents.
    package init() {}

    package static func == (a: Self, b: Self) -> Bool {
      (a.tracks, a.endings) == (b.tracks, b.endings)
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(tracks)
      hasher.combine(endings)
    }
  }

  /// The end of a recording.
  package struct RecordedEnding: Hashable, Sendable {
    /// The last tick.
    package let ticks: Int
    /// The fingerprint of the trajectory.
    package let digest: Digest

    /// Makes an ending.
    package init(ticks: Int, digest: Digest) { (self.ticks, self.digest) = (ticks, digest) }
  }
}

extension Scenario {
  /// The source of the scenario's own tilt at tick 0, and its duration in seconds, if it has an end.
  ///
  /// Throws ``Diagnostic`` for a file that was not read.
  package func tiltSource() throws(Diagnostic) -> (source: any TiltSource, duration: Double?) {
    switch tilt.source {
    case .constant(let tilt): return (ConstantTilt(tilt), nil)
    case .file(let path, _, let interpolation):
      guard let track = files.tracks[tilt.source] else { throw .unread(path, at: "tilt.file") }
      return (TrackTilt(track, interpolation: interpolation), track.times.last)
    }
  }
}

extension Diagnostic {
  /// The problem for a file that was not read before the run.
  static func unread(_ file: String, at path: String) -> Diagnostic {
    Diagnostic(
      path: path,
      "\(file) was not read; call loadingFiles() of TiltboxFiles before the run"
    )
  }
}
