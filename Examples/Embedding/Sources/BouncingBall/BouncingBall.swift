/// A bouncing ball by keyframes, by samples, by a timer, by measured frames and by physics, drawn over one another:
///
///     swift run BouncingBall > ball.svg
@main
enum BouncingBall {
  static func main() throws { print(Drawing(ways: try Ways.all()).svg, terminator: "") }
}
