import Chipmunk
import Testing
import Tiltbox

@Suite("Orientation")
struct OrientationTests {
  @Test(
    "maps a tilt to gravity as designed",
    arguments: [
      (Orientation.portrait, Vector(250, -500)),
      (.landscape, Vector(-500, -250)),
      (.portraitUpsideDown, Vector(-250, 500)),
      (.landscapeFlipped, Vector(500, 250)),
    ]
  )
  func gravity(orientation: Orientation, expected: Vector) {
    #expect(orientation.gravity(of: Tilt(x: 0.25, y: -0.5), magnitude: 1000) == expected)
  }

  @Test("never gives a negative zero", arguments: Orientation.allCases)
  func zero(orientation: Orientation) {
    for tilt in [Tilt(x: 0, y: 0), Tilt(x: -0.0, y: -0.0)] {
      let gravity = orientation.gravity(of: tilt, magnitude: 1000)
      #expect(gravity.x.sign == .plus && gravity.y.sign == .plus)
    }
  }

  @Test("has its documented names on the command line")
  func names() {
    #expect(
      Orientation.allCases.map(\.rawValue)
        == ["portrait", "landscape", "portrait-upside-down", "landscape-flipped"]
    )
  }
}
