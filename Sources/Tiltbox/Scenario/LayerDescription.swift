public import Chipmunk
internal import Motion

/// Something that is drawn and that no physics feels: a picture's part with a place of its own.
public struct LayerDescription: Hashable, Sendable {
  /// What a layer shows.
  public enum Form: Hashable, Sendable {
    /// A form as bodies have it.
    case geometry(Geometry)
    /// An outline as SVG path data; y points up. It has a line, and an inside only if it has a fill.
    case path(String)
  }

  /// How a layer moves to where the box is touched.
  public struct Following: Hashable, Sendable {
    /// How long it takes, in seconds.
    public var duration: Double
    /// How progress follows time.
    public var timing: TimingFunctionDescription

    /// Makes a following; without arguments ease-out in a second.
    public init(duration: Double = 1, timing: TimingFunctionDescription = .text("easeOut")) {
      (self.duration, self.timing) = (duration, timing)
    }
  }

  /// The name by which animations and recordings know the layer; unique among layers.
  public var id: String
  /// What it shows, in its own coordinates.
  public var form: Form
  /// Where its origin is, in units.
  public var position: Vector
  /// How it is turned, counterclockwise, in radians.
  public var angle: Double
  /// How it is drawn.
  public var appearance: Appearance
  /// How it moves to a touch; nil if it does not.
  public var following: Following?

  /// Makes a layer.
  public init(
    id: String,
    _ form: Form,
    position: Vector = .zero,
    angle: Double = 0,
    appearance: Appearance = Appearance(),
    following: Following? = nil
  ) {
    self.id = id
    self.form = form
    self.position = position
    self.angle = angle
    self.appearance = appearance
    self.following = following
  }
}

/// A tap on the box at a time, which layers that follow move to.
public struct TouchDescription: Hashable, Sendable {
  /// When, in seconds.
  public var time: Double
  /// Where, in units.
  public var point: Vector

  /// Makes a touch.
  public init(time: Double, point: Vector) { (self.time, self.point) = (time, point) }
}

extension Scenario {
  func reportLayers(to found: inout ProblemList) {
    found.checkNames(layers.map(\.id), of: "layers")
    for (index, layer) in layers.enumerated() {
      let path = "layers[\(index)]"
      if layer.id.isEmpty { found.add("\(path).id", "the id is empty; give a name") }
      found.check(layer, LayerDescription.fields, at: path)
      layer.appearance.report(at: path, to: &found)
      switch layer.form {
      case .geometry(let geometry):
        _ = found.attempt("\(path).geometry") { () throws(PhysicsError) in
          try geometry.validate()
        }
      case .path(let data):
        found.attemptMotion("\(path).svg") { () throws(MotionError) in _ = try Path(svg: data) }
      }
      guard let following = layer.following else { continue }
      found.check(
        "\(path).follows.duration",
        following.duration,
        AnimationDescription.Play.duration
      )
      found.attemptMotion("\(path).follows.timing") { () throws(MotionError) in
        _ = try following.timing.function()
      }
    }
    for (index, touch) in touches.enumerated() {
      found.check(touch, TouchDescription.fields, at: "touches[\(index)]")
      if index > 0, touch.time < touches[index - 1].time {
        found.add("touches[\(index)].at", "is before the touch above; give them in their order")
      }
    }
  }
}
