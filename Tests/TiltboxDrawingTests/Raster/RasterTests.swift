import Chipmunk
import Foundation
import Testing
import Tiltbox
import TiltboxFiles

@testable import TiltboxDrawing

@Suite("Pictures as pixels")
struct RasterTests {
  private static let (white, black) = (Palette.Color(0xffffff), Palette.Color(0x000000))

  /// The amount of the raster's ink, in pixels.
  private func ink(_ raster: Raster) -> Double {
    stride(from: 0, to: raster.pixels.count, by: 3).reduce(0) {
      $0 + 1 - Double(raster.pixels[$1]) / 255
    }
  }

  @Test("a form covers its area, with smooth edges, wherever it is and however it is turned")
  func areas() {
    func ink(_ path: SVGPath, fill: Palette.Color?, width: Double = 0) -> Double {
      var raster = Raster(width: 41, height: 41, Self.white)
      raster.draw(path, fill: fill, stroke: width > 0 ? Self.black : nil, width: width)
      return self.ink(raster)
    }
    for shift in [0, 0.25, 0.7] {
      let center = Vector(20 + shift, 20 + shift)
      let disc = SVGPath(circle: center, pixels: 12)
      #expect(abs(ink(disc, fill: Self.black) - .pi * 144) < 2)
      let corners = (0..<4).map { center + Vector.unit(angle: shift + .pi / 2 * Double($0)) * 14 }
      let square = SVGPath(corners, isClosed: true)
      #expect(abs(ink(square, fill: Self.black) - 2 * 14 * 14) < 4)
      // A rounded square: the line covers the inside's edge only once.
      let rounded = ink(square, fill: Self.black, width: 6)
      #expect(abs(rounded - (2 * 14 * 14 + 3 * 4 * 14 * 2.0.squareRoot() + .pi * 9)) < 5)
      let line = SVGPath([center, center + Vector(10, 5)], isClosed: false)
      #expect(abs(ink(line, fill: nil, width: 4) - (4 * 125.0.squareRoot() + .pi * 4)) < 2)
      let ring = SVGPath(circle: center, pixels: 10)
      #expect(abs(ink(ring, fill: nil, width: 2) - 2 * .pi * 10 * 2) < 2)
    }
  }

  @Test("clips at the edges of the picture, and half the opacity is half the ink")
  func clipping() {
    var raster = Raster(width: 10, height: 10, Self.white)
    raster.draw(SVGPath(circle: Vector(-100, 5), pixels: 20), fill: Self.black)
    let far = SVGPath([Vector(0, 1e12), Vector(5, 1e12)], isClosed: false)
    raster.draw(far, stroke: Self.black, width: 6)
    #expect(ink(raster) == 0)
    let half = Palette.Color(0x000000, 0.5)
    raster.draw(SVGPath(circle: Vector(5, 5), pixels: 100), fill: half)
    #expect(abs(ink(raster) - 50) < 1)
  }

  @Test("a PNG's parts are valid: sizes, checksums, and the original pixels")
  func png() throws {
    let trajectory = try trajectory(.classic, seconds: 1)
    let options = DrawingOptions(width: 300)
    var pixels: [UInt8] = []
    try trajectory.pixels(options) { frame, share in if share == 1 { pixels = frame } }
    let size = try trajectory.size(options)
    let png = try trajectory.png(at: 1, options)
    #expect(png.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    var rest = png.dropFirst(8)
    var parts: [String: [UInt8]] = [:]
    while rest.count >= 12 {
      let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      let name = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
      parts[name] = Array(rest.dropFirst(8).prefix(length))
      rest = rest.dropFirst(12 + length)
    }
    #expect(rest.isEmpty && Set(parts.keys) == ["IHDR", "IDAT", "IEND"])
    let header = try #require(parts["IHDR"])
    #expect(header.prefix(4).reduce(0) { $0 << 8 | Int($1) } == size.width)
    let height = header.dropFirst(4).prefix(4).reduce(0) { $0 << 8 | Int($1) }
    let rows = try Inflater.inflate(#require(parts["IDAT"]).dropFirst(2))
    #expect(rows.count == height * (300 * 3 + 1))
    var plain: [UInt8] = []
    for row in 0..<height {
      #expect(rows[row * 901] == 2)
      for index in 0..<900 {
        plain.append(rows[row * 901 + 1 + index] &+ (row > 0 ? plain[(row - 1) * 900 + index] : 0))
      }
    }
    #expect(plain == Array(pixels.prefix(plain.count)))
    #expect(png.count < 40_000)
  }

  @Test("bytes of every kind survive compression", arguments: 0..<6)
  func compression(kind: Int) throws {
    var state = UInt64(kind) + 1
    func next() -> UInt8 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 40)
    }
    let bytes: [UInt8] =
      switch kind {
      case 0: []
      case 1: [7]
      case 2: Array(repeating: 200, count: 100_000)
      case 3: (0..<50_000).map { _ in next() }
      case 4: (0..<50_000).map { _ in next() % 3 }
      default: (0..<70_000).map { UInt8(truncatingIfNeeded: $0 / 7 % 251) }
      }
    let packed = Zlib.compress(bytes)
    let header = Int(packed[0]) << 8 | Int(packed[1])
    #expect(header % 31 == 0)
    #expect(try Inflater.inflate(packed[2...]) == bytes)
    if kind == 2 { #expect(packed.count < 1000) }
  }
}

/// Decodes data in the fixed Huffman code of RFC 1951.
private struct Inflater {
  struct Damage: Error {}
  var bytes: ArraySlice<UInt8>
  var bit = 0

  static func inflate(_ bytes: ArraySlice<UInt8>) throws -> [UInt8] {
    var inflater = Inflater(bytes: bytes)
    guard inflater.number(1) == 1, inflater.number(2) == 1 else { throw Damage() }
    var output: [UInt8] = []
    while true {
      let code = inflater.code()
      if code < 256 {
        output.append(UInt8(code))
      } else if code == 256 {
        return output
      } else {
        let length = inflater.length(code - 257)
        let place = inflater.reversed(5)
        let extra = max(0, place / 2 - 1)
        let base = place < 4 ? place : ((2 + place % 2) << extra)
        let distance = 1 + base + inflater.number(extra)
        guard distance <= output.count else { throw Damage() }
        for _ in 0..<length { output.append(output[output.count - distance]) }
      }
    }
  }

  mutating func number(_ count: Int) -> Int {
    (0..<count).reduce(0) { value, place in
      defer { bit += 1 }
      return value | Int(bytes[bytes.startIndex + bit / 8] >> UInt8(bit % 8) & 1) << place
    }
  }

  mutating func reversed(_ count: Int) -> Int {
    (0..<count).reduce(0) { value, _ in value << 1 | number(1) }
  }

  mutating func code() -> Int {
    let start = reversed(7)
    if start < 0b0011000 { return 256 + start }
    let eight = start << 1 | number(1)
    if eight < 0xC0 { return eight - 0x30 }
    if eight < 0xC8 { return 280 + eight - 0xC0 }
    return 144 + ((eight << 1) | number(1)) - 0x190
  }

  mutating func length(_ code: Int) -> Int {
    if code == 28 { return 258 }
    guard code >= 8 else { return 3 + code }
    let extra = code / 4 - 1
    return 3 + ((4 + code % 4) << extra) + number(extra)
  }
}
