public import Chipmunk

import Foundation

/// A box of bodies and its tilt, for runs with `Chipmunk` and with the C library alone.
public struct Scene: Sendable {
  /// A body of one shape around its centre.
  public struct Body: Sendable {
    /// The shape: a circle or a box.
    public var geometry: Geometry
    /// The body's initial position, in units.
    public var position: Vector
    /// Its initial angle, in radians.
    public var angle = 0.0
    /// Its initial velocity, in units/s.
    public var velocity = Vector.zero
    /// Its mass, in kg.
    public var mass: Double
    /// Its friction coefficient.
    public var friction = 0.5
    /// Its elasticity.
    public var elasticity = 0.8
  }

  /// The size of the box between the walls, in units; nil for no walls.
  public var size: Vector?
  /// The bodies.
  public var bodies: [Body]
  /// The gravity at each tick, in units/s². The scene lasts as long as this list.
  public var gravity: [Vector]
  /// The time after which bodies sleep, in seconds; nil for never.
  public var sleepTime: Double?
  /// The time of a step, in seconds.
  public var timeStep = 1.0 / 120
}

extension Scene: CustomStringConvertible {
  /// A line that describes the scene in a test's report.
  public var description: String {
    "\(bodies.count) bodies for \(gravity.count) ticks, sleeping after \(sleepTime ?? .infinity) s"
  }
}

extension Scene {
  /// The classic five crates, in a box that makes one turn in ten seconds.
  public static let crates: Scene = {
    let places: [(x: Double, y: Double, size: Double)] = [
      (0, 0, 32), (32, 0, 32), (64, 0, 64), (128, 0, 32), (0, 32, 64),
    ]
    let crates = places.map { place in
      Body(
        geometry: .box(width: place.size, height: place.size),
        position: Vector(place.x + place.size / 2, 300 - place.y - place.size / 2),
        mass: 100
      )
    }
    return Scene(size: Vector(300, 300), bodies: crates, gravity: circle(ticks: 1200))
  }()

  /// A pile of boxes and discs of many sizes.
  public static func pile(of count: Int, ticks: Int, sleepTime: Double? = nil) -> Scene {
    var random = SplitMix64(seed: 7)
    let columns = Int(Double(count).squareRoot().rounded(.up))
    let side = Double(columns) * 24 + 24
    let bodies = (0..<count).map { index in
      let size = Double.random(in: 8...22, using: &random)
      return Body(
        geometry: index % 3 == 0
          ? .circle(radius: size / 2) : .box(width: size, height: size * 0.8),
        position: Vector(Double(index % columns) * 24 + 20, Double(index / columns) * 24 + 20),
        angle: .random(in: -1...1, using: &random),
        velocity: Vector(.random(in: -50...50, using: &random), 0),
        mass: size,
        elasticity: 0.3
      )
    }
    return Scene(
      size: Vector(side, side),
      bodies: bodies,
      gravity: circle(ticks: ticks),
      sleepTime: sleepTime
    )
  }

  /// A gravity of 1000 units/s² whose direction makes one turn.
  public static func circle(ticks: Int) -> [Vector] {
    (0..<ticks).map { tick in
      let angle = 2 * Double.pi * Double(tick) / Double(ticks)
      return Vector(1000 * sin(angle), -1000 * cos(angle))
    }
  }
}
