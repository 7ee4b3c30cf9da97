import Chipmunk
import Foundation
import Motion
import SwiftUIStandIn
import Tiltbox

// A file or module that also imports SwiftUI declares once which types the plain names mean. Qualify the other types
// with their module's name.
typealias Angle = SwiftUIStandIn.Angle
typealias Animation = SwiftUIStandIn.Animation
typealias Color = SwiftUIStandIn.Color
typealias Path = SwiftUIStandIn.Path
typealias Shape = SwiftUIStandIn.Shape

/// A view's shape.
struct Disc: Shape {
  let color = Color.red
  func path() -> Path { Path() }
}

@main
enum Names {
  static func main() throws {
    // Only Foundation has a type of this name.
    let turn = AffineTransform(rotationByDegrees: 90)
    let half = Motion.Transform2D.rotation(Motion.Angle(radians: .pi / 2))
    let body = try Body(mass: 1, shape: .circle(radius: 10))
    let shape: Chipmunk.Shape = body.shapes[0]
    let fade = try BasicAnimation(from: 0.0, to: 1, timing: MediaTiming(duration: 1))
    let animation: any Motion.Animation<Double> = fade
    let scenario = Scenario(bodies: [])
    print(
      turn.transform(NSPoint(x: 1, y: 0)).y,
      half([1, 0]).y,
      shape.area.rounded(),
      animation.value(at: 0.5, over: 0),
      scenario.bodies.count,
      Disc().path(),
      Animation.linear,
      Angle.degrees(3)
    )
  }
}
