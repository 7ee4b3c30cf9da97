public import Chipmunk
public import Tiltbox

/// The visible content of a moment, in world coordinates: one description for all ways of drawing it.
///
/// A space can draw itself into a display list; see `DebugDrawing`.
public struct DisplayList: DebugDrawing, Hashable, Sendable {
  /// A form in the world, in units.
  package enum Form: Hashable, Sendable {
    /// A dot.
    case point(Vector)
    /// A line with round ends, whose radius is half its thickness; 0 is the thinnest line.
    case segment(Vector, Vector, radius: Double)
    /// A disc, and the angle of its mark in radians.
    case circle(Vector, radius: Double, angle: Double)
    /// A polygon, counterclockwise, rounded outwards.
    case polygon([Vector], radius: Double)
    /// A polyline.
    case line([Vector])
  }

  /// Colours and line width that replace those of the style.
  package struct Paint: Hashable, Sendable {
    /// Red, green, blue and optionally alpha of the fill; nil for the style's fill, empty for none.
    package var fill: [Double]?
    /// The same for the outline.
    package var stroke: [Double]?
    /// The width of an outline with its own colour, in units.
    package var lineWidth = 1.0
    /// The opacity.
    package var opacity = 1.0
  }

  /// A form with its style.
  package struct Mark: Hashable, Sendable {
    package let form: Form
    /// The state of the drawn object.
    package let style: DebugStyle
    /// The index of the body that the mark belongs to, in the order of recordings; nil if it belongs to none.
    package let body: Int?
    /// The number of the body's colour; nil if the mark belongs to no body.
    package var color: Int? = nil
    /// The paint that replaces that of the style; nil for none.
    package var paint: Paint? = nil
    /// The depth, which determines the drawing order.
    package var depth = 0.0
    /// Whether the mark belongs to a layer.
    package var isLayer = false

    /// Whether a line on the form shows its rotation.
    var showsTurning: Bool { !isLayer && style != .static && style != .sensor }
  }

  /// A recent contact of two bodies.
  package struct Flash: Hashable, Sendable {
    /// The position, in units.
    package let point: Vector
    /// The strength, from 0 to 1.
    package let strength: Double
    /// The age, in seconds.
    package let age: Double
  }

  /// The marks in drawing order, the lowest first.
  package internal(set) var marks: [Mark] = []
  /// The size of the walls' rectangle, whose corner is the origin, and half of the walls' thickness; nil without walls.
  package var walls: (size: Vector, radius: Double)? { box.map { ($0.size, $0.radius) } }
  /// The acceleration of gravity, in units/s².
  package var gravity = Vector.zero
  /// The acceleration of gravity for a tilt of 1 g, in units/s².
  package var standardGravity = 1000.0
  /// The simulated time, in seconds.
  package var time = 0.0
  /// The recent contacts.
  package var flashes: [Flash] = []

  private struct Box: Hashable, Sendable {
    let size: Vector
    let radius: Double
  }

  private var box: Box?
  private var body: Int?
  private let asleep: Set<Int>
  /// The numbers of the bodies' colours.
  private let colors: [Int]

  package init(asleep: Set<Int> = []) { (self.asleep, colors) = (asleep, []) }

  /// Draws the current state of a simulation. Each body has the colour of its number in the order of arrival.
  public init(_ simulation: Simulation, _ parts: DebugParts = .all, asleep: Set<Int> = []) {
    let appearances = CurrentAppearances(simulation.scenario, bodies: simulation.descriptions)
    self.init(
      simulation,
      parts,
      asleep: asleep,
      colors: simulation.bodies.map(\.tag),
      appearances,
      appearances.isEmpty ? [] : simulation.values
    )
  }

