import Chipmunk
import Foundation
import TestSupport
import Testing
import Tiltbox

@testable import TiltboxFiles

@Suite("Formulas")
struct FormulaTests {
  /// A world with a box in it, whose lowest point is 200 above the floor.
  private let names: FormulaNames = {
    let box = BodyDescription(
      id: "box",
      shapes: [
        ShapeDescription(.box(width: 30, height: 40), surface: Surface(elasticity: 0.5))
      ],
      position: Vector(50, 221),
      velocity: Vector(3, -4),
      mass: 2
    )
    return FormulaNames(
      Scenario(walls: Scenario.Walls(width: 300, height: 400), bodies: [box]),
      box
    )
  }()

  private func value(_ text: String) -> Double? {
    try? Formula.number(of: text, names)
  }

  private static let functions: [(String, @Sendable (Double) -> Double)] = [
    ("y - g*t^2/2", { 221 - 500 * $0 * $0 }), ("-vx*-t", { 3 * $0 }),
    ("exp(-t)*sin(t)", { exp(-$0) * sin($0) }), ("max(t, 1)^2", { max($0, 1) * max($0, 1) }),
  ]

  @Test(
    "of time have the right value at each time",
    arguments: functions
  )
  func times(text: String, expected: @Sendable (Double) -> Double) throws {
    guard case .function(let function) = try ofTime(text) else {
      return #expect(Bool(false), "no function")
    }
    for time in [0, 0.3, 1, 2.5] {
      #expect(abs(function(time) - expected(time)) <= 1e-12 * (1 + abs(expected(time))))
    }
  }

  @Test("a formula without the time is a number, and its mistakes are reported at once")
  func timeless() throws {
    guard case .number(let height) = try ofTime("2*h") else {
      return #expect(Bool(false), "no number")
    }
    #expect(height == 400)
    #expect(throws: FormulaError.self) { try ofTime("t*(1/0)") }
    #expect(throws: FormulaError.self) { try ofTime("t*sqrt(-1)") }
    #expect(throws: FormulaError.self) { try ofTime("sin(t, 1)") }
    #expect(error("t")?.message.contains("the time is for a body's number") == true)
  }

  private func ofTime(_ text: String) throws(FormulaError) -> FormulaValues.Value {
    try Formula.value(of: text, FormulaValues(names.withTime))
  }

