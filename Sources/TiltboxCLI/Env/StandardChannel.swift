internal import CPlatform
internal import TiltboxFiles
internal import TiltboxPlatform

/// Standard input and output as a channel.
struct StandardChannel: EnvChannel {
  /// Prepares both streams for the given sizes of orders and answers, in bytes.
  init(orders: Int, answers: Int) {
    _ = signal(SIGPIPE, SIG_IGN)
    // If a message does not fit into the pipe, its reader and writer wake several times. The size is only a request;
    // everything works without it.
    for (stream, bytes) in [(STDIN_FILENO, orders), (STDOUT_FILENO, answers)] {
      let room = min(2 * bytes, 1 << 20)
      if room > 1 << 16 { _ = CPlatformSetPipeSize(stream, Int32(room)) }
    }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    awaitInput()
    while true {
      let count = unsafe systemRead(buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw FileError(path: "standard input", code: errno) }
    }
  }

  /// Looks for input for some hundred microseconds, in which a client has often sent the next order: to sleep and wake
  /// takes as long as ten boxes take to step.
  private func awaitInput() {
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    for _ in 0..<Self.looks {
      if unsafe poll(&input, 1, 0) != 0 { return }
      sched_yield()
    }
  }

  private static let looks = 400

  func write(_ bytes: UnsafeRawBufferPointer) throws {
    guard unsafe !StandardStream.output.write(bytes) else { return }
    throw errno == EPIPE
      ? OutputError.closedPipe : OutputError.failed(file: "standard output", errno: errno)
  }
}

private func systemRead(_ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(STDIN_FILENO, buffer, count)
}
