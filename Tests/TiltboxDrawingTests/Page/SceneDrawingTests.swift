import Testing
import Tiltbox
import TiltboxFiles
import TiltboxJSON

@testable import TiltboxDrawing

@Suite("Drawings of scenes for a canvas")
struct SceneDrawingTests {
  private func drawing(_ bodies: String) throws -> String {
    let text = "{tiltbox: 1, walls: {size: [200, 100]}, defaults: {mass: 1}, \(bodies)}"
    return try SceneDrawing.json(of: Simulation(Scenario(yaml: text, file: "a.yaml"))).line
  }

  @Test("bodies that look alike share a picture, in their own coordinates")
  func sharing() throws {
    let text = try drawing(
      "bodies: [{box: [20, 10], at: [50, 50]}, {circle: 5, at: [9, 9]}, {box: [20, 10], at: [90, 50], angle: 1}]"
    )
    #expect(text.contains(#""bodies":[0,1,0]"#))
    #expect(
      text.contains(#"{"line":[[10,-5],[10,5],[-10,5],[-10,-5]],"closed":true,"fill":"body""#)
    )
    #expect(text.contains(#"{"circle":[0,0,5],"fill":"body","stroke":"edge","fine":1.25,"#))
    #expect(text.contains(#"{"line":[[0,0],[5,0]],"stroke":"mark","fine":1.25}"#))
    #expect(text.contains(#""grid":[[20,40,60,80,100,120,140,160,180],[20,40,60,80]]"#))
  }

  @Test("a body keeps its colour when another one leaves")
  func colors() throws {
    let text = "{tiltbox: 1, defaults: {mass: 1}, bodies: [{id: a, circle: 5}, {id: b, circle: 5}]}"
    let simulation = try Simulation(Scenario(yaml: text, file: "a.yaml"))
    try simulation.apply(.remove(id: "a"))
    #expect(SceneDrawing.json(of: simulation).line.contains(#""colors":[1]"#))
  }

  @Test("a sensor is dashed in the colour of its body, also while that sleeps")
  func sensors() throws {
    let text = try drawing("bodies: [{type: static, circle: 5, sensor: true, at: [9, 9]}]")
    #expect(
      text.contains(
        #""fill":"sensor","stroke":"sensor","fillOpacity":0.18,"pixels":1.5,"dashes":[5,4]"#
      )
    )
    #expect(!text.contains("mark"))
  }

  @Test("an arrow shows the way through a one-way platform")
  func oneWay() throws {
    let platform = "bodies: [{type: static, box: [100, 10], at: [99, 50]"
    let arrow = #"{"line":[[0,5],[0,16]],"stroke":"fixed","#
    #expect(try drawing("\(platform), oneWay: [0, 2]}]").contains(arrow))
    #expect(try !drawing("\(platform)}]").contains(arrow))
  }

  @Test("a constraint has its points on its bodies, or in the world")
  func constraints() throws {
    let text = try drawing(
      """
      bodies: [{id: bob, circle: 5, at: [50, 50]}], constraints: [
      {id: coil, spring: [ground, bob], anchorA: [1, 2], restLength: 1, stiffness: 1, damping: 1},
      {pivot: [ground, bob], at: [50, 50], drawn: false},
      {id: drive, motor: [ground, bob], rate: 1}]
      """
    )
    let ends = "[[-1,1,2],[0,0,0]]"
    #expect(
      text.contains(
        #""constraints":[{"id":"coil","points":\#(ends),"line":\#(ends),"coil":true,"torque":false},"#
      )
    )
    #expect(text.contains(#"{"id":"drive","#) && text.contains(#""torque":true}]"#))
  }
}
