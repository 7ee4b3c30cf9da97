internal import Chipmunk
internal import TiltboxFiles

/// Colours on a light or dark background. The first seven bodies have the colours of Okabe and Ito, which people with
/// any kind of colour vision can distinguish.
public enum Theme: String, Sendable, CaseIterable {
  /// The reader's own theme, if the format supports it; otherwise light.
  case auto
  /// Dark on light.
  case light
  /// Light on dark.
  case dark
}

/// The colours of a theme.
struct Palette: Sendable {
  /// What a colour is for.
  enum Name: String, Hashable, Sendable, CaseIterable {
    case inside, grid, wall, edge, mark, asleep, fixed, gravity, joint, flash, text, page
  }

  private let colors: [Name: Color]

  subscript(name: Name) -> Color { colors[name] ?? Color(0) }

  /// A colour with its opacity, from 0 to 1.
  struct Color: Hashable, Sendable {
    let red: UInt8
    let green: UInt8
    let blue: UInt8
    var opacity = 1.0

    init(_ hex: UInt32, _ opacity: Double = 1) {
      red = UInt8(truncatingIfNeeded: hex >> 16)
      green = UInt8(truncatingIfNeeded: hex >> 8)
      blue = UInt8(truncatingIfNeeded: hex)
      self.opacity = opacity
    }

    /// Creates a colour of an appearance; clamps components that an overshoot has moved out of range.
    init(_ parts: [Double]) {
      func byte(_ index: Int) -> UInt8 {
        index < parts.count ? UInt8((max(0, min(1, parts[index])) * 255).rounded()) : 0
      }
      (red, green, blue) = (byte(0), byte(1), byte(2))
      opacity = parts.count > 3 ? max(0, min(1, parts[3])) : 1
    }

    /// The colour in CSS, without its opacity: `#0072b2`.
    var hex: String {
      let code = String(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue), radix: 16)
      return "#" + String(repeating: "0", count: 6 - code.count) + code
    }
  }

  /// The colours of bodies, in order and cyclically.
  static let bodies = BodyColors.dynamic.map { Color($0) }

  static let light = Palette(colors: [
    .inside: Color(0xffffff), .grid: Color(0xeceff3), .wall: Color(BodyColors.wall),
    .edge: Color(0x141a22, 0.55), .mark: Color(0xffffff, 0.5), .asleep: Color(0xb4bac2),
    .fixed: Color(BodyColors.fixed), .gravity: Color(0x3c4654, 0.16), .joint: Color(0x2b333d),
    .flash: Color(0xd55e00), .text: Color(0x1f2733), .page: Color(0xf5f6f8),
  ])
  static let dark = Palette(colors: [
    .inside: Color(0x161b22), .grid: Color(0x20262f), .wall: Color(0x8b96a5),
    .edge: Color(0x000000, 0.55), .mark: Color(0xffffff, 0.38), .asleep: Color(0x4a525d),
    .fixed: Color(0x6b7683), .gravity: Color(0xbecad8, 0.17), .joint: Color(0xd5dce5),
    .flash: Color(0xffb454), .text: Color(0xe4e9ef), .page: Color(0x0d1117),
  ])

  /// Returns the colour of a primitive's inside or line, with an additional opacity.
  func color(_ ink: Primitive.Ink, opacity: Double = 1) -> Color {
    var color =
      switch ink {
      case .theme(let name): self[name]
      case .body(let number): Self.body(number)
      case .own(let color): color
      }
    color.opacity *= opacity
    return color
  }

  static func body(_ index: Int) -> Color { bodies[index % bodies.count] }
}
