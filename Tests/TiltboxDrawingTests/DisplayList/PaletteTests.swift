import Chipmunk
import Foundation
import Testing

@testable import TiltboxDrawing

@Suite("The bodies' colours")
struct PaletteTests {
  private let colors = Palette.bodies

  /// Red, green and blue as amounts of light, 0 to 1.
  private func light(_ color: Palette.Color) -> [Double] {
    [color.red, color.green, color.blue].map { byte in
      let share = Double(byte) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
  }

  /// The perceived difference of two colours: their distance in the Oklab colour space.
  private func distance(_ a: Palette.Color, _ b: Palette.Color) -> Double {
    func oklab(_ color: Palette.Color) -> [Double] {
      func mix(_ rows: [[Double]], _ parts: [Double]) -> [Double] {
        rows.map { row in zip(row, parts).reduce(0) { $0 + $1.0 * $1.1 } }
      }
      let cones = mix(
        [[0.4122, 0.5363, 0.0514], [0.2119, 0.6807, 0.1074], [0.0883, 0.2817, 0.63]],
        light(color)
      )
      return mix(
        [[0.2105, 0.7936, -0.0041], [1.978, -2.4286, 0.4506], [0.0259, 0.7828, -0.8087]],
        cones.map { cbrt($0) }
      )
    }
    return zip(oklab(a), oklab(b)).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
  }

  private func contrast(_ a: Palette.Color, _ b: Palette.Color) -> Double {
    let weights = [0.2126, 0.7152, 0.0722]
    let lights = [a, b].map { zip(light($0), weights).reduce(0.05) { $0 + $1.0 * $1.1 } }
    return max(lights[0], lights[1]) / min(lights[0], lights[1])
  }

  @Test("of twenty bodies no two look alike, and neighbours differ most")
  func apart() {
    #expect(colors.count >= 20)
    for (index, color) in colors.enumerated() {
      for other in colors[(index + 1)...] {
        #expect(distance(color, other) > 0.1, "\(color.hex) \(other.hex)")
      }
      let next = colors[(index + 1) % colors.count]
      #expect(distance(color, next) > 0.2, "\(color.hex) \(next.hex)")
    }
  }

  @Test("differ from the greys, and are visible on light and dark")
  func readable() {
    for color in colors {
      for palette in [Palette.light, .dark] {
        for grey in [palette[.asleep], palette[.fixed]] { #expect(distance(color, grey) > 0.08) }
        // Okabe and Ito's yellow on white stands out by its edge.
        let least = color.hex == "#f0e442" ? 1.3 : 1.8
        #expect(contrast(color, palette[.inside]) > least, "\(color.hex)")
      }
    }
  }

  @Test("are the same in pictures and on pages")
  func alike() {
    let list = colors.map { "\"\($0.hex)\"" }.joined(separator: ",")
    #expect(WebAssets.canvasScript.contains("BoxCanvas.colors = [\(list)];"))
    let document = SVGDocument(size: .init(10, 10), title: "", theme: .auto).text
    for (index, color) in colors.enumerated() {
      #expect(document.contains(".c\(index) { fill: \(color.hex);"))
    }
  }
}
