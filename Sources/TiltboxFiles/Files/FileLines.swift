#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// The lines of a file, one at a time, in memory that only the longest line determines; or those of bytes in memory.
package struct FileLines: ~Copyable {
  /// What comes next.
  package enum Piece: Hashable, Sendable {
    /// A whole line, without its end.
    case line([UInt8])
    /// The end of the file, after so many bytes of a line that has no end, or of zeros.
    case rest(Int)
  }

  private let path: String
  /// Where more comes from; nil for bytes in memory.
  private let descriptor: Descriptor?
  private var block: [UInt8]
  private let longestLine: Int
  private var unread: Range<Int>

  /// How long a line is at most: devices have no end. The frames of the most bodies need a tenth of it.
  package static let longestLine = 256 << 20

  /// Opens a file, to be read from some byte on.
  ///
  /// Throws `FileError`.
  package init(
    _ path: String,
    from offset: Int = 0,
    longestLine: Int = FileLines.longestLine
  ) throws(FileError) {
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw FileError(path: path, code: errno) }
    guard offset == 0 || lseek(number, off_t(offset), SEEK_SET) >= 0 else {
      defer { _ = close(number) }
      throw FileError(path: path, code: errno)
    }
    (self.path, self.longestLine) = (path, longestLine)
    descriptor = Descriptor(number: number)
    (block, unread) = ([UInt8](repeating: 0, count: 1 << 18), 0..<0)
  }

  /// The lines of some bytes.
  package init(of bytes: [UInt8]) {
    (path, descriptor, longestLine) = ("", nil, .max)
    (block, unread) = (bytes, bytes.indices)
  }

  deinit {
    if let descriptor { _ = close(descriptor.number) }
  }

  /// Where the first unread line of the block ends. Wraps `memchr`, since a recording has gigabytes.
  private var lineEnd: Int? {
    unsafe block.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress,
        let end = unsafe memchr(start + unread.lowerBound, 0x0A, unread.count)
      else { return nil }
      return unsafe UnsafeRawPointer(end) - start
    }
  }

  /// The next line. O(its length).
  ///
  /// Throws `FileError`; with the code `EFBIG` for a line that is too long.
  package mutating func next() throws(FileError) -> Piece {
    var line: [UInt8] = []
    while true {
      if let end = lineEnd {
        line += block[unread.lowerBound..<end]
        unread = end + 1..<unread.upperBound
        return .line(line)
      }
      line += block[unread]
      guard line.count <= longestLine else { throw FileError.tooLong(path) }
      switch descriptor?.read(into: &block, atMost: block.count) ?? .end {
      case .bytes(let count): unread = 0..<count
      case .end, .nothing:
        unread = 0..<0
        return .rest(line.count)
      case .failed(let code): throw FileError(path: path, code: code)
      }
    }
  }
}
