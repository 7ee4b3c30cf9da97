internal import Chipmunk
internal import Tiltbox
internal import TiltboxDrawing
internal import TiltboxFiles

/// Shows a run on a terminal: on the whole screen, with keys to control it, or, on a terminal without cursor control,
/// as one line.
final class RunView: RunObserver, RequestSource {
  private let screen: TerminalScreen?
  private let colors: TerminalColors
  private var shown: [String] = []
  private var shownSize = (columns: 0, rows: 0)
  private var lastDrawn = Duration.zero
  private let clock = MonotonicClock()
  private var noteCount = 0
  private var noteTime = Duration.seconds(-100)
  private var newestSecond: SecondStatistics?
  /// Whether the user has tilted the box by keys.
  private(set) var hasTilted = false

  /// Takes over the terminal until `close()`.
  init() {
    screen = TerminalScreen()
    colors = Self.colors
    if screen != nil { DeferredWarnings.hold() }
  }

  /// Restores the terminal.
  func close() {
    if screen == nil, !shown.isEmpty { StandardStream.error.write("\n") }
    shown = []
    screen?.leave()
    DeferredWarnings.release()
  }

  private static var colors: TerminalColors {
    if environment("NO_COLOR")?.isEmpty == false { return .none }
    if let depth = environment("COLORTERM"), depth == "truecolor" || depth == "24bit" {
      return .all
    }
    return environment("TERM")?.hasSuffix("color") == true ? .palette : .none
  }

  func didEnd(_ summary: RunSummary?, of run: Run) { close() }

  func didPass(_ second: SecondStatistics, in run: Run) { newestSecond = second }

  /// Handles the keys pressed since the last call.
  func read(in run: Run) throws {
    guard let screen else { return }
    if TerminalRestorer.takeStop() {
      run.stopTime(during: screen.suspend)
      shown = []
    }
    let orientation = run.simulation.scenario.tilt.orientation
    var tilt = run.simulation.tilt
    for key in screen.keys() {
      switch key {
      case .left: tilt = tilt.leaning(to: Vector(-1, 0), orientation)
      case .right: tilt = tilt.leaning(to: Vector(1, 0), orientation)
      case .up: tilt = tilt.leaning(to: Vector(0, 1), orientation)
      case .down: tilt = tilt.leaning(to: Vector(0, -1), orientation)
      case .character(UInt8(ascii: "u")), .character(UInt8(ascii: "U")): tilt = .upright
      case .character(UInt8(ascii: " ")): try run.perform(.pause(!run.isPaused))
      case .character(UInt8(ascii: "q")), .character(UInt8(ascii: "Q")): try run.perform(.quit)
      case .character: break
      }
    }
    if tilt != run.simulation.tilt { try hold(tilt, in: run) }
  }

  /// Applies a tilt set by keys; it replaces the scenario's tilt source.
  private func hold(_ tilt: Tilt, in run: Run) throws {
    do { try run.perform(.tilt(tilt)) } catch let error as RequestError {
      return printWarning(error.description)
    }
    hasTilted = true
    if run.simulation.tilt != tilt {
      printWarning("an animation of the scenario turns the tilt; the keys have no say")
    }
  }

  /// Draws the current state, at most thirty times a second, and only if the terminal has received the previous frame.
  func didServe(in run: Run) {
    let now = clock.now()
    guard let screen else { return drawLine(run, now) }
    guard now - lastDrawn >= .milliseconds(33), screen.isReady else { return }
    lastDrawn = now
    let size = screen.size
    if size != shownSize {
      (shown, shownSize) = ([], size)
      screen.write("\u{1B}[2J")
    }
    var lines: [String] = []
    let note = note(now)?.lineForTerminal.wrapped(to: size.columns).prefix(Self.mostNoteLines) ?? []
    let rows = size.rows - 2 - note.count
    if rows >= 1 {
      let displayList = DisplayList(run.simulation, [.shapes, .constraints])
      lines = TerminalPicture(displayList, columns: size.columns, rows: rows).lines(colors)
    }
    lines.append(fit(status(run, columns: size.columns), size.columns))
    lines += note
    lines.append(fit(Self.help, size.columns))
    var text = "\u{1B}[?2026h"
    for (row, line) in lines.suffix(size.rows).enumerated() {
      if shown.indices.contains(row), shown[row] == line { continue }
      text += "\u{1B}[\(row + 1);1H\(line)\u{1B}[K"
    }
    shown = Array(lines.suffix(size.rows))
    screen.write(text + "\u{1B}[?2026l")
  }

