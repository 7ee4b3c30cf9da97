internal import CChild
internal import Glibc

/// A child process that answers requests line by line.
final class Child {
  private var child = CChild()
  private var isRunning = true
  private var unread: [UInt8] = []
  private var block = [UInt8](repeating: 0, count: 1 << 16)

  /// Starts a program, given by its path and arguments.
  init(_ words: [String]) {
    let error = unsafe CChildStart(words.map { $0 + "\n" }.joined(), &child)
    precondition(error == 0, "\(words[0]) does not start: errno \(error)")
  }

  deinit { if isRunning { _ = unsafe CChildEnd(&child) } }

  /// Writes a line, and returns the line of the answer.
  func ask(_ line: String) -> String {
    let bytes = Array((line + "\n").utf8)
    let count = unsafe write(child.input, bytes, bytes.count)
    precondition(count == bytes.count, "the child does not listen")
    return readLine()
  }

  /// Reads the next line of the output, without the newline.
  func readLine() -> String {
    guard let line = nextLine() else { fatalError("the child has ended") }
    return line
  }

  /// Reads the next line of the output, without the newline; returns nil after the last line.
  func nextLine() -> String? {
    var searched = 0
    while true {
      if let end = unread[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread.removeSubrange(...end) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      searched = unread.count
      let count = unsafe read(child.output, &block, block.count)
      guard count > 0 else { return nil }
      unread.append(contentsOf: block[..<count])
    }
  }

  /// Kills the process.
  func stop() {
    isRunning = false
    _ = kill(child.process, SIGKILL)
    _ = unsafe CChildEnd(&child)
  }

  /// Waits until the process exits, and returns its cost.
  func end() -> CChildCost {
    isRunning = false
    let cost = unsafe CChildEnd(&child)
    precondition(cost.status == 0, "the child ended with status \(cost.status)")
    return cost
  }

  /// Runs a program until it exits, and returns its cost.
  static func cost(of words: [String]) -> CChildCost { Child(words).end() }
}
