internal import NIOCore
internal import Tiltbox
internal import TiltboxFiles

/// How the run goes, as viewers are told once a second and when it changes.
enum StatusMessage {
  static func text(_ status: LiveFeed.Status, clients: Int) -> ByteBuffer {
    var text = TextBuffer()
    text.append("{\"kind\":\"status\",\"tick\":")
    text.append(status.tick)
    text.append(",\"t\":")
    text.append(status.time)
    text.append(",\"paused\":")
    text.append(status.isPaused ? "true" : "false")
    text.append(",\"speed\":")
    text.append(status.speed)
    text.append(",\"bodies\":")
    text.append(status.bodies)
    text.append(",\"clients\":")
    text.append(clients)
    text.append(",\"holder\":")
    if let holder = status.holder { text.append(holder) } else { text.append("null") }
    text.append(",\"locked\":")
    text.append(status.isLocked ? "true" : "false")
    if let second = status.second {
      text.append(",\"realTimeFactor\":")
      text.append(second.realTimeFactor)
      text.append(",\"load\":")
      text.append(second.load)
      text.append(",\"lateness\":")
      text.append(second.lateness.percentile(0.99).inSeconds)
      text.append(",\"dropped\":")
      text.append(second.droppedTicks)
    }
    text.append("}")
    return ByteBuffer(bytes: text.bytes)
  }
}
