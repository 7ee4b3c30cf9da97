internal import Chipmunk
internal import NIOCore
internal import Tiltbox
internal import TiltboxFiles

/// A frame on its way to viewers. `docs/live.md` describes the bytes.
enum FrameMessage {
  static let version: UInt8 = 1

  /// Little-endian; 40 bytes, 12 for each body, and a bit more for what sleeps and touches.
  static func binary(_ frame: Frame) -> ByteBuffer {
    let (bodies, contacts) = (frame.states.count, frame.contacts.count)
    let words = (bodies + 31) / 32
    var buffer = ByteBufferAllocator().buffer(
      capacity: 40 + 12 * bodies + 4 * words + 12 * contacts
    )
    func write(_ number: Double) {
      buffer.writeInteger(Float(number).bitPattern, endianness: .little)
    }
    buffer.writeInteger(UInt8(ascii: "F"))
    buffer.writeInteger(version)
    buffer.writeInteger(UInt16(truncatingIfNeeded: frame.values.count), endianness: .little)
    buffer.writeInteger(UInt32(truncatingIfNeeded: frame.list), endianness: .little)
    buffer.writeInteger(UInt64(frame.tick), endianness: .little)
    buffer.writeInteger(frame.time.bitPattern, endianness: .little)
    write(frame.gravity.x)
    write(frame.gravity.y)
    buffer.writeInteger(UInt32(bodies), endianness: .little)
    buffer.writeInteger(UInt32(contacts), endianness: .little)
    for state in frame.states {
      write(state.position.x)
      write(state.position.y)
      write(state.angle)
    }
    var asleep = [UInt32](repeating: 0, count: words)
    for index in frame.asleep { asleep[index / 32] |= 1 << UInt32(index % 32) }
    for word in asleep { buffer.writeInteger(word, endianness: .little) }
    for contact in frame.contacts {
      write(contact.point.x)
      write(contact.point.y)
      write(contact.impulse)
    }
    for numbers in frame.values {
      buffer.writeInteger(UInt32(numbers.count), endianness: .little)
      for number in numbers { write(number) }
    }
    return buffer
  }

  /// A line of a recording's kind frame, with `list`, `asleep` and `contacts` beside.
  static func json(_ frame: Frame) -> ByteBuffer {
    var text = TextBuffer()
    text.append("{\"kind\":\"frame\",\"list\":")
    text.append(frame.list)
    text.append(",\"tick\":")
    text.append(frame.tick)
    text.append(",\"t\":")
    text.append(frame.time)
    text.append(",\"gravity\":")
    JSONLines.append(frame.gravity, to: &text)
    text.append(",\"bodies\":[")
    for (index, state) in frame.states.enumerated() {
      if index > 0 { text.append(",") }
      JSONLines.append(
        [
          state.position.x, state.position.y, state.angle, state.velocity.x, state.velocity.y,
          state.angularVelocity,
        ],
        to: &text
      )
    }
    text.append("],\"asleep\":[")
    for (index, body) in frame.asleep.enumerated() {
      if index > 0 { text.append(",") }
      text.append(body)
    }
    text.append("],\"contacts\":[")
    for (index, contact) in frame.contacts.enumerated() {
      if index > 0 { text.append(",") }
      JSONLines.append([contact.point.x, contact.point.y, contact.impulse], to: &text)
    }
    text.append("]")
    JSONLines.append(values: frame.values, to: &text)
    text.append("}")
    return ByteBuffer(bytes: text.bytes)
  }
}