  /// Draws one line, and overwrites it twice a second.
  private func drawLine(_ run: Run, _ now: Duration) {
    guard now - lastDrawn >= .milliseconds(500) else { return }
    lastDrawn = now
    let line = status(run, columns: .max).lineForTerminal
    let rest = max(0, (shown.first?.count ?? 0) - line.count)
    StandardStream.error.write("\r" + line + String(repeating: " ", count: rest))
    shown = [line]
  }

  private static let mostNoteLines = 4

  /// The newest warning, shown for six seconds.
  private func note(_ now: Duration) -> String? {
    guard let newest = DeferredWarnings.newest else { return nil }
    if newest.count != noteCount { (noteCount, noteTime) = (newest.count, now) }
    return now - noteTime < .seconds(6) ? newest.text : nil
  }

  private static let help = "← ↑ ↓ → tilt   u upright   space pause   q quit"

  /// Returns the status, with as many parts as fit.
  private func status(_ run: Run, columns: Int) -> String {
    let (simulation, tilt) = (run.simulation, run.simulation.tilt)
    var parts = [
      simulation.scenario.name, "\(simulation.time.fixed(2)) s",
      "tilt \(tilt.x.fixed(2)) \(tilt.y.fixed(2))",
      counted(simulation.bodies.count, "body", "bodies"),
    ]
    let asleep = simulation.asleep.count
    if asleep > 0 { parts.append("\(asleep) asleep") }
    if let second = newestSecond {
      parts.append("×\(second.realTimeFactor.fixed(2))")
      parts.append("load \((second.load * 100).fixed(1)) %")
      if second.droppedTicks > 0 { parts.append("\(second.droppedTicks) ticks dropped") }
    } else if run.speed != 1 {
      parts.append("×\(run.speed)")
    }
    if run.isPaused { parts.insert("PAUSED", at: 0) }
    while parts.count > 1, parts.joined(separator: "   ").count > columns { parts.removeLast() }
    return parts.joined(separator: "   ")
  }

  private func fit(_ text: String, _ columns: Int) -> String {
    String(text.lineForTerminal.prefix(columns))
  }
}

extension Tilt {
  /// Returns the tilt, turned by up to 15° so that gravity points more towards a side of the world; 1 g towards that
  /// side if there was no tilt.
  func leaning(to side: Vector, _ orientation: Orientation) -> Tilt {
    // The side in device axes.
    let sides = [Vector(-1, 0), Vector(1, 0), Vector(0, -1), Vector(0, 1)]
    let side =
      sides.first { orientation.gravity(of: Tilt(x: $0.x, y: $0.y), magnitude: 1) == side } ?? side
    let now = Vector(x, y)
    guard now.length > 0.05 else { return Tilt(x: side.x, y: side.y) }
    let way = now * (1 / now.length)
    let turn = 0.2588190451025207  // sin 15°
    let keep = 0.9659258262890683  // cos 15°
    let cross = way.cross(side)
    guard way.dot(side) < keep else { return Tilt(x: side.x * now.length, y: side.y * now.length) }
    // If the side is straight opposite, turn to the left.
    let sign = cross < 0 ? -1.0 : 1
    let turned = Vector(now.x * keep - now.y * turn * sign, now.x * turn * sign + now.y * keep)
    return Tilt(x: turned.x, y: turned.y)
  }
}

extension String {
  /// Returns the text as lines of at most `columns` characters; only words longer than a line are split.
  func wrapped(to columns: Int) -> [String] {
    var lines: [String] = []
    for word in split(separator: " ") {
      if let last = lines.last, last.count + word.count < columns {
        lines[lines.count - 1] += " " + word
      } else {
        var rest = word
        while rest.count > columns {
          lines.append(String(rest.prefix(columns)))
          rest = rest.dropFirst(columns)
        }
        lines.append(String(rest))
      }
    }
    return lines
  }
}
