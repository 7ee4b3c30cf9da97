internal import Synchronization

/// Warnings that are held back while a run uses the whole screen, where they would be lost.
enum DeferredWarnings {
  private static let list = Mutex<[String]?>(nil)

  /// Starts to hold warnings back.
  static func hold() { list.withLock { $0 = [] } }

  /// Holds a warning back; returns false if warnings are not held back.
  static func keep(_ text: String) -> Bool {
    list.withLock { list in
      list?.append(text)
      return list != nil
    }
  }

  /// The number of warnings held back, and the newest of them.
  static var newest: (count: Int, text: String)? {
    list.withLock { list in list?.last.map { (list?.count ?? 0, $0) } }
  }

  /// Writes the warnings held back, and stops holding warnings back.
  static func release() {
    let held = list.withLock { list in
      defer { list = nil }
      return list ?? []
    }
    for text in held { printWarning(text) }
  }
}
