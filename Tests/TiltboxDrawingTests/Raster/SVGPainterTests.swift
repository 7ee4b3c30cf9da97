import Chipmunk
import Testing

@testable import TiltboxDrawing

@Suite("SVG files as pixels")
struct SVGPainterTests {
  /// Draws elements, black on white unless they say otherwise, in a picture of 40 × 30 pixels.
  private func raster(_ elements: String, style: String = "") throws -> Raster {
    let svg =
      "<svg width=\"40\" height=\"30\">\n<style>\n\(style)</style>\n\(elements)</svg>\n"
    let painter = SVGPainter(svg, on: Palette.Color(0xffffff)) {}
    return try #require(painter).raster
  }

  /// The amount of ink in some columns, in pixels.
  private func ink(_ raster: Raster, columns: Range<Int> = 0..<40) -> Double {
    var sum = 0.0
    for row in 0..<raster.height {
      for column in columns {
        sum += 1 - Double(raster.pixels[(row * raster.width + column) * 3]) / 255
      }
    }
    return sum
  }

  private func pixel(_ raster: Raster, _ x: Int, _ y: Int) -> [UInt8] {
    let index = (y * raster.width + x) * 3
    return Array(raster.pixels[index..<index + 3])
  }

  @Test(
    "a form covers its area, wherever it is",
    arguments: [
      ("<rect x=\"3.25\" y=\"4.5\" width=\"10.5\" height=\"7\"/>", 73.5),
      ("<circle cx=\"15.3\" cy=\"14.8\" r=\"9\"/>", 254.5),
      ("<polygon points=\"1,1 21,1.5 11,22\"/>", 207.5),
      ("<path d=\"M5 5H25V20H5ZM10 10V15H20V10Z\"/>", 250),
      ("<path d=\"M0 20Q10 0 20 20Z\"/>", 133.3),
      ("<path d=\"M0 20C0 8.954 20 8.954 20 20Z\"/>", 132.55),
      ("<path d=\"M2 5L32 5\" stroke=\"black\" stroke-width=\"3\"/>", 90),
      (
        "<path d=\"M5 5L25 25\" stroke=\"black\" stroke-width=\"2\" stroke-linecap=\"round\"/>",
        59.7
      ),
      ("<path d=\"M2 5.5H32\" stroke=\"black\" stroke-width=\"0.5\"/>", 15),
      ("<path d=\"M0 5H30\" stroke=\"black\" stroke-width=\"2\" stroke-dasharray=\"3 2\"/>", 36),
      ("<rect x=\"-100\" y=\"-100\" width=\"120\" height=\"110\"/>", 200),
      ("<rect width=\"50%\" height=\"100%\"/>", 600),
      (
        "<g transform=\"translate(20 10) rotate(30) scale(2)\"><rect width=\"5\" height=\"3\"/></g>",
        60
      ),
      ("<g transform=\"matrix(2 0 0 -2 5 25)\"><rect width=\"5\" height=\"3\"/></g>", 60),
    ]
  )
  func areas(element: String, area: Double) throws {
    let ink = ink(try raster(element))
    #expect(abs(ink - area) < 0.015 * area + 0.7)
  }

  @Test("classes, attributes and a style of its own determine a colour, the latter first")
  func styles() throws {
    let rules =
      ".a { fill: #ff0000 }\n@media (prefers-color-scheme: dark) {\n.a { fill: #00ff00 }\n}\n"
    func color(_ attributes: String) throws -> [UInt8] {
      pixel(try raster("<rect \(attributes) width=\"9\" height=\"9\"/>", style: rules), 4, 4)
    }
    #expect(try color("fill=\"#0000ff\"") == [0, 0, 255])
    #expect(try color("fill=\"#0000ff\" class=\"a\"") == [255, 0, 0])
    #expect(try color("class=\"a\" style=\"fill:#010203\"") == [1, 2, 3])
    #expect(try color("fill=\"none\"") == [255, 255, 255])
    #expect(abs(Int(try color("fill-opacity=\"0.5\"")[0]) - 128) < 3)
  }

  @Test("a group's opacity covers its forms together, and a clip cuts them off")
  func groups() throws {
    let twice = "<rect width=\"9\" height=\"9\"/>\n<rect width=\"9\" height=\"9\"/>\n"
    let faint = try raster("<g opacity=\"0.25\">\n\(twice)</g>\n")
    #expect(abs(Int(pixel(faint, 4, 4)[0]) - 191) < 3)
    let nested = try raster(
      "<g opacity=\"0.5\">\n<g opacity=\"0.5\">\n\(twice)</g>\n\(twice)</g>\n"
    )
    #expect(abs(Int(pixel(nested, 4, 4)[0]) - 128) < 3 && pixel(nested, 20, 4)[0] == 255)
    let clipped = try raster(
      "<clipPath id=\"c\"><rect width=\"4\" height=\"30\"/></clipPath>\n<g transform=\"translate(3 0)\">"
        + "<g clip-path=\"url(#c)\"><rect width=\"30\" height=\"10\"/></g></g>\n"
        + "<rect x=\"20\" width=\"5\" height=\"5\"/>"
    )
    #expect(ink(clipped) == 40 + 25)
  }

  @Test("an error of the check ends the work")
  func check() throws {
    struct Stop: Error {}
    var left = 2
    let svg = "<svg width=\"9\" height=\"9\">\n<g><rect width=\"9\" height=\"9\"/></g></svg>\n"
    #expect(throws: Stop.self) {
      try PNG.bytes(ofSVG: svg, .light) {
        left -= 1
        if left == 0 { throw Stop() }
      }
    }
    #expect(left == 0)
  }

  @Test("a text is where its anchor says, upright or not, with the letters of a real font")
  func texts() throws {
    func text(_ attributes: String, _ letters: String = "HII") throws -> Raster {
      try raster("<text \(attributes) font-size=\"10\" y=\"20\">\(letters)</text>\n")
    }
    let start = try text("x=\"20\"")
    #expect(ink(start, columns: 0..<20) == 0 && ink(start) > 15)
    let end = try text("x=\"20\" text-anchor=\"end\"")
    #expect(ink(end, columns: 20..<40) == 0 && abs(ink(end) - ink(start)) < 1)
    let middle = try text("x=\"20\" text-anchor=\"middle\"", "HH")
    #expect(abs(ink(middle, columns: 0..<20) - ink(middle, columns: 20..<40)) < 0.5)
    let upright = try raster(
      "<text transform=\"translate(20 25) rotate(-90)\" font-size=\"10\">HII</text>\n"
    )
    #expect(ink(upright, columns: 20..<40) == 0 && abs(ink(upright) - ink(start)) < 1.5)
    #expect(ink(try text("x=\"5\" font-weight=\"600\"")) > 1.2 * ink(start))
    #expect(ink(try text("x=\"5\"", "&lt;&amp;&#9;é²")) > 5)
    // At an accent or an Arabic number sign, the text and a bracket beside it make one character.
    #expect(ink(try text("x=\"5\"", "\u{301}I\u{600}")) > 5)
    // A character that the font does not have is a rectangle.
    #expect(ink(try text("x=\"5\"", "\u{4E00}")) > 5)
  }

  @Test(
    "a text that is no drawing is nil",
    arguments: ["", "<svg", "<svg>", "</svg>", "<svg width=\"0\"/>"]
  )
  func nonsense(text: String) {
    let painter = SVGPainter(text, on: Palette.Color(0)) {}
    #expect(painter == nil)
  }
}
