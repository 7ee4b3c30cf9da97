@testable import TiltboxCLI
@testable import TiltboxFiles

import Chipmunk
import Testing
import Tiltbox

/// Orders from memory, and their answers.
final class MemoryChannel: EnvChannel {
  private var orders: [UInt8]
  private var written: [UInt8] = []

  init(_ orders: [UInt8]) { self.orders = orders }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    // Like a pipe, return the available bytes, which are often fewer than requested.
    let count = min(buffer.count, orders.count, 5)
    unsafe buffer.copyBytes(from: orders.prefix(count))
    orders.removeFirst(count)
    return count
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws { unsafe written += Array(bytes) }

  /// The answers, as kinds and contents.
  var answers: [(kind: Character, content: [UInt8])] {
    var (answers, rest): ([(Character, [UInt8])], _) = ([], written[...])
    while let header = EnvHeader(Array(rest.prefix(EnvHeader.size))) {
      let end = rest.startIndex + EnvHeader.size + Int(header.length)
      answers.append(
        (Character(Unicode.Scalar(header.kind)), Array(rest[(end - Int(header.length))..<end]))
      )
      rest = rest[end...]
    }
    return answers
  }
}

/// A buffer of orders to send.
struct Orders {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ kind: Character, _ content: [UInt8], argument: UInt16 = 0) {
    bytes += [kind.asciiValue ?? 0, 1, UInt8(argument & 255), UInt8(argument >> 8)]
    bytes += Self.words([UInt32(content.count)]) + content
  }

  mutating func step(_ tilts: [Tilt], ticks: UInt16 = 0, isContinued: Bool = false) {
    add(isContinued ? "s" : "S", tilts.flatMap { Self.doubles([$0.x, $0.y]) }, argument: ticks)
  }

  mutating func add(_ kind: Character, _ places: [(UInt32, UInt32)]) {
    add(kind, places.flatMap { Self.words([$0.0, $0.1]) })
  }

  mutating func commands(_ text: String, isContinued: Bool = false) {
    add(isContinued ? "c" : "C", Array(text.utf8))
  }

  mutating func add(raw: [UInt8]) { bytes += raw }

  static func words(_ numbers: [UInt32]) -> [UInt8] {
    numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
  }

  static func doubles(_ numbers: [Double]) -> [UInt8] {
    numbers.flatMap { number in
      (0..<8).map { UInt8(truncatingIfNeeded: number.bitPattern >> (8 * $0)) }
    }
  }
}

/// A row, as a client reads it.
struct ReadRow: Equatable {
  let tick: Int
  let digest: Digest
  let numbers: [Double]

  /// Parses the rows of some environments.
  static func rows(_ content: [UInt8], bodies: Int) -> [ReadRow] {
    stride(from: 0, to: content.count, by: Environment.rowBytes(bodies: bodies)).map { start in
      func word(_ index: Int) -> UInt64 {
        content[(start + 8 * index)..<(start + 8 * index + 8)].reversed().reduce(0) {
          $0 << 8 | UInt64($1)
        }
      }
      return ReadRow(
        tick: Int(word(0)),
        digest: Digest(word(1)),
        numbers: (0..<6 * bodies).map { Double(bitPattern: word(2 + $0)) }
      )
    }
  }
}
