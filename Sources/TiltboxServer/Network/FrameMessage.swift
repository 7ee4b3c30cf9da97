internal import Chipmunk
internal import NIOCore
internal import Tiltbox
internal import TiltboxFiles

/// Encodes a frame for viewers. `docs/live.md` describes the bytes.
enum FrameMessage {
  static let version: UInt8 = 1

  /// Returns the little-endian binary form: 40 bytes, 12 per body, then the bits of sleeping bodies, the contacts and
  /// the animated values.
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

  /// Returns the frame as in a recording's `frame` line, plus `list`, `asleep` and `contacts`.
  static func json(_ frame: Frame) -> ByteBuffer {
    var text = TextBuffer()
    let (tick, list) = (frame.tick, frame.list)
    JSONLines.begin(frame: tick, list: list, frame.time, frame.gravity, frame.states, to: &text)
    text.append(",\"asleep\":")
    text.append(list: frame.asleep) { $1.append($0) }
    text.append(",\"contacts\":")
    text.append(list: frame.contacts) { contact, text in
      JSONLines.append([contact.point.x, contact.point.y, contact.impulse], to: &text)
    }
    JSONLines.append(values: frame.values, to: &text)
    text.append("}")
    return ByteBuffer(bytes: text.bytes)
  }
}
