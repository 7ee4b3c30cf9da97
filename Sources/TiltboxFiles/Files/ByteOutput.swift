internal import Chipmunk

/// A destination for the bytes of a binary format. Numbers are little-endian.
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

  /// Appends the bytes of a text, without their count.
  package mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { unsafe append(UnsafeRawBufferPointer($0)) }
  }

  /// Appends the numbers of an array in their memory representation.
  mutating func append(memoryOf numbers: [some BitwiseCopyable]) {
    unsafe numbers.withUnsafeBytes { unsafe append($0) }
  }

  /// Appends the numbers of states, six for each: x, y, angle, vx, vy, w.
  mutating func append(_ states: [BodyState]) {
    // A state consists of exactly these six doubles.
    precondition(MemoryLayout<BodyState>.stride == 48, "a state has six numbers")
    unsafe states.withUnsafeBytes { unsafe append($0) }
  }
}

/// Writes bytes into existing memory. It cannot escape the closure that borrows it.
@safe
struct ByteCursor: ~Copyable, ByteOutput {
  /// The number of bytes written.
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
