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
    /// A line through points with round ends, whose radius is half its thickness; 0 is the thinnest line.
    case chain([Vector], radius: Double)
    /// A disc, and the angle of its mark in radians.
    case circle(Vector, radius: Double, angle: Double)
    /// A polygon, counterclockwise, rounded outwards.
    case polygon([Vector], radius: Double)
    /// An outline of another form, or part of it.
    case line([Vector])
  }

  /// A form with its style.
  package struct Mark: Hashable, Sendable {
    package var form: Form
    /// The state of the drawn object.
    package var style: DebugStyle
    /// The index of the body that the mark belongs to, in the order of recordings; nil if it belongs to none.
    package let body: Int?
    /// The number of the body's colour; nil if the mark belongs to no body.
    package var color: Int? = nil
    /// The appearance whose colours, line width and opacity replace those of the style; nil for none. An empty colour
    /// means none; the line width is that in the world.
    package var appearance: Appearance? = nil
    /// Whether the mark belongs to a layer.
    package var isLayer = false
    /// The depth, which determines the drawing order.
    package var depth: Double { appearance?.depth ?? 0 }
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

  /// The rectangle between the walls, whose corner is the origin, and half of the walls' thickness.
  package struct Walls: Hashable, Sendable {
    package let size: Vector
    package let radius: Double
  }

  /// The marks in drawing order, the lowest first.
  package internal(set) var marks: [Mark] = []
  /// The walls; nil for none.
  package private(set) var walls: Walls?
  /// The acceleration of gravity, in units/s².
  package var gravity = Vector.zero
  /// The acceleration of gravity for a tilt of 1 g, in units/s².
  package var standardGravity = 1000.0
  /// The simulated time, in seconds.
  package var time = 0.0
  /// The recent contacts.
  package var flashes: [Flash] = []

  private var body: Int?
  private let asleep: Set<Int>
  /// The numbers of the bodies' colours.
  let colors: [Int]

  /// Draws the current state of a simulation. Each body has the colour of its number in the order of arrival.
  public init(_ simulation: Simulation, _ parts: DebugParts = .all, asleep: Set<Int> = []) {
    let appearances = CurrentAppearances(simulation.scenario, bodies: simulation.descriptions)
    let values = appearances.isEmpty ? [] : simulation.values
    let colors = simulation.bodies.map(\.tag)
    self.init(simulation, parts, asleep: asleep, colors: colors, appearances, values)
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
    walls = simulation.scenario.walls.map {
      Walls(size: Vector($0.width, $0.height), radius: $0.radius)
    }
    gravity = simulation.gravity
    standardGravity = simulation.scenario.world.gravity
    time = simulation.time
    simulation.draw(on: &self, parts) { subject, displayList in
      displayList.body = if case .body(let index) = subject { index } else { nil }
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
    add(.chain([from, to], radius: radius), style)
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
    let shown = sleeps ? .sleeping : style
    marks.append(Mark(form: form, style: shown, body: body, color: body.map { colors[$0] }))
  }

  /// The rectangle around the walls; without walls, around everything drawn.
  package var bounds: BoundingBox {
    if let walls { return BoundingBox(low: .zero, high: walls.size).grown(by: walls.radius) }
    return marks.map(\.bounds).reduce(nil) { $0?.union($1) ?? $1 }
      ?? BoundingBox(low: .zero, high: Vector(1, 1))
  }
}

extension DisplayList.Mark {
  /// The rectangle around the form and its outline.
  fileprivate var bounds: BoundingBox {
    guard let appearance, appearance.stroke?.isEmpty == false else { return form.bounds }
    return form.bounds.grown(by: appearance.lineWidth / 2)
  }
}

extension DisplayList.Form {
  /// The points of the form, and the distance that it extends beyond them.
  var extent: (points: [Vector], radius: Double) {
    switch self {
    case .point(let point): ([point], 0)
    case .circle(let center, let radius, _): ([center], radius)
    case .chain(let points, let radius), .polygon(let points, let radius): (points, radius)
    case .line(let points): (points, 0)
    }
  }

  /// The rectangle around the form.
  package var bounds: BoundingBox {
    let box = BoundingBox(around: extent.points) ?? BoundingBox(low: .zero, high: .zero)
    return box.grown(by: extent.radius)
  }

  /// The distance of the farthest point of the form from the origin.
  var reach: Double { (extent.points.map(\.length).max() ?? 0) + extent.radius }

  /// Returns the form with its points mapped, its lengths scaled and its rotation changed by an angle.
  func mapped(scale: Double = 1, angle turn: Double = 0, _ map: (Vector) -> Vector) -> Self {
    switch self {
    case .point(let point): .point(map(point))
    case .chain(let points, let radius): .chain(points.map(map), radius: radius * scale)
    case .circle(let center, let radius, let angle):
      .circle(map(center), radius: radius * scale, angle: angle + turn)
    case .polygon(let corners, let radius): .polygon(corners.map(map), radius: radius * scale)
    case .line(let points): .line(points.map(map))
    }
  }
}

extension BoundingBox {
  var size: Vector { high - low }

  /// Creates the box around some points; nil if there are none.
  init?(around points: [Vector]) {
    let (x, y) = (points.map(\.x), points.map(\.y))
    guard let left = x.min(), let right = x.max(), let bottom = y.min(), let top = y.max() else {
      return nil
    }
    self.init(low: Vector(left, bottom), high: Vector(right, top))
  }

  func grown(by edge: Double) -> BoundingBox {
    BoundingBox(low: low - Vector(edge, edge), high: high + Vector(edge, edge))
  }
}
