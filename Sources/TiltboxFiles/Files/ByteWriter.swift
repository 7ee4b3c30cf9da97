internal import Chipmunk

/// Bytes of a binary format on their way out.
package struct ByteWriter: ByteOutput {
  /// How many bytes there are.
  package private(set) var count = 0

  /// The bytes, and room for more: what is written goes into memory that is there.
  private var memory: [UInt8] = []

  package init() {}

  package var bytes: ArraySlice<UInt8> { memory[..<count] }

  /// Forgets the oldest bytes. O(bytes that stay).
  package mutating func removeFirst(_ count: Int) {
    let (old, rest) = (self.count, self.count - count)
    precondition(count >= 0 && rest >= 0, "only what is there is forgotten")
    unsafe memory.withUnsafeMutableBytes { memory in
      unsafe UnsafeMutableRawBufferPointer(rebasing: memory[..<rest])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[count..<old]))
    }
    self.count = rest
  }

  /// Makes room behind the bytes, at least twice as much as there was.
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

  /// Appends what `write` appends, which has at most so many bytes: the way for many short ones.
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

  /// Writes over what is there already.
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

  /// Writes over what is there already, many numbers in one pass.
  mutating func withBytes(_ write: (UnsafeMutableRawBufferPointer) -> Void) {
    unsafe memory.withUnsafeMutableBytes { unsafe write($0) }
  }
}
