public import Chipmunk
internal import Motion

/// A part of the picture that does not take part in the physics.
public struct LayerDescription: Hashable, Sendable {
  /// The content of a layer.
  public enum Form: Hashable, Sendable {
    /// A geometry, like that of a body's shape.
    case geometry(Geometry)
    /// An outline as SVG path data; y points up. It is filled only if it has a fill.
    case path(String)
  }

  /// The movement of a layer to the point of a touch.
  public struct Following: Hashable, Sendable {
    /// The duration, in seconds.
    public var duration: Double
    /// The timing function.
    public var timing: TimingFunctionDescription

    /// Makes a movement; by default one second with ease-out.
    public init(duration: Double = 1, timing: TimingFunctionDescription = .text("easeOut")) {
      (self.duration, self.timing) = (duration, timing)
    }
  }

  /// The name of the layer in animations and recordings; unique among layers.
  public var id: String
  /// The content, in the layer's own coordinates.
  public var form: Form
  /// The position of its origin, in units.
  public var position: Vector
  /// The angle, counterclockwise, in radians.
  public var angle: Double
  /// The appearance.
  public var appearance: Appearance
  /// The movement to a touch; nil for none.
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

/// A tap on the box at a time, to which following layers move.
public struct TouchDescription: Hashable, Sendable {
  /// The time, in seconds.
  public var time: Double
  /// The point, in units.
  public var point: Vector

  /// Makes a touch.
  public init(time: Double, point: Vector) { (self.time, self.point) = (time, point) }
}

extension Scenario {
  func reportLayers(to found: inout DiagnosticList) {
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
        found.attemptMotion(path) { () throws(MotionError) in _ = try Path(svg: data) }
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
