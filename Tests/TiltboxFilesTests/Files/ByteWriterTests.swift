import Testing

@testable import TiltboxFiles

@Suite("Bytes of a binary format")
struct ByteWriterTests {
  @Test("are the same by many short appends as by a single one")
  func room() {
    func write<Output: ByteOutput & ~Copyable>(to out: inout Output) {
      out.append(UInt16(0x0102))
      out.append(1.5)
      out.append("snowman ☃")
      out.varint(.max)
      out.timestamp(1, 1_700_000_000_123_456_789)
    }
    var (single, joint) = (ByteWriter(), ByteWriter())
    write(to: &single)
    joint.append(atMost: 100) { write(to: &$0) }
    #expect(Array(joint.bytes) == Array(single.bytes))
    #expect(joint.count == 2 + 8 + 11 + 10 + 2 + 6 + 5)
    joint.append(atMost: 100) { $0.append(UInt8(7)) }
    #expect(joint.bytes.last == 7)
    #expect(joint.count == single.count + 1)
  }

  @Test("end the process if they exceed the reserved room")
  func tooMany() async {
    await #expect(processExitsWith: .failure) {
      var out = ByteWriter()
      // The memory behind it is there.
      for _ in 0..<100 { out.append(UInt8(0)) }
      out.removeFirst(100)
      out.append(atMost: 7) { $0.append(UInt64(0)) }
    }
  }
}
