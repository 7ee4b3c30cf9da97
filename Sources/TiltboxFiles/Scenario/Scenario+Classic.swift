public import Tiltbox

extension Scenario {
  /// Five crates in a box, held upright: the scenario of a run that names none.
  ///
  /// It is `Examples/crates.yaml` without its expectations, read from the same text.
  public static let classic: Scenario = {
    do {
      return try Scenario(yaml: classicText, file: "crates.yaml")
    } catch {
      preconditionFailure("the classic scenario is wrong:\n\(error)")
    }
  }()

  /// The text of ``classic``, a file to start from.
  package static let classicText = """
    # Five crates in a box: the classic scene. Tilt it live: tiltbox run Examples/crates.yaml --tilt -
    tiltbox: 1
    name: crates

    world:
      gravity: 1000              # units/s² for a tilt of 1 g
      step: 1/120                # seconds; a number will do as well

    # Four segments around the rectangle from (0, 0) to (300, 300), 2 units thick.
    walls:
      size: [300, 300]
      radius: 1
      friction: 0.5
      elasticity: 0.8
      collisionType: 2

    # What holds for every body that does not say otherwise.
    defaults:
      mass: 100                  # kg
      friction: 0.5
      elasticity: 0.8

    # "at" is a crate's centre and y points up. In a view of 300 points whose y points down, the crates'
    # corners are at (0, 0), (32, 0), (64, 0), (128, 0) and (0, 32): the centre is x + w/2, 300 - y - h/2.
    bodies:
      - {id: crate-1, box: [32, 32], at: [16, 284]}
      - {id: crate-2, box: [32, 32], at: [48, 284]}
      - {id: crate-3, box: [64, 64], at: [96, 268]}
      - {id: crate-4, box: [32, 32], at: [144, 284]}
      - {id: crate-5, box: [64, 64], at: [32, 236]}

    tilt: [0, -1]                # held upright; [1, 0] lets everything fall to the right
    run: {duration: 10, frames: 60}

    """
}
