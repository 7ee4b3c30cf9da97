import Foundation
import Testing

@Suite("Drawings as PNG")
struct PNGTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "png-\(UUID())")

  @Test(
    "a strip, a plot, curves, a sweep and errors against steps become pixels",
    arguments: [
      ["render", "-o", "PNG", "--at", "0,0.5,1"],
      ["render", "-o", "PNG", "--to", "1", "--plot", "crate-1.y"],
      ["curve", "easeIn", "easeOutBounce", "-o", "PNG"],
      ["verify", "--engine", "chipmunk", "--case", "free-fall", "--plot", "PNG"],
      [
        "sweep", "--set", "run.duration=0.2", "--vary", "world.gravity=500:1000:100",
        "--measure", "y=y(crate-1)", "-o", "PNG",
      ],
    ]
  )
  func pixels(_ arguments: [String]) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "a.png")
    let result = try Command.Running(arguments.map { $0 == "PNG" ? file.path : $0 }).finish()
    #expect(result.status == 0, "\(result.errors)")
    let bytes = try Data(contentsOf: file)
    #expect(bytes.prefix(8) == Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    #expect(bytes.suffix(8).prefix(4) == Data("IEND".utf8))
    // Width and height follow the first chunk's name.
    #expect(bytes[16..<24].contains { $0 > 0 } && bytes.count > 2000)
    #expect(bytes[25] == 2, "pixels are red, green and blue, with nothing transparent")
  }
}
