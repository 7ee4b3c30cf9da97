public import Chipmunk
public import Motion

extension BodyDescription {
  /// Makes a description of a box by its upper left corner in a view whose y points down.
  ///
  /// - Parameters:
  ///   - id: The body's name.
  ///   - type: How the body takes part in the physics.
  ///   - frame: The box: its upper left corner, width and height, in units.
  ///   - viewHeight: The height of the view, in units.
  ///   - surface: How the box touches others.
  ///   - mass: The mass of a dynamic body, in kg.
  public init(
    id: String,
    type: BodyType = .dynamic,
    frame: Rect,
    viewHeight: Double,
    surface: Surface = Surface(),
    mass: Double? = nil
  ) {
    self.init(
      id: id,
      type: type,
      shapes: [
        ShapeDescription(.box(width: frame.size.width, height: frame.size.height), surface: surface)
      ],
      position: Vector(
        frame.origin.x + frame.size.width / 2,
        viewHeight - frame.origin.y - frame.size.height / 2
      ),
      mass: mass
    )
  }
}
