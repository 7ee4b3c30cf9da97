import Chipmunk
import Testing

@testable import TiltboxDrawing

@Suite("Drawing metrics")
struct DrawingMetricsTests {
  @Test("a page receives every colour and length; its own script has none")
  func script() {
    let script = DrawingMetrics.script
    for color in Palette.bodies { #expect(script.contains("\"\(color.hex)\"")) }
    for palette in [Palette.light, .dark] {
      for name in Palette.Name.allCases where palette[name].opacity == 1 {
        #expect(script.contains("\"\(name)\":\"\(palette[name].hex)\""))
      }
    }
    #expect(script.contains(#""edge":"rgb(20 26 34 / 0.55)""#))
    #expect(script.contains(#""joint":1.75,"#) && script.contains(#""arrowRange":[0.001,1.6]"#))
    let drawing = WebAssets.canvasScript.replacing(script, with: "")
    #expect(!drawing.contains("'#") && !drawing.contains("\"#"))
    #expect(!drawing.contains("rgb"))
  }

  @Test("a ring grows, gets thinner and fades; a harder contact has a larger one")
  func ring() {
    func ring(_ strength: Double, _ age: Double) -> Primitive {
      DisplayList.Flash(point: .zero, strength: strength, age: age).primitive
    }
    #expect(ring(1, 0.1).radius > ring(1, 0).radius)
    #expect(ring(1, 0.1).width.pixels < ring(1, 0).width.pixels)
    #expect(ring(1, 0.1).opacity < ring(1, 0).opacity)
    #expect(ring(1, DrawingMetrics.flashTime).opacity == 0)
    #expect(ring(1, 0.1).radius > ring(0.2, 0.1).radius)
    #expect(ring(1, 0.1).opacity > ring(0.2, 0.1).opacity)
  }
}

extension Primitive {
  fileprivate var radius: Double {
    if case .circle(_, let radius) = path { radius.pixels } else { .nan }
  }
}
