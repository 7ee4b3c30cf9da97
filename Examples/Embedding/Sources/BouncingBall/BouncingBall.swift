/// Draws a bouncing ball that moves by keyframes, samples, a timer, measured frames and physics, in one chart:
///
///     swift run BouncingBall > ball.svg
@main
enum BouncingBall {
  static func main() async throws {
    print(Drawing(ways: try await Ways.all()).svg, terminator: "")
  }
}
