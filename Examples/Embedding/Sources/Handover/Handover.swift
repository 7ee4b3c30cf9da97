import Chipmunk
import Foundation

/// Continues a space in another process, bit for bit: the program starts a second copy of itself and passes it a
/// checkpoint.
@main
enum Handover {
  static func main() throws {
    guard CommandLine.arguments.last != "continue" else { return try goOn() }
    let space = try world()
    for _ in 0..<120 { try space.step() }
    let checkpoint = try space.checkpoint().text
    for _ in 0..<240 { try space.step() }
    let here = report(space)
    let there = try output(of: "continue", input: checkpoint)
    print(here == there ? "both end with \(here)" : "here \(here)there \(there)", terminator: "")
  }

  /// Twenty balls that fall onto a floor.
  static func world() throws -> Space {
    let space = try Space()
    space.gravity = Vector(0, -1000)
    try space.ground.addShape(.segment(from: Vector(-500, 0), to: Vector(500, 0)), friction: 0.7)
    for index in 0..<20 {
      let ball = try Body(mass: 1, shape: .circle(radius: 10), friction: 0.7, elasticity: 0.5)
      ball.position = Vector(Double(index % 5) * 19, 40 + Double(index / 5) * 25)
      try space.add(ball)
    }
    return space
  }

  static func goOn() throws {
    let text = String(decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self)
    let space = try Space(restoring: Checkpoint(text))
    for _ in 0..<240 { try space.step() }
    print(report(space), terminator: "")
  }

  static func report(_ space: Space) -> String {
    let sum = space.states.reduce(Vector.zero) { $0 + $1.position }
    return "tick \(space.tick), \(space.bodies.count) balls, sum of positions \(sum)\n"
  }

  static func output(of argument: String, input: String) throws -> String {
    let (process, stdin, stdout) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = [argument]
    (process.standardInput, process.standardOutput) = (stdin, stdout)
    try process.run()
    stdin.fileHandleForWriting.write(Data(input.utf8))
    try stdin.fileHandleForWriting.close()
    return String(decoding: stdout.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }
}
