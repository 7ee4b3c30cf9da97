import Foundation
import Synchronization
import Testing
import TiltboxFiles

@Suite("Writing to descriptors")
struct DescriptorTests {
  @Test("writes all bytes, at the descriptor's place or at a given one")
  func places() throws {
    let path = NSTemporaryDirectory() + "tiltbox-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let file = try #require(FileHandle(forWritingAtPath: path))
    let descriptor = Descriptor(number: file.fileDescriptor)
    #expect(descriptor.writeAll(Array("abcdef".utf8)) == nil)
    #expect(descriptor.writeAll(Array("XY".utf8), at: 1) == nil)
    #expect(descriptor.writeAll(Array("g".utf8)) == nil)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "aXYdefg")
  }

  @Test("returns the system's error number: for a pipe without a writing end")
  func readOnly() {
    let pipe = Pipe()
    let code = Descriptor(number: pipe.fileHandleForReading.fileDescriptor).writeAll([1])
    #expect(code == EBADF)
  }

  @Test("without waiting, writes no more than fits into a pipe that nobody reads")
  func unread() throws {
    let pipe = Pipe()
    let bytes = (0..<300_001).map { UInt8(truncatingIfNeeded: $0) }
    Descriptor(number: pipe.fileHandleForWriting.fileDescriptor).writeWithoutWaiting(bytes)
    try pipe.fileHandleForWriting.close()
    let written = try #require(try pipe.fileHandleForReading.readToEnd())
    #expect(written.count > 4096 && bytes.starts(with: written))
  }

  @Test("writes more than a pipe holds while a reader drains it")
  func pipe() {
    let pipe = Pipe()
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
    let code = Mutex<Int32?>(nil)
    // A task would wait for a thread of the pool, which this test and others block.
    Thread.detachNewThread {
      let writing = pipe.fileHandleForWriting
      code.withLock { $0 = Descriptor(number: writing.fileDescriptor).writeAll(bytes) }
      try? writing.close()
    }
    // The difference of unequal arrays, which == would show, takes more than a minute.
    #expect(pipe.fileHandleForReading.readDataToEndOfFile().elementsEqual(bytes))
    #expect(code.withLock { $0 } == nil)
  }
}
