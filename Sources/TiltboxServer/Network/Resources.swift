internal import CPlatform
internal import TiltboxFiles
internal import TiltboxPlatform

/// The system resources that the process uses. Complexity: O(*open descriptors*).
struct Resources {
  /// The resident memory, in bytes; 0 if the system does not report it.
  let residentBytes: Int
  /// The number of open files and sockets; 0 if the system does not report it.
  let descriptors: Int

  init() {
    // The second number is that of the resident pages.
    let sizes = String(decoding: (try? readFile("/proc/self/statm")) ?? [], as: UTF8.self)
    let pages = sizes.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    residentBytes = pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    // Three entries do not count: `.`, `..` and the descriptor that reads the folder.
    let entries = fileNames(in: "/proc/self/fd") ?? fileNames(in: "/dev/fd") ?? []
    descriptors = max(0, entries.count - 3)
  }
}

/// The limit of open files and sockets of the process.
package enum Descriptors {
  /// The descriptors reserved for journals, recordings and scenes when connections take the rest.
  package static let reserve = 64
  /// The limit, raised as far as the system allows, up to 65,536.
  package static let limit = CPlatformRaiseFileLimit(1 << 16)

  /// Returns the number of viewers that the descriptors suffice for, at most `count`.
  package static func viewers(atMost count: Int) -> Int {
    max(0, min(count, limit - reserve - ServerOptions.otherConnections))
  }
}
