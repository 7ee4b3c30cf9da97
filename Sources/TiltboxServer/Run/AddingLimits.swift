internal import Chipmunk
internal import Tiltbox
internal import TiltboxFiles

/// Limits on adding bodies, so that one viewer cannot slow the run down for all: no body may be added where many shapes
/// overlap already, since the contacts of a heap of overlapping bodies grow with the square of their number, nor while
/// the load is high.
struct AddingLimits {
  /// The maximum number of existing shapes that a new body's shapes may overlap.
  static let mostNeighbors = 20
  /// The maximum load for adding bodies: the time that steps take, divided by the time that they simulate. Requests may
  /// take as much.
  static let mostLoad = 0.5

  /// The recent load: an exponential moving average in which the newest step has a weight of 1/8.
  private var recentLoad = 0.0

  /// Records how long a step took; `step` is the simulated time in seconds. The load of a step is capped at 2, so that
  /// a single step in which the thread had to wait for a processor does not count as an overload.
  mutating func record(_ cost: Duration, step: Double) {
    recentLoad += (min(cost / .seconds(1) / step, 2) - recentLoad) / 8
  }

  /// Returns the reason why a body cannot be added now; nil if it can. O(*shapes*).
  ///
  /// - Parameters:
  ///   - body: The new body.
  ///   - simulation: The simulation to add it to.
  ///   - load: The time that the steps of the last second took, divided by the time that they simulate.
  /// - Returns: The reason, with a remedy.
  func objection(to body: BodyDescription, in simulation: Simulation, load: Double) -> String? {
    guard body.id == body.id.lineForTerminal else {
      return "the id has characters that break a line or turn the writing; drop them"
    }
    guard max(load, recentLoad) <= Self.mostLoad else {
      return "the box is overloaded; remove bodies, or try again later"
    }
    let shapes = simulation.bodies.lazy.flatMap(\.shapes).map(\.boundingBox)
    let boxes = body.shapes.map { BoundingBox(center: body.position, radius: $0.geometry.reach) }
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
