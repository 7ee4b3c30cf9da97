public import Chipmunk

/// A world, what is in it, how it is tilted and how long it runs: all that a run is made from.
///
/// A scenario is a plain value; ``Simulation`` checks it. Scenario files are read by
/// the module `TiltboxFiles`.
public struct Scenario: Hashable, Sendable {
  /// What the scenario is called in recordings.
  public var name: String
  /// The numbers that hold for the whole world.
  public var world: World
  /// The box around the world, or nil for none.
  public var walls: Walls?
  /// The bodies, in the order in which recordings name them.
  public var bodies: [BodyDescription]
  /// What holds bodies to each other or to the ground, in the order in which it is made.
  public var constraints: [ConstraintDescription]
  /// Numbers that belong to no body, for animations to change and recordings to show.
  public var values: [ValueDescription]
  /// What is drawn beside the bodies and felt by no physics.
  public var layers: [LayerDescription] = []
  /// The taps on the box that happen by themselves, in the order of their times.
  public var touches: [TouchDescription] = []
  /// The bodies that go over from animation to physics and back, and when.
  public var handovers: [HandoverDescription] = []
  /// What changes over time by itself.
  public var animations: [AnimationDescription]
  /// Where tilt comes from.
  public var tilt: TiltDescription
  /// How long a run takes and what it records.
  public var run: Run
  /// What is expected of a run.
  public var expectations: [Expectation]
  /// What the files hold that the scenario names, as far as they were read.
  package var files = FileContents()

  /// Makes a scenario; without arguments a world without bodies, held upright, in no box.
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

  /// The numbers that hold for the whole world.
  public struct World: Hashable, Sendable {
    /// The acceleration for a tilt of 1 g, in units/s².
    public var gravity: Double
    /// The fixed simulated time of a step, in seconds.
    public var step: Double
    /// The solver's iterations in a step.
    public var iterations: Int
    /// The share of its velocity that a body keeps over a second.
    public var damping: Double
    /// The time after which a still body falls asleep, in seconds; nil for never.
    public var sleepAfter: Double?
    /// How positions and velocities follow from gravity.
    public var integrator: Integrator
    /// The speed that no body exceeds; none unless it is set.
    public var speedLimit: SpeedLimit
    /// How pairs of shapes that may touch are found.
    public var broadphase: Broadphase
    /// Whether fast bodies are swept, so that they do not fly through what they hit.
    public var isContinuous: Bool

    /// Makes a world; each default is the one of a scenario file that does not say.
    public init(
      gravity: Double = 1000,
      step: Double = 1.0 / 120,
      iterations: Int = 10,
      damping: Double = 1,
      sleepAfter: Double? = nil,
      integrator: Integrator = .chipmunk,
      speedLimit: SpeedLimit = .none,
      broadphase: Broadphase = .grid,
      isContinuous: Bool = true
    ) {
      self.gravity = gravity
      self.step = step
      self.iterations = iterations
      self.damping = damping
      self.sleepAfter = sleepAfter
      self.integrator = integrator
      self.speedLimit = speedLimit
      self.broadphase = broadphase
      self.isContinuous = isContinuous
    }
  }

  /// The speed above which no body leaves a step.
  public enum SpeedLimit: Hashable, Sendable {
    /// In a box, for each body three eighths of its own thickness a step; without walls none.
    case automatic
    /// No limit.
    case none
    /// A limit in units/s.
    case value(Double)
  }

  /// Four segments around the rectangle from the origin to (width, height).
  public struct Walls: Hashable, Sendable {
    /// The rectangle's extent to the right, in units.
    public var width: Double
    /// The rectangle's extent upwards, in units.
    public var height: Double
    /// Half of a wall's thickness, in units.
    public var radius: Double
    /// How the walls touch.
    public var surface: Surface

    /// Makes walls; radius, friction and elasticity are those of the classic scene.
    public init(
      width: Double,
      height: Double,
      radius: Double = 1,
      surface: Surface = Surface(friction: 0.5, elasticity: 0.8)
    ) {
      self.width = width
      self.height = height
      self.radius = radius
      self.surface = surface
    }
  }

  /// How long a run takes and what it records.
  public struct Run: Hashable, Sendable {
    /// The simulated time that a run takes, in seconds; nil for until it is stopped.
    public var duration: Double?
    /// The frames of a recording in each simulated second.
    public var frames: Double

    /// Makes a run's settings.
    public init(duration: Double? = nil, frames: Double = 60) {
      self.duration = duration
      self.frames = frames
    }
  }
}

extension Scenario {
  /// The tick at which a run ends: the first one whose time is not before the run's duration.
  ///
  /// - Parameter fallback: the duration where the scenario does not say, in seconds; nil for no end.
  /// - Returns: the tick, or `Int.max` for no end.
  public func lastTick(fallback: Double?) -> Int {
    (run.duration ?? fallback).map(Timeline(step: world.step).tick) ?? .max
  }
}
