public import Tiltbox

/// What the app simulates, in a module of its own so that its tests can import it.
public enum CrateBox {
  /// A box with one crate, some units above its floor, for some seconds.
  public static func scenario(drop: Double, duration: Double) -> Scenario {
    let crate = BodyDescription(
      id: "crate",
      shapes: [ShapeDescription(.box(width: 32, height: 32), surface: Surface(friction: 0.5))],
      position: Vector(150, 17 + drop),
      mass: 100
    )
    let walls = Scenario.Walls(width: 300, height: 300)
    return Scenario(walls: walls, bodies: [crate], run: .init(duration: duration))
  }
}
