internal import Synchronization
internal import TiltboxFiles
internal import TiltboxPlatform

/// The full screen of a terminal, with access to every key. The previous contents return when it is left, even after a
/// crash.
@safe
final class TerminalScreen {
  /// A descriptor of its own for the terminal, so that non-blocking mode does not affect other processes.
  private let descriptor: Int32
  private var pending: [UInt8] = []
  private static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J"

  /// Takes over the screen; nil if there is no terminal that can be drawn on.
  init?() {
    guard Self.isCapable else { return nil }
    descriptor = unsafe open("/dev/tty", O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    // A process in the background does not own the terminal.
    guard tcgetpgrp(descriptor) == getpgrp(), TerminalRestorer.prepare(descriptor) else {
      _ = close(descriptor)
      return nil
    }
    takeOver()
  }

  deinit {
    leave()
    _ = close(descriptor)
  }

  /// Whether standard output is a terminal with cursor control.
  private static var isCapable: Bool {
    let kind = environment("TERM") ?? "dumb"
    return StandardStream.output.isTerminal && kind != "dumb" && !kind.isEmpty
  }

  private func takeOver() {
    TerminalRestorer.setRaw()
    write(Self.enter)
  }

  /// Restores the screen.
  func leave() {
    pending.removeAll()
    TerminalRestorer.restore()
  }

  /// Suspends the process as Ctrl-Z does, and takes over the screen again when it continues.
  func suspend() {
    TerminalRestorer.restore()
    raise(SIGSTOP)
    takeOver()
  }

  /// The number of columns and rows; 80 and 24 if the terminal does not report them.
  var size: (columns: Int, rows: Int) {
    guard let size = terminalSize(of: descriptor), size.rows > 0 else { return (80, 24) }
    return size
  }

  /// Whether the terminal has received everything written so far.
  var isReady: Bool {
    send()
    return pending.isEmpty
  }

  /// Writes without blocking; what the terminal does not accept yet is sent later.
  func write(_ text: String) {
    pending += Array(text.utf8)
    send()
  }

  private func send() {
    while !pending.isEmpty {
      let outcome = unsafe pending.withUnsafeBytes { bytes in
        unsafe Descriptor(number: descriptor).write(bytes)
      }
      guard case .bytes(let count) = outcome, count > 0 else { return }
      pending.removeFirst(count)
    }
  }

  /// Returns the keys pressed since the last call.
  func keys() -> [Key] {
    var buffer = [UInt8](repeating: 0, count: 256)
    let outcome = Descriptor(number: descriptor).read(into: &buffer, atMost: buffer.count)
    guard case .bytes(let count) = outcome else { return [] }
    return Key.keys(buffer[..<count])
  }
}

/// A key of a terminal.
enum Key: Hashable {
  case left, right, up, down
  case character(UInt8)

  /// Parses the bytes that a terminal sends; skips unused keys.
  static func keys(_ bytes: ArraySlice<UInt8>) -> [Key] {
    var (keys, rest) = ([Key](), bytes)
    while let byte = rest.popFirst() {
      guard byte == 0x1B, let next = rest.first,
        next == UInt8(ascii: "[") || next == UInt8(ascii: "O")
      else {
        keys.append(.character(byte))
        continue
      }
      rest.removeFirst()
      // Keys with modifiers have numbers before the letter.
      while let byte = rest.first, (0x20...0x3F).contains(byte) { rest.removeFirst() }
      if let key = rest.popFirst().flatMap({ arrows[$0] }) { keys.append(key) }
    }
    return keys
  }

  /// The arrow keys by the last byte of their sequences, A to D.
  private static let arrows: [UInt8: Key] = [0x41: .up, 0x42: .down, 0x43: .right, 0x44: .left]
}

/// Restores the terminal on every exit path, including fatal signals: everything that the handlers need is prepared in
/// advance.
enum TerminalRestorer {
  private static let descriptor = Atomic<Int32>(-1)
  private static let isTaken = Atomic(false)
  private static let wantsStop = Atomic(false)
  /// Never deallocated: a signal handler may read it at any time.
  nonisolated(unsafe) private static let original = UnsafeMutablePointer<termios>.allocate(
    capacity: 1
  )
  private static let farewell: StaticString = "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"
  /// The signals that end a process by default.
  private static let deadly = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGQUIT]

  /// Saves the mode of a terminal and installs handlers for fatal signals; returns false if it is not a terminal.
  static func prepare(_ number: Int32) -> Bool {
    guard unsafe tcgetattr(number, original) == 0 else { return false }
    descriptor.store(number, ordering: .sequentiallyConsistent)
    _ = isTaken.load(ordering: .relaxed)
    for number in deadly {
      StopSignal.handle(number) { number in
        TerminalRestorer.restore()
        _ = signal(number, SIG_DFL)
        raise(number)
      }
    }
    _ = wantsStop.load(ordering: .relaxed)
    StopSignal.handle(SIGTSTP) { _ in TerminalRestorer.wantsStop.store(true, ordering: .relaxed) }
    return true
  }

  /// Returns whether Ctrl-Z was pressed since the last call.
  static func takeStop() -> Bool { wantsStop.exchange(false, ordering: .relaxed) }

  /// Sets a mode in which keys arrive at once and without echo; keys for signals still work.
  static func setRaw() {
    var mode = unsafe original.pointee
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
    let number = descriptor.load(ordering: .relaxed)
    isTaken.store(true, ordering: .sequentiallyConsistent)
    unsafe tcsetattr(number, TCSANOW, &mode)
  }

  /// Restores the terminal, once. Safe to call from a signal handler.
  static func restore() {
    guard isTaken.exchange(false, ordering: .sequentiallyConsistent) else { return }
    let number = descriptor.load(ordering: .relaxed)
    // The descriptor does not block, so wait briefly for a terminal that is still receiving output.
    _ = Descriptor(number: number).isReady(for: POLLOUT, within: 200)
    _ = unsafe write(number, farewell.utf8Start, farewell.utf8CodeUnitCount)
    unsafe tcsetattr(number, TCSADRAIN, original)
  }
}
