internal import Chipmunk
internal import Tiltbox

/// What keeps added bodies from costing all viewers their time: no body is added where many lie already, since a heap of
/// overlapping bodies has contacts by the square of their number, nor while steps take long.
struct AddingLimits {
  /// The most shapes that those of a new body may overlap.
  static let mostNeighbors = 20
  /// The most time that steps may take, as a share of the time that they simulate: requests may take as much.
  static let mostLoad = 0.5

  /// What steps have cost lately: the newest one counts an eighth, those before it less and less.
  private var recentLoad = 0.0

  /// Takes down what a step of so many simulated seconds has cost. A single one in which the thread had to wait for a
  /// processor does not make an overload.
  mutating func record(_ cost: Duration, step: Double) {
    recentLoad += (min(cost / .seconds(1) / step, 2) - recentLoad) / 8
  }

  /// Why a body is not added now; nil if it may be. O(*shapes*).
  ///
  /// - Parameters:
  ///   - body: The new body.
  ///   - simulation: What it would be added to.
  ///   - load: What steps cost in the last second, as a share of the time that they simulate.
  /// - Returns: The reason, with what to do.
  func objection(
    to body: BodyDescription,
    in simulation: Simulation,
    load: Double
  ) -> String? {
    guard max(load, recentLoad) <= Self.mostLoad else {
      return "the box is overloaded; remove bodies, or try again later"
    }
    let shapes = simulation.bodies.lazy.flatMap(\.shapes).map(\.boundingBox)
    let boxes = body.shapes.map { $0.geometry.bounds(at: body.position) }
    var count = 0
    for shape in shapes {
      for box in boxes where box.intersects(shape) { count += 1 }
      guard count <= Self.mostNeighbors else {
        return "more than \(Self.mostNeighbors) shapes are in the body's place; put it elsewhere"
      }
    }
    return nil
  }
}

extension Geometry {
  /// A box around the shape of a body at a position, however the body is turned.
  fileprivate func bounds(at position: Vector) -> BoundingBox {
    let reach =
      switch self {
      case .circle(let radius, let center): center.length + radius
      case .segment(let from, let to, let radius): max(from.length, to.length) + radius
      case .box(let width, let height, let radius, let center):
        center.length + Vector(width, height).length / 2 + radius
      case .polygon(let vertices, let radius): (vertices.map(\.length).max() ?? 0) + radius
      }
    return BoundingBox(center: position, radius: reach)
  }
}
