internal import Chipmunk

/// Bytes of a binary format on their way out; numbers begin with their lowest byte.
package struct ByteWriter {
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

  package mutating func append(_ number: Double) { append(number.bitPattern) }

  package mutating func append(_ block: [UInt8]) { append(block[...]) }

  package mutating func append(_ block: ArraySlice<UInt8>) {
    unsafe block.withUnsafeBytes { unsafe append($0) }
  }

  /// The bytes of a text, and nothing that says how many.
  package mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { unsafe append(UnsafeRawBufferPointer($0)) }
  }

  /// The numbers of an array as they are in memory.
  mutating func append(memoryOf numbers: [some BitwiseCopyable]) {
    unsafe numbers.withUnsafeBytes { unsafe append($0) }
  }

  /// The numbers of states, six of each: x, y, angle, vx, vy, w.
  mutating func append(_ states: [BodyState]) {
    // A state is these six doubles and nothing else.
    precondition(MemoryLayout<BodyState>.stride == 48, "a state has six numbers")
    unsafe states.withUnsafeBytes { unsafe append($0) }
  }

  private mutating func append(_ block: UnsafeRawBufferPointer) {
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
