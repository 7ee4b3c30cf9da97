internal import Synchronization

/// Warnings that wait while a run has the whole screen: written beneath it they would be lost.
enum DeferredWarnings {
  private static let list = Mutex<[String]?>(nil)

  /// From now on warnings wait.
  static func hold() { list.withLock { $0 = [] } }

  /// Keeps a warning, if warnings wait.
  static func keep(_ text: String) -> Bool {
    list.withLock { list in
      list?.append(text)
      return list != nil
    }
  }

  /// How many wait, and the newest of them.
  static var newest: (count: Int, text: String)? {
    list.withLock { list in list?.last.map { (list?.count ?? 0, $0) } }
  }

  /// Writes what has waited; from now on none waits.
  static func release() {
    let held = list.withLock { list in
      defer { list = nil }
      return list ?? []
    }
    for text in held { printWarning(text) }
  }
}
