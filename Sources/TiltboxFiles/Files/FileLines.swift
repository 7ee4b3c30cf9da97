internal import TiltboxPlatform

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
  /// Where more comes from that is no file.
  private let more: (() -> [UInt8])?
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
    (descriptor, more) = (Descriptor(number: number), nil)
    (block, unread) = ([UInt8](repeating: 0, count: 1 << 18), 0..<0)
  }

  /// The lines of some bytes.
  package init(of bytes: [UInt8]) {
    (path, descriptor, more, longestLine) = ("", nil, nil, .max)
    (block, unread) = (bytes, bytes.indices)
  }

  /// The lines of bytes that come in parts.
  ///
  /// - Parameter read: Returns the next part; none of bytes at the end.
  package init(reading read: @escaping () -> [UInt8]) {
    (path, descriptor, more, longestLine) = ("", nil, read, FileLines.longestLine)
    (block, unread) = ([], 0..<0)
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
      guard try fill() else { return .rest(line.count) }
    }
  }

  /// Reads what follows the block; false at the end.
  private mutating func fill() throws(FileError) -> Bool {
    if let more {
      block = more()
      unread = block.indices
      return !block.isEmpty
    }
    unread = 0..<0
    switch descriptor?.read(into: &block, atMost: block.count) ?? .end {
    case .bytes(let count): unread = 0..<count
    case .end, .nothing: return false
    case .failed(let code): throw FileError(path: path, code: code)
    }
    return true
  }
  /// The next bytes, whatever lines they are in; fewer at the end of the file. Memory grows with those that there are.
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
