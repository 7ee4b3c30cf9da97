public import Chipmunk
public import Tiltbox

/// What is to be seen at a moment, in the world's coordinates: one description for every way of drawing it.
///
/// A space draws itself on it: see `DebugDrawing`.
public struct Picture: DebugDrawing, Hashable, Sendable {
  /// A form in the world, in units.
  package enum Form: Hashable, Sendable {
    /// A dot.
    case point(Vector)
    /// A line with round ends, as thick on each side as its radius; 0 is the thinnest line.
    case segment(Vector, Vector, radius: Double)
    /// A disc, and the angle in radians of the mark on it.
    case circle(Vector, radius: Double, angle: Double)
    /// A convex polygon, counterclockwise, rounded outwards.
    case polygon([Vector], radius: Double)
    /// A line from point to point.
    case line([Vector])
  }

  /// How a mark is drawn in another way than its style says.
  package struct Paint: Hashable, Sendable {
    /// Red, green, blue and perhaps alpha of the inside; nil for that of the style, empty for none.
    package var fill: [Double]?
    /// The same of the outline.
    package var stroke: [Double]?
    /// The width of an outline that has a colour, in units.
    package var lineWidth = 1.0
    /// How much there is of it.
    package var opacity = 1.0
  }

  /// A form, and what it stands for.
  package struct Mark: Hashable, Sendable {
    /// The form.
    package let form: Form
    /// The state of what is drawn.
    package let style: DebugStyle
    /// The place of the body that it belongs to, in the order of recordings; nil for what is no body's.
    package let body: Int?
    /// How it is drawn in another way; nil for that of its style.
    package var paint: Paint? = nil
    /// Its place in the drawing order.
    package var depth = 0.0
    /// Whether it belongs to a layer.
    package var isLayer = false

    /// Whether a mark on it shows how it turns.
    var showsTurning: Bool { !isLayer && style != .static && style != .sensor }
  }

  /// Two bodies that have just met.
  package struct Flash: Hashable, Sendable {
    /// Where, in units.
    package let point: Vector
    /// How hard, 0 to 1.
    package let strength: Double
    /// How long ago, in seconds.
    package let age: Double
  }

  /// What is drawn, the lowest first.
  package internal(set) var marks: [Mark] = []
  /// The walls' rectangle from the origin on, and half of their thickness, if there are walls.
  package var walls: (size: Vector, radius: Double)? { box.map { ($0.size, $0.radius) } }
  /// The acceleration of gravity, in units/s², and what it is for a tilt of 1 g.
  package var gravity = Vector.zero
  /// The acceleration of gravity for a tilt of 1 g, in units/s².
  package var standardGravity = 1000.0
  /// The simulated time, in seconds.
  package var time = 0.0
  /// Where bodies have just met.
  package var flashes: [Flash] = []

  private struct Box: Hashable, Sendable {
    let size: Vector
    let radius: Double
  }

  private var box: Box?
  private var body: Int?
  private let asleep: Set<Int>

  package init(asleep: Set<Int> = []) { self.asleep = asleep }

  /// Draws a simulation as it is now.
  public init(_ simulation: Simulation, _ parts: DebugParts = .all, asleep: Set<Int> = []) {
    let appearances = CurrentAppearances(simulation.scenario, bodies: simulation.descriptions)
    self.init(
      simulation,
      parts,
      asleep: asleep,
      appearances,
      appearances.isEmpty ? [] : simulation.values
    )
  }

  /// Draws a simulation as it is now, with appearances and the numbers of their channels from elsewhere.
  init(
    _ simulation: Simulation,
    _ parts: DebugParts,
    asleep: Set<Int>,
    _ appearances: CurrentAppearances,
    _ values: [[Double]]
  ) {
    self.asleep = asleep
    box = simulation.scenario.walls.map {
      Box(size: Vector($0.width, $0.height), radius: $0.radius)
    }
    gravity = simulation.gravity
    standardGravity = simulation.scenario.world.gravity
    time = simulation.time
    simulation.draw(on: &self, parts) { subject, picture in
      if case .body(let index) = subject { picture.body = index } else { picture.body = nil }
    }
    // Without bodies there is nothing that gravity could move.
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
    marks.append(Mark(form: form, style: sleeps ? .sleeping : style, body: body))
  }

  /// The rectangle around the walls, or around all that is drawn where there are none.
  package var bounds: BoundingBox {
    if let box {
      let edge = Vector(box.radius, box.radius)
      return BoundingBox(low: -edge, high: box.size + edge)
    }
    return marks.map(\.bounds).reduce(nil) { $0?.union($1) ?? $1 }
      ?? BoundingBox(low: .zero, high: Vector(1, 1))
  }
}

extension Picture.Mark {
  /// The rectangle around the form and its outline.
  fileprivate var bounds: BoundingBox {
    guard let paint, paint.stroke?.isEmpty == false else { return form.bounds }
    let edge = Vector(paint.lineWidth / 2, paint.lineWidth / 2)
    return BoundingBox(low: form.bounds.low - edge, high: form.bounds.high + edge)
  }
}

extension Picture.Form {
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
