/// A version of QR code (its size), at error correction level L.
struct QRVersion {
  let number: Int
  /// The number of codewords in all, the number of error correction codewords per block, and the number of blocks.
  let total: Int
  let correction: Int
  let blocks: Int
  /// The centres of the alignment patterns, in both directions.
  let alignment: [Int]

  private static let all = [
    QRVersion(number: 1, total: 26, correction: 7, blocks: 1, alignment: []),
    QRVersion(number: 2, total: 44, correction: 10, blocks: 1, alignment: [6, 18]),
    QRVersion(number: 3, total: 70, correction: 15, blocks: 1, alignment: [6, 22]),
    QRVersion(number: 4, total: 100, correction: 20, blocks: 1, alignment: [6, 26]),
    QRVersion(number: 5, total: 134, correction: 26, blocks: 1, alignment: [6, 30]),
    QRVersion(number: 6, total: 172, correction: 18, blocks: 2, alignment: [6, 34]),
    QRVersion(number: 7, total: 196, correction: 20, blocks: 2, alignment: [6, 22, 38]),
    QRVersion(number: 8, total: 242, correction: 24, blocks: 2, alignment: [6, 24, 42]),
    QRVersion(number: 9, total: 292, correction: 30, blocks: 2, alignment: [6, 26, 46]),
    QRVersion(number: 10, total: 346, correction: 18, blocks: 4, alignment: [6, 28, 50]),
  ]

  /// Returns the smallest version that holds `bytes` bytes; nil if there is none.
  static func smallest(for bytes: Int) -> QRVersion? { all.first { bytes <= $0.capacity } }

  private var dataCount: Int { total - correction * blocks }
  private var lengthBits: Int { number < 10 ? 8 : 16 }
  private var capacity: Int { (dataCount * 8 - 4 - lengthBits) / 8 }

  /// Returns the bytes as codewords, with error correction, interleaved.
  func codewords(of bytes: [UInt8]) -> [UInt8] {
    func interleaved(_ blocks: [[UInt8]]) -> [UInt8] {
      let longest = blocks.map(\.count).max() ?? 0
      return (0..<longest).flatMap { place in
        blocks.filter { place < $0.count }.map { $0[place] }
      }
    }
    let parts = split(data(of: bytes))
    let corrections = parts.map { ReedSolomon.remainder(of: $0, count: correction) }
    return interleaved(parts) + interleaved(corrections)
  }

  private func data(of bytes: [UInt8]) -> [UInt8] {
    var bits: [Bool] = []
    func append(_ value: Int, _ count: Int) {
      for index in (0..<count).reversed() { bits.append(value >> index & 1 == 1) }
    }
    let byteMode = 4
    append(byteMode, 4)
    append(bytes.count, lengthBits)
    for byte in bytes { append(Int(byte), 8) }
    append(0, min(4, dataCount * 8 - bits.count))
    append(0, (8 - bits.count % 8) % 8)
    var data = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
    }
    var padding: UInt8 = 0xEC
    while data.count < dataCount {
      data.append(padding)
      padding ^= 0xEC ^ 0x11
    }
    return data
  }

  /// Splits data into blocks of equal length. If the data does not divide evenly, the last blocks have one codeword
  /// more.
  private func split(_ data: [UInt8]) -> [[UInt8]] {
    let short = dataCount / blocks
    let shortBlocks = blocks - dataCount % blocks
    var start = 0
    return (0..<blocks).map { block in
      let end = start + short + (block < shortBlocks ? 0 : 1)
      defer { start = end }
      return Array(data[start..<end])
    }
  }
}

/// Reed–Solomon codes over GF(2⁸) with the polynomial x⁸ + x⁴ + x³ + x² + 1.
enum ReedSolomon {
  /// Returns the error correction codewords of a block.
  static func remainder(of data: [UInt8], count: Int) -> [UInt8] {
    var divisor = [UInt8](repeating: 0, count: count - 1) + [1]
    var root: UInt8 = 1
    for _ in 0..<count {
      for index in 0..<count {
        divisor[index] = product(divisor[index], root)
        if index + 1 < count { divisor[index] ^= divisor[index + 1] }
      }
      root = product(root, 2)
    }
    var remainder = [UInt8](repeating: 0, count: count)
    for byte in data {
      let factor = byte ^ remainder.removeFirst()
      remainder.append(0)
      for index in 0..<count { remainder[index] ^= product(divisor[index], factor) }
    }
    return remainder
  }

  private static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
    var result = 0
    for index in (0..<8).reversed() {
      result = result << 1 ^ (result >> 7) * 0x11D
      result ^= Int(b >> UInt8(index) & 1) * Int(a)
    }
    return UInt8(result)
  }
}
