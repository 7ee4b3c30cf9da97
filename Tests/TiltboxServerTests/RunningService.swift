import Chipmunk
import Synchronization
import Tiltbox
import TiltboxServer

/// A service that runs on its own port until the body of a test ends.
final class RunningService: Sendable {
  let service: LiveService
  private let isStopped = Atomic(false)
  private let hasEnded = Atomic(false)

  var port: Int { service.port }

  private init(_ scenes: [Scene], _ options: ServerOptions, _ live: LiveOptions) throws {
    service = try LiveService(scenes, options, live: live)
  }

  /// Stops the run, and waits until it has ended.
  func stop() {
    isStopped.store(true, ordering: .releasing)
    let end = MonotonicClock().now() + .seconds(10)
    while !hasEnded.load(ordering: .acquiring), MonotonicClock().now() < end {
      MonotonicClock().sleep(until: MonotonicClock().now() + .milliseconds(1))
    }
    service.stop()
  }

  static func with(
    _ scenes: [Scene] = [Scene(name: "box") { .box() }],
    _ options: ServerOptions = ServerOptions(),
    _ live: LiveOptions = LiveOptions(),
    _ body: (RunningService) throws -> Void
  ) throws {
    let running = try RunningService(scenes, options, live)
    try LoopThread.start {
      try? running.service.run { running.isStopped.load(ordering: .acquiring) }
      running.hasEnded.store(true, ordering: .releasing)
    }
    defer { running.stop() }
    try body(running)
  }
}

extension Scenario {
  /// A crate that rests on the floor of a box.
  static func box(name: String = "box") -> Scenario {
    Scenario(
      name: name,
      walls: Walls(width: 300, height: 300),
      bodies: [
        BodyDescription(
          id: "crate",
          shapes: [
            ShapeDescription(.box(width: 32, height: 32), surface: Surface(friction: 0.5))
          ],
          position: .init(150, 17),
          mass: 100
        )
      ]
    )
  }
}
