internal import Chipmunk
internal import Tiltbox

/// A picture in the cells of a terminal, each a braille character with eight dots, two across and four down.
public struct TerminalPicture: Hashable, Sendable {
  /// The number of cells in a row.
  package let columns: Int
  /// The number of rows.
  package let rows: Int

  /// The ink number of each dot, row by row from the top; 0 for none.
  private var dots: [UInt8]
  /// The colours that are not in `inks`; their numbers follow those of `inks`.
  private var ownInks: [Palette.Color] = []
  private static let inks: [Palette.Color] =
    [Palette.light[.fixed], Palette.light[.asleep], Palette.dark[.joint], Palette.dark[.flash]]
    // The first blue is too dark for most terminals' backgrounds.
    + [Palette.Color(0x3a95dd)] + Palette.bodies.dropFirst()
  private static let (grey, asleep, joint, flash, body): (UInt8, UInt8, UInt8, UInt8, UInt8) =
    (1, 2, 3, 4, 5)

  /// Draws a display list as large as possible, centred.
  ///
  /// - Parameters:
  ///   - displayList: The display list.
  ///   - columns: The number of cells in a row, at least 1.
  ///   - rows: The number of rows, at least 1.
  ///
  /// Complexity: O(*dots* of all forms).
  public init(_ displayList: DisplayList, columns: Int, rows: Int) {
    precondition(columns >= 1 && rows >= 1, "a terminal has a cell")
    (self.columns, self.rows) = (columns, rows)
    dots = Array(repeating: 0, count: columns * rows * 8)
    let bounds = displayList.bounds
    let extent = bounds.size
    let scale = min(width / max(extent.x, 1e-9), height / max(extent.y, 1e-9))
    let grid = Grid(center: bounds.center, scale: scale, middle: Vector(width, height) * 0.5)
    drawGravity(displayList, grid)
    for mark in displayList.marks { draw(mark, grid) }
    for flash in displayList.flashes where flash.age < 0.12 {
      plot(.point(flash.point), grid, Self.flash, reach: (1.2 + 2 * flash.strength) / scale)
    }
  }

  private var width: Double { Double(2 * columns) }
  private var height: Double { Double(4 * rows) }

  /// The mapping between dots and the world.
  private struct Grid {
    let center: Vector
    let scale: Double
    let middle: Vector

    func point(_ column: Int, _ row: Int) -> Vector {
      let dot = Vector(Double(column) + 0.5, Double(row) + 0.5)
      return Vector(center.x + (dot.x - middle.x) / scale, center.y - (dot.y - middle.y) / scale)
    }

    func column(_ x: Double) -> Double { middle.x + (x - center.x) * scale }
    func row(_ y: Double) -> Double { middle.y - (y - center.y) * scale }
  }

  /// Draws a mark. Bodies are inset by half a dot, so that adjacent bodies can be told apart.
  private mutating func draw(_ mark: DisplayList.Mark, _ grid: Grid) {
    let dot = 1 / grid.scale
    // Dots cannot show a nearly transparent mark.
    if let look = mark.appearance, look.opacity < 0.1 { return }
    if mark.form.isLine { return plot(mark.form, grid, ink(ofOutline: mark), reach: 0.5 * dot) }
    if let fill = mark.appearance?.fill, fill.isEmpty || Palette.Color(fill).opacity < 0.1 {
      guard mark.appearance?.stroke?.isEmpty != true else { return }
      return plot(mark.form, grid, ink(ofOutline: mark), reach: 0, isOutline: true)
    }
    switch mark.style {
    case .constraint: plot(mark.form, grid, Self.joint, reach: 0.6 * dot)
    case .contact: plot(mark.form, grid, Self.flash, reach: 0.6 * dot)
    case .sensor: plot(mark.form, grid, ink(mark), reach: 0, isOutline: true)
    case .awake, .sleeping, .static, .kinematic:
      if case .chain(_, let radius) = mark.form {
        // At least one dot thick.
        plot(mark.form, grid, ink(mark), reach: max(0, 0.5 * dot - radius) + 0.01 * dot)
        return
      }
      let size = mark.form.bounds.size
      let isTiny = min(size.x, size.y) < 3 * dot
      let inset = mark.isLayer ? 0 : 0.5 * dot
      plot(mark.form, grid, ink(mark), reach: isTiny ? 0.3 * dot : -inset)
    }
  }

  private mutating func ink(_ mark: DisplayList.Mark) -> UInt8 {
    mark.appearance?.fill.map { ink(Palette.Color($0)) } ?? ink(ofOutline: mark)
  }

  private mutating func ink(ofOutline mark: DisplayList.Mark) -> UInt8 {
    if let color = mark.appearance?.stroke, !color.isEmpty { return ink(Palette.Color(color)) }
    guard let color = mark.color, mark.style == .awake || mark.style == .sensor else {
      return mark.style == .sleeping ? Self.asleep : Self.grey
    }
    return Self.body + UInt8(color % Palette.bodies.count)
  }