  /// Draws the current state of a simulation, with given appearances and values of their channels.
  init(
    _ simulation: Simulation,
    _ parts: DebugParts,
    asleep: Set<Int>,
    colors: [Int],
    _ appearances: CurrentAppearances,
    _ values: [[Double]]
  ) {
    (self.asleep, self.colors) = (asleep, colors)
    box = simulation.scenario.walls.map {
      Box(size: Vector($0.width, $0.height), radius: $0.radius)
    }
    gravity = simulation.gravity
    standardGravity = simulation.scenario.world.gravity
    time = simulation.time
    simulation.draw(on: &self, parts) { subject, displayList in
      if case .body(let index) = subject {
        displayList.body = index
      } else {
        displayList.body = nil
      }
    }
    // Without bodies, gravity has nothing to act on.
    if simulation.bodies.isEmpty { gravity = .zero }
    if !appearances.isEmpty {
      dress(appearances.at(values), origins: simulation.bodies.map(\.position))
    }
  }

  /// Adds a dot.
  public mutating func drawPoint(_ point: Vector, style: DebugStyle) { add(.point(point), style) }

  /// Adds a line.
  public mutating func drawSegment(from: Vector, to: Vector, radius: Double, style: DebugStyle) {
    add(.segment(from, to, radius: radius), style)
  }

  /// Adds a disc.
  public mutating func drawCircle(
    center: Vector,
    radius: Double,
    angle: Double,
    style: DebugStyle
  ) {
    add(.circle(center, radius: radius, angle: angle), style)
  }

  /// Adds a polygon.
  public mutating func drawPolygon(_ corners: [Vector], radius: Double, style: DebugStyle) {
    add(.polygon(corners, radius: radius), style)
  }

  private mutating func add(_ form: Form, _ style: DebugStyle) {
    let sleeps = style == .awake && body.map(asleep.contains) == true
    marks.append(
      Mark(
        form: form,
        style: sleeps ? .sleeping : style,
        body: body,
        color: body.map { colors[$0] }
      )
    )
  }

  /// The rectangle around the walls; without walls, around everything drawn.
  package var bounds: BoundingBox {
    if let box {
      let edge = Vector(box.radius, box.radius)
      return BoundingBox(low: -edge, high: box.size + edge)
    }
    return marks.map(\.bounds).reduce(nil) { $0?.union($1) ?? $1 }
      ?? BoundingBox(low: .zero, high: Vector(1, 1))
  }
}

extension DisplayList.Mark {
  /// The rectangle around the form and its outline.
  fileprivate var bounds: BoundingBox {
    guard let paint, paint.stroke?.isEmpty == false else { return form.bounds }
    let edge = Vector(paint.lineWidth / 2, paint.lineWidth / 2)
    return BoundingBox(low: form.bounds.low - edge, high: form.bounds.high + edge)
  }
}

extension DisplayList.Form {
  /// The rectangle around the form.
  package var bounds: BoundingBox {
    switch self {
    case .point(let point): BoundingBox(low: point, high: point)
    case .segment(let a, let b, let radius): Self.bounds(of: [a, b], radius)
    case .circle(let center, let radius, _): Self.bounds(of: [center], radius)
    case .polygon(let corners, let radius): Self.bounds(of: corners, radius)
    case .line(let points): Self.bounds(of: points, 0)
    }
  }

  private static func bounds(of points: [Vector], _ radius: Double) -> BoundingBox {
    let (x, y) = (points.map(\.x), points.map(\.y))
    return BoundingBox(
      low: Vector((x.min() ?? 0) - radius, (y.min() ?? 0) - radius),
      high: Vector((x.max() ?? 0) + radius, (y.max() ?? 0) + radius)
    )
  }
}

extension BoundingBox {
  func union(_ other: BoundingBox) -> BoundingBox {
    BoundingBox(
      low: Vector(min(low.x, other.low.x), min(low.y, other.low.y)),
      high: Vector(max(high.x, other.high.x), max(high.y, other.high.y))
    )
  }

  var size: Vector { high - low }
  var center: Vector { (low + high) * 0.5 }
}