  private func error(_ text: String) -> FormulaError? {
    do {
      _ = try Formula.number(of: text, names)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "have the right value",
    arguments: [
      ("1", 1), ("1.5e3", 1500), (".5", 0.5), ("1/120", 1.0 / 120), ("2+3*4", 14), ("(2+3)*4", 20),
      ("10-4-3", 3), ("24/4/3", 2), ("2^3^2", 512), ("-2^2", -4), ("2^-1", 0.5), ("--2", 2),
      ("2*-3", -6), (" 1 + 2 ", 3), ("sqrt(2*h/g)", (2 * 200.0 / 1000).squareRoot()),
      ("pi", Double.pi), ("sin(pi/2)", 1), ("atan2(1, 1)*4", Double.pi), ("max(1, min(5, 3))", 3),
      ("abs(-2)", 2), ("ln(exp(2))", 2), ("floor(1.7)+ceil(1.2)+round(1.5)", 5),
      ("h*elasticity^2", 50), ("mass*moment", 2 * 2 * 2500.0 / 12), ("vx^2+vy^2", 25),
      ("width+height+x+y", 971), ("g*step*damping", 1000.0 / 120),
      ("wallFriction/wallElasticity", 0.5 / 0.8), ("cos(angle)", 1),
    ] as [(String, Double)]
  )
  func values(text: String, number: Double) throws {
    let value = try Formula.number(of: text, names)
    #expect(abs(value - number) <= 1e-12 * abs(number))
  }

  private static let operand = "expected a number, a name or a parenthesis in the formula"

  @Test(
    "report the place and kind of a mistake",
    arguments: [
      ("", 0, "\(operand), got the end; complete it"),
      ("1+", 2, "\(operand), got the end; complete it"),
      ("2h", 1, "expected an operator in the formula, got \"h\"; write 2*h"),
      ("2*h t", 4, "t is not known; the time is for a body's number, as in y: y - g*t^2/2"),
      ("2 (h + 1)", 2, "expected an operator in the formula, got \"(\"; write 2*(h + 1)"),
      (
        "sqrt(2h/g)", 6,
        #"expected a comma or a closing parenthesis in the formula, got "h"; write sqrt(2*h/g)"#
      ),
      ("3*(2 h)", 5, #"expected a closing parenthesis in the formula, got "h"; write 3*(2*h)"#),
      ("h % 2", 2, "there is no %; write h - 2*floor(h/2)"),
      ("9 + 2*h%(g+1) - 1", 7, "there is no %; write 9 + (2*h - (g+1)*floor(2*h/(g+1))) - 1"),
      ("=5+1", 0, "the formula begins with =, which it does not need here; drop it"),
      ("9 + 10·h", 6, "a product is written *; write 9 + 10*h"),
      ("2×h", 1, "a product is written *; write 2*h"),
      ("h÷2", 1, "a quotient is written /; write h/2"),
      ("h − 2", 2, "a minus sign is written -; write h - 2"),
      ("√(2*h/g)", 0, "a square root is written sqrt; write sqrt(2*h/g)"),
      ("√ h + √2", 0, "a square root is written sqrt; write sqrt(h) + sqrt(2)"),
      ("vx² + 1", 2, "a power is written ^; write vx^2 + 1"),
      ("h**2", 1, "a power is written ^; write h^2"),
      ("gravity", 0, "gravity is not known; did you mean g?"),
      ("(1", 2, "expected a closing parenthesis in the formula, got the end; put ) before it"),
      ("1)", 1, "expected an operator in the formula, got \")\"; drop it"),
      ("1..2", 0, "1..2 is not a number; write one such as 2.5 or 1e3"),
      ("1e", 0, "1e is not a number; write one such as 2.5 or 1e3"),
      ("1e999", 0, "1e999 is not a number; write one such as 2.5 or 1e3"),
      ("2*gg", 2, "gg is not known; did you mean g?"),
      ("0.5 g h^2", 4, "expected an operator in the formula, got \"g\"; write 0.5*g*h^2"),
      ("1 + Math.sqrt(2)", 4, "there is no Math; write 1 + sqrt(2)"),
      ("Math.PI*np.sin(1)", 0, "there is no Math; write pi*np.sin(1)"),
      ("pow(2, 3)", 0, "pow is not known; write x^y"),
      ("mean(y < 50)", 0, "mean is not known; write (x + y)/2"),
      ("tanh(2)", 0, "tanh is not known; write (exp(2*x) - 1)/(exp(2*x) + 1)"),
      ("2*e^(-h)", 2, "e is not known; write exp(x)"),
      ("|h|", 0, "an absolute value is written abs(x)"),
      ("2*sin(30 deg) + 1", 9, "an angle is in radians; write 2*sin(30*pi/180) + 1"),
      ("log(2)", 0, "log is not known; did you mean ln?"),
      ("h > 2 ? 3 : 4", 2, "a formula has no conditions; compute it with min, max and floor"),
      ("3 if h else 4", 2, "a formula has no conditions; compute it with min, max and floor"),
      ("sqrt()", 0, "sqrt takes 1 number, not 0; write sqrt(x)"),
      ("sqr(4)", 0, "sqr is not known; did you mean sqrt?"),
      ("sqrt", 0, "sqrt is a function; give its number in parentheses"),
      ("y(1)", 0, "y is no function; drop the parentheses, or put * before them"),
      ("sqrt(1, 2)", 0, "sqrt takes 1 number, not 2; write sqrt(x)"),
      ("max(1)", 0, "max takes 2 numbers, not 1; write max(x, y)"),
      ("sqrt(-4)", 0, "sqrt(-4) is not a real number; change its numbers"),
      ("1 + 2/0", 5, "2 is divided by 0; divide it by another number"),
      ("exp(1000)", 0, "exp(1000) is too large; give smaller numbers"),
      ("10^400", 2, "10^400 is too large; give smaller numbers"),
      ("(-8)^0.5", 4, "(-8)^0.5 is not a real number; change its numbers"),
      ("1e300*1e300", 5, "the product is too large; give smaller numbers"),
      ("$(rm -rf x)", 0, "\(operand), got \"$\"; drop it, or put a number before it"),
    ] as [(String, Int, String)]
  )
  func mistakes(text: String, offset: Int, message: String) {
    #expect(error(text) == FormulaError(offset: offset, message: message))
  }

  @Test("know the time where they may contain it, and name it by its name")
  func time() {
    func message(_ text: String) -> String? {
      do { _ = try ofTime(text) } catch { return error.message }
      return nil
    }
    #expect(message("time") == "time is not known; the time is called t")
    #expect(message("zzz")?.contains(", step, t, ") == true)
    #expect(error("zzz")?.message.contains(", t, ") == false)
  }

  @Test("know only the world's names if there is no body")
  func worldAlone() {
    let names = FormulaNames(Scenario(), nil)
    #expect(throws: FormulaError.self) { try Formula.number(of: "h", names) }
    do {
      _ = try Formula.number(of: "moment*2", names)
    } catch {
      #expect(
        error.message == "moment is not known; it is a quantity of a body; name one with body"
      )
    }
  }

  @Test("name the walls' numbers where there are no walls")
  func wallsAbsent() {
    let names = FormulaNames(Scenario(), nil)
    let error = #expect(throws: FormulaError.self) {
      try Formula.number(of: "width", names)
    }
    #expect(
      error?.message
        == "width is not known; it is the walls' number, and there are no walls: give walls, or write a number"
    )
  }

  @Test(
    "h is the height of the lowest point above the floor, in any pose",
    arguments: [
      (Geometry.circle(radius: 10, center: Vector(3, 0)), 0.0, 90.0),
      (Geometry.box(width: 20, height: 40), Double.pi / 2, 90.0),
      (Geometry.box(width: 20, height: 20, radius: 1), Double.pi / 4, 100 - 200.0.squareRoot() - 1),
      (Geometry.segment(from: Vector(-5, 2), to: Vector(5, 2), radius: 1), 0.0, 101.0),
      (Geometry.polygon([Vector(-5, -7), Vector(5, -7), Vector(0, 9)]), Double.pi, 91.0),
    ]
  )
  func height(geometry: Geometry, angle: Double, height: Double) throws {
    let body = BodyDescription(
      id: "a",
      shapes: [ShapeDescription(geometry)],
      position: Vector(0, 100),
      angle: angle,
      mass: 1
    )
    let names = FormulaNames(Scenario(bodies: [body]), body)
    #expect(abs(try Formula.number(of: "h", names) - height) < 1e-9)
  }

  @Test(
    "always end with a finite number or an error",
    arguments: 0..<40 as Range<UInt64>
  )
  func total(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let pieces = [
      "1", "0", "2.5", "e", "-", "+", "*", "/", "^", "(", ")", ",", "h", "sqrt(", "max(", " ", "🙂",
      "1e308",
    ]
    for _ in 0..<200 {
      let count = Int.random(in: 0...30, using: &random)
      let text = (0..<count).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }
        .joined()
      if let value = value(text) {
        #expect(value.isFinite)
      } else if let error = error(text) {
        #expect(error.offset >= 0 && error.offset <= text.count)
        #expect(!error.message.isEmpty)
      }
    }
  }

  @Test("are rejected if they are too long or too deep, without overflowing the stack")
  func limits() {
    #expect(error(String(repeating: "1+", count: 200))?.message.contains("longer than 300") == true)
    for opening in ["(", "-", "2^", "sqrt("] {
      let text = String(repeating: opening, count: 290 / opening.count)
      #expect(error(text)?.message.contains("within each other") == true)
    }
  }
}
