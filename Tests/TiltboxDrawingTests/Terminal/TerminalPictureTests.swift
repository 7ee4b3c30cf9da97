import Chipmunk
import Testing
import Tiltbox
import TiltboxDrawing
import TiltboxFiles

@Suite("Pictures in a terminal")
struct TerminalPictureTests {
  /// A box of 40 units with its walls: each dot is a unit.
  private func lines(_ bodies: [BodyDescription], columns: Int = 20, rows: Int = 10) throws
    -> [String]
  {
    let walls = Scenario.Walls(width: 39, height: 39, radius: 0.5)
    let scenario = Scenario(walls: walls, bodies: bodies)
    let simulation = try Simulation(scenario, tilt: ConstantTilt(Tilt(x: 0, y: 0)))
    return TerminalPicture(DisplayList(simulation), columns: columns, rows: rows).lines()
  }

  private func crate(_ size: Double, at place: Vector) -> BodyDescription {
    let shape = ShapeDescription(.box(width: size, height: size))
    return BodyDescription(id: "crate", shapes: [shape], position: place, mass: 1)
  }

  @Test("an empty box is its walls, a dot thick on all sides")
  func walls() throws {
    let lines = try lines([])
    #expect(lines.count == 10)
    #expect(lines.allSatisfy { $0.count == 20 })
    #expect(lines[0] == "⡏" + String(repeating: "⠉", count: 18) + "⢹")
    for line in lines[1..<9] { #expect(line == "⡇" + String(repeating: " ", count: 18) + "⢸") }
    #expect(lines[9] == "⣇" + String(repeating: "⣀", count: 18) + "⣸")
  }

  @Test("a crate fills the dots that it covers, upright and where it is")
  func crate() throws {
    let lines = try lines([crate(8, at: Vector(11.5, 23.5))])
    let inside = lines.map { Array($0).dropFirst().dropLast() }
    let cells = inside.enumerated().flatMap { row, line in
      line.enumerated().filter { $0.element != " " }.map { (row, $0.offset + 1) }
    }
    let full = inside.joined().filter { $0 != " " && $0 != "⠉" && $0 != "⣀" }
    #expect(full.allSatisfy { ("\u{2801}"..."\u{28FF}").contains($0) })
    let dots = full.reduce(0) {
      $0 + ($1.unicodeScalars.first.map { ($0.value - 0x2800).nonzeroBitCount } ?? 0)
    }
    #expect((49...64).contains(dots), "\(dots)")
    let rows = Set(cells.map(\.0).filter { (1...8).contains($0) })
    // From 12 to 20 units below the top, four dots a row.
    #expect(rows.min() == 3 && rows.max() == 4)
  }

  @Test("what is transparent inside, or has a hole, is empty there")
  func holes() throws {
    var clear = crate(30, at: Vector(19, 19))
    clear.appearance.fill = [1, 0, 0, 0]
    let hollow = try lines([clear]).map(Array.init)
    #expect(hollow[5][10] == " " && hollow[5].count { $0 != " " } == 4)
    let text = """
      tiltbox: 1
      layers: [{id: a, svg: M 0 0 H 60 V 60 H 0 Z M 20 20 V 40 H 40 V 20 Z, fill: [1, 0, 0, 1]}]
      """
    let simulation = try Simulation(Scenario(yaml: text, file: "a.yaml"))
    let ring = TerminalPicture(DisplayList(simulation), columns: 30, rows: 15).lines()
    #expect(Array(ring[7])[15] == " ")
    // No edge leads from the outer line to the hole.
    for line in ring[11..<14] { #expect(line.allSatisfy { $0 == "⣿" }) }
  }

  @Test(
    "fits any terminal, as large as possible and centred",
    arguments: [(1, 1), (7, 40), (200, 3), (80, 24)]
  )
  func sizes(columns: Int, rows: Int) throws {
    let lines = try lines([crate(8, at: Vector(19, 19))], columns: columns, rows: rows)
    #expect(lines.count == rows)
    #expect(lines.allSatisfy { $0.count <= columns })
    #expect(lines.contains { !$0.isEmpty })
    let width = lines.map(\.count).max() ?? 0
    let left = lines.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    #expect(abs(left - (columns - width)) <= 1)
    #expect(width - left >= min(columns, 2 * rows) - 2)
  }

  @Test(
    "without colours there is no escape sequence, and each line with one ends it",
    arguments: TerminalColors.allCases
  )
  func colors(colors: TerminalColors) throws {
    let simulation = try Simulation(.classic, tilt: ConstantTilt(.upright))
    let lines = TerminalPicture(DisplayList(simulation), columns: 60, rows: 30).lines(colors)
    let text = lines.joined()
    #expect(text.contains("\u{1B}") == (colors != .none))
    #expect(text.contains("\u{1B}[38;2;230;159;0m") == (colors == .all))
    #expect(text.contains("\u{1B}[38;5;178m") == (colors == .palette))
    for line in lines where line.contains("\u{1B}") { #expect(line.hasSuffix("\u{1B}[0m")) }
  }
}
