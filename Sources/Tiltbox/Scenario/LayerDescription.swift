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
      found.checkName(layer.id, at: path)
      found.check(layer, LayerDescription.fields, at: path)
      layer.appearance.report(at: path, to: &found)
      switch layer.form {
      case .geometry(let geometry):
        found.attempt("\(path).geometry") { () throws(PhysicsError) in
          try geometry.validate()
        }
      case .path(let data):
        found.attemptMotion(path) { () throws(MotionError) in _ = try Path(svg: data) }
      }
      guard let following = layer.following else { continue }
      let durations = AnimationDescription.Play.duration
      found.check("\(path).follows.duration", following.duration, durations)
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

/// The appearance of a body or a layer. It does not affect physics; animations can change all its numbers.
public struct Appearance: Hashable, Sendable {
  /// The properties of an appearance that can be animated.
  public enum Part: String, Hashable, Sendable, CaseIterable {
    /// The colours, each as red, green, blue and, if it was given, alpha.
    case fill, stroke
    /// The width of the outline, in units.
    case lineWidth
    /// The opacity, 0...1.
    case opacity
    /// The place in the drawing order: greater depths are drawn over smaller ones.
    case depth
    /// The scale at which it is drawn, about its own origin.
    case scale
    /// The radius of rounded corners, in units.
    case cornerRadius
    /// The start and end of the visible outline, as fractions of its length.
    case strokeStart, strokeEnd
  }

  /// The colour of the inside, as red, green, blue and perhaps alpha, each 0...1; nil for the drawing's own.
  public var fill: [Double]?
  /// The colour of the outline; nil for the drawing's own.
  public var stroke: [Double]?
  /// The width of the outline, in units; only used with a ``stroke``.
  public var lineWidth = 1.0
  /// The opacity, 0...1.
  public var opacity = 1.0
  /// The place in the drawing order; equal depths are drawn in the order of the scenario, layers before bodies.
  public var depth = 0.0
  /// The scale at which it is drawn, about its own origin.
  public var scale = 1.0
  /// The radius of rounded corners, in units.
  public var cornerRadius = 0.0
  /// The fraction of the outline's length at which it begins, 0...1.
  public var strokeStart = 0.0
  /// The fraction of the outline's length at which it ends, 0...1.
  public var strokeEnd = 1.0

  /// Makes the default appearance.
  public init() {}

  /// A component of a colour.
  package static let colorPart = ParameterRange("part of a colour", "", 0...1)
  /// A fraction of something drawn.
  package static let share = ParameterRange("share", "", 0...1)
  /// A place in the drawing order.
  package static let depths = ParameterRange("depth", "", -1e9...1e9)
  /// A scale.
  package static let scales = ParameterRange("scale", "", 0...1e6)
  /// A length of something drawn, in units.
  package static let length = ParameterRange("length", "units", 0...1e9)
}

extension Appearance {
  /// The numbers of a property; nil for a colour that the drawing chooses.
  package subscript(part: Part) -> [Double]? {
    get {
      let content = Self.fields[part.rawValue]?.content(self)
      if case .number(let number)? = content { return [number] }
      return content.flatMap { [Double]($0) }
    }
    set {
      let isColor = part == .fill || part == .stroke
      guard let content = isColor ? newValue?.content : newValue?.first?.content else { return }
      _ = Self.fields[part.rawValue]?.set(&self, content)
    }
  }

  /// The form of an animated property's values; nil for a colour that the drawing chooses.
  func form(of part: Part) -> TargetForm? {
    let own = Self.fields[part.rawValue]?.field.type.parameterRange ?? Self.share
    // An overshoot may leave the range of a colour, an opacity or a trim; it is clamped when drawn.
    let range = own == Self.share ? ValueDescription.number : own
    return self[part].map { TargetForm(count: $0.count, range: range) }
  }

  func report(at path: @autoclosure () -> String, to found: inout DiagnosticList) {
    found.check(self, Self.fields, at: path())
    for (name, color) in [("fill", fill), ("stroke", stroke)] {
      guard let color else { continue }
      if !(3...4).contains(color.count) {
        found.add(
          "\(path()).\(name)",
          "has \(color.count) numbers; give red, green, blue or alpha too"
        )
      }
      if let share = Self.share(ofBytes: color) {
        found.add("\(path()).\(name)", "the parts of a colour are from 0 to 1; write \(share)")
        continue
      }
      for (index, part) in color.enumerated() {
        found.check("\(path()).\(name)[\(index)]", part, Self.colorPart)
      }
    }
  }

  /// A colour with parts from 0 to 1 as text, for one with whole parts up to 255; nil for any other.
  static func share(ofBytes color: [Double]) -> String? {
    let (parts, alpha) = (color.prefix(3), color.dropFirst(3))
    guard parts.contains(where: { $0 > 1 }),
      parts.allSatisfy({ (0...255).contains($0) && $0 == $0.rounded() })
    else { return nil }
    let shares = parts.map { $0 / 255 } + alpha.map { $0 > 1 ? $0 / 255 : $0 }
    return "[\(shares.map { $0.brief(3) }.joined(separator: ", "))]"
  }
}
