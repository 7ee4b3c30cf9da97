internal import Chipmunk

/// What takes the bytes of a binary format, one behind another; numbers begin with their lowest byte.
package protocol ByteOutput: ~Copyable {
  mutating func append<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number)

  mutating func append(_ block: UnsafeRawBufferPointer)
}

extension ByteOutput where Self: ~Copyable {
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
}

/// Bytes on their way into memory that is there. It cannot leave the closure that it is lent to.
@safe
struct ByteCursor: ~Copyable, ByteOutput {
  /// How many bytes there are.
  private(set) var count = 0

  private let memory: UnsafeMutableRawBufferPointer

  @unsafe init(_ memory: UnsafeMutableRawBufferPointer) { unsafe self.memory = unsafe memory }

  @inline(__always)
  mutating func append<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number) {
    let place = advance(by: MemoryLayout<Number>.size)
    unsafe memory.storeBytes(of: number.littleEndian, toByteOffset: place, as: Number.self)
  }

  mutating func append(_ block: UnsafeRawBufferPointer) {
    let place = advance(by: block.count)
    unsafe UnsafeMutableRawBufferPointer(rebasing: memory[place...]).copyMemory(from: block)
  }

  @inline(__always)
  private mutating func advance(by size: Int) -> Int {
    let room = unsafe memory.count - count
    precondition(size <= room, "there is room for what is appended")
    defer { count += size }
    return count
  }
}
