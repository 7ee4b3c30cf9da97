internal import CPlatform

/// The lines of the processor's cache that a step of a box reads. While one box steps, those of the next are fetched:
/// hundreds of boxes do not fit into the cache, and steps of small boxes are short.
@safe
struct CacheLines {
  /// In bytes.
  private static let size: UInt = 64
  /// A box with more lines takes long enough for the processor to fetch them by itself.
  private static let most = 256

  private let addresses: [UnsafeRawPointer?]

  init(of box: Environment) {
    var lines: Set<UInt> = []
    unsafe box.visitMemory { start, count in
      if lines.count > Self.most { return }
      let first = UInt(bitPattern: start)
      // An object has as many bytes as were allocated for it.
      let bytes = count == .max ? unsafe Int(CPlatformAllocatedSize(start)) : count
      guard bytes > 0 else { return }
      lines.formUnion(first / Self.size...(first + UInt(bytes) - 1) / Self.size)
    }
    let kept = lines.count <= Self.most ? lines.sorted() : []
    unsafe addresses = unsafe kept.map { unsafe UnsafeRawPointer(bitPattern: $0 * Self.size) }
  }

  /// Starts to fetch the lines. Memory that has been freed since is not read.
  func fetch() { unsafe CPlatformFetch(addresses, addresses.count) }
}
