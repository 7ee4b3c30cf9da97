/// A bouncing ball by keyframes, by samples, by a timer, by measured frames and by physics, drawn over one another:
///
///     swift run BouncingBall > ball.svg
@main
enum BouncingBall {
  static func main() async throws {
    print(Drawing(ways: try await Ways.all()).svg, terminator: "")
  }
}
