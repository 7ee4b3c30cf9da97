public import Tiltbox

/// The app's scenario, in a module of its own so that tests can import it.
public enum CrateBox {
  /// Returns a box with one crate that starts `drop` units above the floor, for a run of `duration` seconds.
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
