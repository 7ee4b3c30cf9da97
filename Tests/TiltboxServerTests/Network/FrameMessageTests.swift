import Chipmunk
import NIOCore
import Testing
import Tiltbox

@testable import TiltboxServer

@Suite("Frame messages")
struct FrameMessageTests {
  private let frame = Frame(
    tick: 0x0102_0304_0506,
    time: 1.25,
    gravity: Vector(0.5, -1000),
    bodies: (0..<33).map(String.init),
    states: (0..<33).map { BodyState(position: Vector(Double($0), -2), angle: 0.5) },
    asleep: [0, 31, 32],
    list: 7,
    contacts: [Frame.Contact(point: Vector(3, 4), impulse: 5)]
  )

  @Test("have the documented bytes")
  func bytes() throws {
    var buffer = FrameMessage.binary(frame)
    func float() -> Float? {
      buffer.readInteger(endianness: .little, as: UInt32.self).map(Float.init(bitPattern:))
    }
    #expect(buffer.readableBytes == 40 + 33 * 12 + 2 * 4 + 12)
    #expect(buffer.readBytes(length: 4) == [0x46, 1, 0, 0])
    #expect(buffer.readBytes(length: 4) == [7, 0, 0, 0])
    #expect(buffer.readBytes(length: 8) == [6, 5, 4, 3, 2, 1, 0, 0])
    #expect(buffer.readInteger(endianness: .little, as: UInt64.self) == (1.25).bitPattern)
    #expect(float() == 0.5 && float() == -1000)
    #expect(buffer.readBytes(length: 8) == [33, 0, 0, 0, 1, 0, 0, 0])
    for index in 0..<33 { #expect(float() == Float(index) && float() == -2 && float() == 0.5) }
    #expect(buffer.readBytes(length: 8) == [1, 0, 0, 0x80, 1, 0, 0, 0])
    #expect(float() == 3 && float() == 4 && float() == 5)
  }

  @Test("have a JSON form, which extends a recording's line")
  func json() {
    let text = String(buffer: FrameMessage.json(frame))
    #expect(
      text.hasPrefix(
        #"{"kind":"frame","list":7,"tick":1108152157446,"t":1.25,"gravity":[0.5,-1000],"bodies":[[0,-2,0.5,0,0,0],"#
      )
    )
    #expect(text.hasSuffix(#""asleep":[0,31,32],"contacts":[[3,4,5]]}"#))
  }
}
