internal import TiltboxPlatform

/// Reads the lines of a file or of bytes one by one; memory is bounded by the longest line.
package struct FileLines: ~Copyable {
  /// A part of the input.
  package enum Piece: Hashable, Sendable {
    /// A whole line, without its line end: `\n` or `\r\n`.
    case line([UInt8])
    /// The end of the file, after the given number of bytes of an unfinished line or of zeros.
    case rest(Int)
  }

  private let path: String
  /// Reads the next block; returns the number of its bytes, 0 at the end.
  private let read: (_ block: inout [UInt8]) throws(FileError) -> Int
  private var block: [UInt8]
  private let longestLine: Int
  private var unread: Range<Int>
  /// The number of bytes in all lines so far, and before the first one: at the very beginning a byte-order mark.
  package private(set) var offset = 0

  /// The maximum length of a line, since devices have no end. A frame with the most bodies needs a tenth of it.
  package static let longestLine = 256 << 20

  /// Opens a file, to be read from an offset on.
  ///
  /// Throws `FileError`.
  package init(_ path: String, from offset: Int = 0) throws(FileError) {
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw FileError(path: path, code: errno) }
    let file = OpenDescriptor(number)
    guard offset == 0 || lseek(file.number, off_t(offset), SEEK_SET) >= 0 else {
      throw FileError(path: path, code: errno)
    }
    (self.path, longestLine, self.offset) = (path, Self.longestLine, offset)
    (block, unread) = ([UInt8](repeating: 0, count: 1 << 18), 0..<0)
    read = { block throws(FileError) in
      switch Descriptor(number: file.number).read(into: &block, atMost: block.count) {
      case .bytes(let count): return count
      case .end, .nothing: return 0
      case .failed(let code): throw FileError(path: path, code: code)
      }
    }
  }

  /// Reads the lines of bytes in memory.
  package init(of bytes: [UInt8]) {
    (path, longestLine, block, unread) = ("", .max, bytes, bytes.indices)
    read = { _ in 0 }
  }

  /// Reads the lines of bytes that arrive in parts.
  ///
  /// - Parameter read: Returns the next part; an empty array at the end.
  package init(reading read: @escaping () -> [UInt8]) {
    (path, longestLine, block, unread) = ("", Self.longestLine, [], 0..<0)
    self.read = { block in
      block = read()
      return block.count
    }
  }

  /// The end of the first unread line in the block. Wraps `memchr`, since recordings have gigabytes.
  private var lineEnd: Int? {
    unsafe block.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress,
        let end = unsafe memchr(start + unread.lowerBound, 0x0A, unread.count)
      else { return nil }
      return unsafe UnsafeRawPointer(end) - start
    }
  }

  /// Returns the next line. O(its length).
  ///
  /// Throws `FileError`, with the code `EFBIG` for a line that is too long.
  package mutating func next() throws(FileError) -> Piece {
    var line: [UInt8] = []
    while true {
      if let end = lineEnd {
        line += block[unread.lowerBound..<end]
        unread = end + 1..<unread.upperBound
        let isFirst = offset == 0
        offset += line.count + 1
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return .line(isFirst ? Array(line[...].withoutByteOrderMark) : line)
      }
      line += block[unread]
      guard line.count <= longestLine else {
        throw FileError.tooLong(path, limit: longestLine, of: "one with lines")
      }
      guard try fill() else { return .rest(line.count) }
    }
  }

  /// Reads the next block; returns false at the end.
  private mutating func fill() throws(FileError) -> Bool {
    unread = 0..<0
    unread = 0..<(try read(&block))
    return !unread.isEmpty
  }

  /// Returns the next bytes regardless of lines; fewer at the end of the file. Memory grows with the bytes read.
  ///
  /// Throws `FileError`.
  package mutating func bytes(_ count: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      if unread.isEmpty, try !fill() { return bytes }
      let taken = unread.prefix(count - bytes.count)
      bytes += block[taken]
      unread = taken.upperBound..<unread.upperBound
    }
    return bytes
  }
}

extension ArraySlice<UInt8> {
  /// The bytes after a byte-order mark, if they begin with one.
  package var withoutByteOrderMark: ArraySlice<UInt8> {
    starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self
  }
}

/// Splits chunks of bytes of any size into numbered lines, in constant memory.
///
/// Does not interpret the lines: tilts and other commands may share one input. Lines exclude the line
/// end (`\n` or `\r\n`) and a byte-order mark at the very beginning.
struct LineSplitter {
  /// The maximum length of a line, in bytes; longer lines are reported as `nil`.
  static let longestLine = 1 << 20

  /// The number of lines so far, over-long ones included; also the number of the newest line.
  private(set) var lineCount = 0
  /// The beginning of an unfinished line.
  private(set) var pending: [UInt8] = []
  private var isSkipping = false

  /// Receives a line's number and its bytes.
  typealias Receiver<E: Error> = (_ number: Int, _ line: Span<UInt8>?) throws(E) -> Void

  /// Calls `body` with each line that ends in `chunk`; keeps the rest for the next chunk.
  ///
  /// - Parameters:
  ///   - chunk: Bytes that follow those of the last call. O(n).
  ///   - body: Receives the line's number, from 1, and its bytes. For a line longer than
  ///     `longestLine` it receives `nil` instead, once, as soon as the line exceeds the limit.
  /// - Throws: The errors of `body`.
  mutating func feed<E: Error>(_ chunk: Span<UInt8>, _ body: Receiver<E>) throws(E) {
    for index in chunk.indices {
      if chunk[index] == UInt8(ascii: "\n") {
        try endLine(body)
      } else if !isSkipping {
        pending.append(chunk[index])
        // A carriage return at the end does not count.
        if pending.count > Self.longestLine + 1 { try skipLine(body) }
      }
    }
  }

  /// Calls `body` with a last line that lacks a line end, if there is one.
  mutating func finish<E: Error>(_ body: Receiver<E>) throws(E) {
    if isSkipping || !pending.isEmpty { try endLine(body) }
  }

  private mutating func skipLine<E: Error>(_ body: Receiver<E>) throws(E) {
    pending = []
    isSkipping = true
    lineCount += 1
    try body(lineCount, nil)
  }

  private mutating func endLine<E: Error>(_ body: Receiver<E>) throws(E) {
    if isSkipping { return isSkipping = false }
    lineCount += 1
    defer { pending.removeAll(keepingCapacity: true) }
    var range = pending.indices
    if pending.last == UInt8(ascii: "\r") { range.removeLast() }
    if lineCount == 1 { range.removeFirst(pending.count - pending[...].withoutByteOrderMark.count) }
    guard range.count <= Self.longestLine else { return try body(lineCount, nil) }
    try body(lineCount, pending.span.extracting(range))
  }
}
