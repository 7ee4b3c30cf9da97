internal import Chipmunk

/// Builds the bytes of a binary format.
package struct ByteWriter: ByteOutput {
  /// The number of bytes written.
  package private(set) var count = 0

  /// The bytes, followed by spare room: appends write into initialized memory.
  private var memory: [UInt8] = []

  package init() {}

  package var bytes: ArraySlice<UInt8> { memory[..<count] }

  /// Removes the oldest bytes. O(remaining bytes).
  package mutating func removeFirst(_ count: Int) {
    let (old, rest) = (self.count, self.count - count)
    precondition(count >= 0 && rest >= 0, "only what is there is forgotten")
    unsafe memory.withUnsafeMutableBytes { memory in
      unsafe UnsafeMutableRawBufferPointer(rebasing: memory[..<rest])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[count..<old]))
    }
    self.count = rest
  }

  /// Makes room after the bytes; at least doubles the memory when it grows.
  private mutating func reserve(_ more: Int) {
    guard count + more > memory.count else { return }
    let size = max(count + more, 2 * memory.count, 64)
    memory.append(contentsOf: repeatElement(0, count: size - memory.count))
  }

  package mutating func append<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number) {
    let (place, size) = (count, MemoryLayout<Number>.size)
    reserve(size)
    unsafe memory.withUnsafeMutableBytes { memory in
      unsafe memory.storeBytes(of: number.littleEndian, toByteOffset: place, as: Number.self)
    }
    count += size
  }

  /// Appends at most `room` bytes through a cursor, which is faster for many short values.
  mutating func append(atMost room: Int, _ write: (inout ByteCursor) -> Void) {
    let place = count
    reserve(room)
    count += unsafe memory.withUnsafeMutableBytes { memory in
      var cursor = unsafe ByteCursor(
        UnsafeMutableRawBufferPointer(rebasing: memory[place..<place + room])
      )
      write(&cursor)
      return cursor.count
    }
  }

  package mutating func append(_ block: UnsafeRawBufferPointer) {
    let place = count
    reserve(block.count)
    unsafe memory.withUnsafeMutableBytes { memory in
      unsafe UnsafeMutableRawBufferPointer(rebasing: memory[place...]).copyMemory(from: block)
    }
    count += block.count
  }

  /// Overwrites a number.
  package mutating func put<Number: FixedWidthInteger & BitwiseCopyable>(
    _ number: Number,
    at place: Int
  ) {
    precondition(
      place >= 0 && place + MemoryLayout<Number>.size <= count,
      "only what is there is written over"
    )
    unsafe memory.withUnsafeMutableBytes { memory in
      unsafe memory.storeBytes(of: number.littleEndian, toByteOffset: place, as: Number.self)
    }
  }

  /// Overwrites bytes through a pointer: many numbers in one pass.
  mutating func withBytes(_ write: (UnsafeMutableRawBufferPointer) -> Void) {
    unsafe memory.withUnsafeMutableBytes { unsafe write($0) }
  }
}