  /// Returns the number of a colour; a terminal picture has at most two hundred of its own.
  private mutating func ink(_ color: Palette.Color) -> UInt8 {
    if let known = ownInks.firstIndex(of: color) { return UInt8(Self.inks.count + known + 1) }
    guard ownInks.count < 200 else { return Self.body }
    ownInks.append(color)
    return UInt8(Self.inks.count + ownInks.count)
  }

  /// Sets the dots within a distance of a form, in units.
  private mutating func plot(
    _ form: DisplayList.Form,
    _ grid: Grid,
    _ ink: UInt8,
    reach: Double,
    isOutline: Bool = false
  ) {
    let bounds = form.bounds
    let slack = max(reach, 0) * grid.scale + 1
    let (left, right) = (grid.column(bounds.low.x) - slack, grid.column(bounds.high.x) + slack)
    let columns = Raster.span(left, right, 2 * columns)
    let (top, bottom) = (grid.row(bounds.high.y) - slack, grid.row(bounds.low.y) + slack)
    let rows = Raster.span(top, bottom, 4 * rows)
    for row in rows {
      for column in columns {
        let distance = form.distance(from: grid.point(column, row))
        let isOn = isOutline ? abs(distance) < 0.6 / grid.scale : distance <= reach
        if isOn { dots[row * 2 * self.columns + column] = ink }
      }
    }
  }

  /// Draws the gravity arrow in the middle, beneath everything else; its length is proportional to the gravity.
  private mutating func drawGravity(_ displayList: DisplayList, _ grid: Grid) {
    guard let (_, strength) = displayList.arrow(of: displayList.gravity), strength > 0.05 else {
      return
    }
    let size = displayList.bounds.size
    let length = min(size.x, size.y) * DrawingMetrics.arrowLength * strength
    let way = displayList.gravity * (1 / displayList.gravity.length)
    let tip = displayList.bounds.center + way * (length / 2)
    let side = Vector(-way.y, way.x)
    for (from, to) in [
      (displayList.bounds.center - way * (length / 2), tip),
      (tip, tip - way * (length * 0.3) + side * (length * 0.2)),
      (tip, tip - way * (length * 0.3) - side * (length * 0.2)),
    ] {
      plot(.chain([from, to], radius: 0), grid, Self.grey, reach: 0.6 / grid.scale)
    }
  }

  /// Returns the rows as text, with escape sequences for their colours.
  ///
  /// - Parameter colors: The colours that the terminal supports.
  /// - Returns: One text per row, without trailing blanks.
  ///
  /// Complexity: O(*cells*).
  public func lines(_ colors: TerminalColors = .none) -> [String] {
    (0..<rows).map { row in
      var (line, current) = ("", 0 as UInt8)
      for column in 0..<columns {
        let (pattern, ink) = cell(column, row)
        if ink != 0, ink != current {
          let place = Int(ink) - 1
          let own = place - Self.inks.count
          line += colors.sequence(own >= 0 ? ownInks[own] : Self.inks[place])
          current = ink
        }
        line.unicodeScalars.append(
          pattern == 0 ? " " : Unicode.Scalar(0x2800 + UInt32(pattern)) ?? " "
        )
      }
      while line.last == " " { line.removeLast() }
      return current == 0 ? line : line + colors.reset
    }
  }

  /// Returns a cell's braille pattern, and the ink of most of its dots.
  private func cell(_ column: Int, _ row: Int) -> (pattern: UInt8, ink: UInt8) {
    // The bits of a pattern, row by row from the top left dot.
    let bits: InlineArray<8, UInt8> = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]
    var (pattern, best, most) = (0 as UInt8, 0 as UInt8, 0)
    for dot in 0..<8 {
      let ink = ink(column, row, dot)
      guard ink != 0 else { continue }
      pattern |= bits[dot]
      // A body has more weight than a wall or the arrow.
      var count = ink >= Self.body ? 4 : 0
      for other in 0..<8 where self.ink(column, row, other) == ink { count += 1 }
      if count > most { (best, most) = (ink, count) }
    }
    return (pattern, best)
  }

  private func ink(_ column: Int, _ row: Int, _ dot: Int) -> UInt8 {
    dots[(4 * row + dot / 2) * 2 * columns + 2 * column + dot % 2]
  }
}

/// The colours that a terminal supports.
public enum TerminalColors: Sendable, CaseIterable {
  /// Only its default colour.
  case none
  /// A colour cube of six by six by six.
  case palette
  /// All 24-bit colours.
  case all

  func sequence(_ color: Palette.Color) -> String {
    switch self {
    case .none: ""
    case .all: "\u{1B}[38;2;\(color.red);\(color.green);\(color.blue)m"
    case .palette:
      "\u{1B}[38;5;\(16 + 36 * Self.step(color.red) + 6 * Self.step(color.green) + Self.step(color.blue))m"
    }
  }

  /// The escape sequence that resets the colour.
  package var reset: String { self == .none ? "" : "\u{1B}[0m" }

  /// Returns the index of the nearest step of the cube: 0, 95, 135, 175, 215, 255.
  private static func step(_ part: UInt8) -> Int {
    part < 48 ? 0 : part < 115 ? 1 : (Int(part) - 35) / 40
  }
}
