internal import NIOCore
internal import Tiltbox
internal import TiltboxJSON

/// The status of the run, which viewers receive once a second and when it changes.
enum StatusMessage {
  static func text(_ status: LiveFeed.Status, clients: Int) -> ByteBuffer {
    var members: [(String, JSON)] = [
      ("kind", .text("status")), ("tick", .whole(status.tick)), ("t", .number(status.time)),
      ("paused", .flag(status.isPaused)), ("speed", .number(status.speed)),
      ("bodies", .whole(status.bodies)), ("clients", .whole(clients)),
      ("holder", status.holder.map(JSON.whole) ?? .null), ("locked", .flag(status.isLocked)),
    ]
    if let second = status.second {
      members += [
        ("realTimeFactor", .number(second.realTimeFactor)), ("load", .number(second.load)),
        ("lateness", .number(second.lateness.percentile(0.99).inSeconds)),
        ("dropped", .whole(second.droppedTicks)),
      ]
    }
    return ByteBuffer(string: JSON.object(members).line)
  }
}
