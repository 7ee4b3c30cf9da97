package import Chipmunk

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
      switch part {
      case .fill: fill
      case .stroke: stroke
      case .lineWidth: [lineWidth]
      case .opacity: [opacity]
      case .depth: [depth]
      case .scale: [scale]
      case .cornerRadius: [cornerRadius]
      case .strokeStart: [strokeStart]
      case .strokeEnd: [strokeEnd]
      }
    }
    set {
      let number = newValue?.first ?? 0
      switch part {
      case .fill: fill = newValue
      case .stroke: stroke = newValue
      case .lineWidth: lineWidth = number
      case .opacity: opacity = number
      case .depth: depth = number
      case .scale: scale = number
      case .cornerRadius: cornerRadius = number
      case .strokeStart: strokeStart = number
      case .strokeEnd: strokeEnd = number
      }
    }
  }

  /// The form of an animated property's values; nil for a colour that the drawing chooses.
  func form(of part: Part) -> TargetForm? {
    let range: ParameterRange =
      switch part {
      // An overshoot may leave the range of a colour, an opacity or a trim; it is clamped when drawn.
      case .fill, .stroke, .opacity, .strokeStart, .strokeEnd: ValueDescription.number
      case .lineWidth, .cornerRadius: Self.length
      case .depth: Self.depths
      case .scale: Self.scales
      }
    return self[part].map { TargetForm(count: $0.count, range: range) }
  }

  func report(at path: @autoclosure () -> String, to found: inout DiagnosticList) {
    found.check(self, Self.fields, at: path())
    reportColors(at: path(), to: &found)
  }

  func reportColors(at path: @autoclosure () -> String, to found: inout DiagnosticList) {
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
  private static func share(ofBytes color: [Double]) -> String? {
    let (parts, alpha) = (color.prefix(3), color.dropFirst(3))
    guard parts.contains(where: { $0 > 1 }),
      parts.allSatisfy({ (0...255).contains($0) && $0 == $0.rounded() })
    else { return nil }
    let shares = parts.map { $0 / 255 } + alpha.map { $0 > 1 ? $0 / 255 : $0 }
    return "[\(shares.map { $0.brief(3) }.joined(separator: ", "))]"
  }
}
