#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif
import Testing
import Tiltbox

@testable import TiltboxFiles

/// A real pipe, with live tilt on the reading end.
private final class LivePipe {
  let live: LiveInput
  private let readEnd: Int32
  private var writeEnd: Int32
  private var tick = 0
  private var time = 0.0
  private var early: Tilt?

  init(_ options: TiltOptions = TiltOptions()) {
    var ends: [Int32] = [-1, -1]
    let result = unsafe ends.withUnsafeMutableBufferPointer { unsafe pipe($0.baseAddress) }
    precondition(result == 0)
    (readEnd, writeEnd) = (ends[0], ends[1])
    _ = fcntl(writeEnd, F_SETFL, O_NONBLOCK)
    live = LiveInput(fileDescriptor: readEnd, name: "in", options: options)
    // A tick must read all available bytes, even on a busy machine.
    live.timePerTick = .seconds(1000)
  }

  deinit {
    close()
    _ = sysClose(readEnd)
  }

  func close() {
    if writeEnd >= 0 { _ = sysClose(writeEnd) }
    writeEnd = -1
  }

  func write(_ text: String) { write(Array(text.utf8)) }

  /// Writes all bytes. If the pipe is full, a tick empties it.
  func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe sysWrite(writeEnd, $0.baseAddress, $0.count)
      }
      precondition(count >= 0 || errno == EAGAIN)
      rest = rest.dropFirst(max(count, 0))
      if !rest.isEmpty { early = read() ?? early }
    }
  }

  /// Returns the tilt of the next tick, at a time in seconds.
  func next(at time: Double = 0) -> Tilt? {
    self.time = time
    defer { early = nil }
    return read() ?? early
  }

  private func read() -> Tilt? {
    tick += 1
    return live.tilt(atTick: tick, time: time)
  }
}

extension LiveInput {
  /// Returns the tilt that has arrived since the previous tick.
  fileprivate func tilt(atTick tick: Int, time: Double) -> Tilt? {
    read(atTick: tick, time: time)
    while let item = next() {
      if case .tilt(let tilt) = item { return tilt }
    }
    return nil
  }
}

private func sysClose(_ number: Int32) -> Int32 { close(number) }
private func sysWrite(_ number: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(number, bytes, count)
}

@Suite("Live tilt")
struct LiveTiltTests {
  private let pipe = LivePipe()

  @Test("returns the newest line at the next tick, and nothing without input")
  func newest() {
    #expect(pipe.next() == nil)
    pipe.write("0 -1\n1 0\n0 1\n")
    #expect(pipe.next() == Tilt(x: 0, y: 1))
    #expect(pipe.next() == nil)
    pipe.write("-1 0 0.5\n")
    #expect(pipe.next() == Tilt(x: -1, y: 0))
    #expect(pipe.live.lineCount == 4 && pipe.live.droppedLineCount == 0)
    #expect(pipe.live.takeWarnings().isEmpty)
    #expect(pipe.live.isOpen)
  }

  @Test("waits for the rest of a line")
  func torn() {
    pipe.write("0 -1\n0.")
    #expect(pipe.next() == Tilt(x: 0, y: -1))
    pipe.write("25 0.")
    #expect(pipe.next() == nil)
    pipe.write("5\n")
    #expect(pipe.next() == Tilt(x: 0.25, y: 0.5))
  }

  @Test("accepts a last line without a line end, and is then quiet")
  func endOfInput() {
    pipe.write("0 -1\n0 1")
    #expect(pipe.next() == Tilt(x: 0, y: -1))
    pipe.close()
    #expect(pipe.next() == Tilt(x: 0, y: 1))
    #expect(!pipe.live.isOpen)
    #expect(pipe.next() == nil)
    #expect(pipe.live.takeWarnings().isEmpty)
  }

  @Test("warns about bad lines with their number, column and reason, and drops them")
  func garbage() throws {
    pipe.write("hello\n0 -1\n1 two\n1\n\n# fine\n{\"x\":1,\"y\":[]}\nnan 0\n0 2000\n0 1 2 3\n1 0\n")
    #expect(pipe.next() == Tilt(x: 1, y: 0))
    let warnings = pipe.live.takeWarnings()
    #expect(pipe.live.droppedLineCount == 7)
    #expect(pipe.live.lineCount == 9)
    try #require(warnings.count == 7)
    #expect(
      warnings[0]
        == "in:1:1: “hello” is neither a tilt, as in 0.5 -0.9, nor a command, as in {\"quit\":true}; "
        + "the line is dropped"
    )
    #expect(
      warnings[1] == "in:3:3: y is “two”, which is not a number; give a number; the line is dropped"
    )
    #expect(warnings[2].hasPrefix("in:4:1: 1 number without a header"))
    #expect(warnings[3].hasPrefix("in:7:12: y is “[]”, which is not a number"))
    #expect(warnings[4].hasPrefix("in:8:1: x is “nan”; give a finite number"))
    #expect(warnings[5].hasPrefix("in:9:1: a tilt of (0, 2000) g is out of range"))
    #expect(warnings[6].hasPrefix("in:10:1: 4 numbers without a header"))
    #expect(pipe.live.takeWarnings().isEmpty)
  }

  @Test(
    "tells a line that is no tilt from a header without axes",
    arguments: [
      ("quit", "“quit” is neither a tilt"), ("tilt 1 0", "“tilt 1 0” is neither a tilt"),
      ("(1, 0)", "“(1, 0)” is neither a tilt"),
      ("Zeit;Roll", "no axes x and y among the columns “Zeit”, “Roll”"),
    ]
  )
  func neither(line: String, words: String) {
    pipe.write("\(line)\n")
    #expect(pipe.next() == nil)
    #expect(pipe.live.takeWarnings().first?.hasPrefix("in:1:1: \(words)") == true)
  }

  @Test("keeps the last good tilt of a tick, whatever bad lines follow it")
  func goodThenBad() {
    pipe.write("0 -1\n?\n?\n")
    #expect(pipe.next() == Tilt(x: 0, y: -1))
  }

  @Test("reads columns and objects, and can switch between them")
  func formats() {
    pipe.write("0 1\nt,y (m/s^2),x (m/s^2)\n5,-9.80665,0\n")
    #expect(pipe.next() == Tilt(x: 0, y: -1))
    pipe.write("{\"t\":1,\"x\":0.5,\"y\":0.25}\n")
    pipe.close()
    // Its time is before that of the previous line, so it's dropped without a notice about its unit.
    #expect(pipe.next() == nil)
    #expect(pipe.live.lineCount == 3 && pipe.live.droppedLineCount == 1)
    #expect(
      pipe.live.takeWarnings() == [
        "in:4:6: time goes back from 5 to 1; sort the samples by time; the line is dropped"
      ]
    )
  }

  @Test("still reads rows by their header after an object")
  func objectAmongRows() {
    pipe.write("t,x (g),y (g)\n1,0,-1\n{\"x\":1,\"y\":0}\n2,0.25,0.5\n")
    #expect(pipe.next() == Tilt(x: 0.25, y: 0.5))
    #expect(pipe.live.lineCount == 3 && pipe.live.droppedLineCount == 0)
  }

  @Test("loses one line if a sender restarts, but not those that follow")
  func timeGoesBack() {
    pipe.write("t,x (g),y (g)\n100,0,-1\n0,1,0\n")
    #expect(pipe.next() == Tilt(x: 0, y: -1))
    pipe.write("0.1,0,1\n")
    #expect(pipe.next() == Tilt(x: 0, y: 1))
    #expect(pipe.live.droppedLineCount == 1)
    pipe.write("t,x (g),y (g)\n0,0.5,0.5\ninf,0,0\n")
    #expect(pipe.next() == Tilt(x: 0.5, y: 0.5))
    #expect(pipe.live.droppedLineCount == 2)
  }

  @Test("guesses the unit once, from the first line, and says so")
  func units() {
    pipe.write("{\"x\":0,\"y\":-9.80665}\n{\"x\":0,\"y\":-1.96133}\n")
    #expect(pipe.next() == Tilt(x: 0, y: -0.2))
    #expect(
      pipe.live.takeWarnings() == [
        "in: no unit is named; read as m/s2, since the first magnitude is 9.807; --tilt-units decides otherwise"
      ]
    )
  }

  @Test("takes unit and sign from the options")
  func options() {
    let pipe = LivePipe(TiltOptions(convention: .reaction, units: .metresPerSecondSquared))
    pipe.write("0 9.80665\n")
    #expect(pipe.next() == Tilt(x: 0, y: -1))
    #expect(pipe.live.takeWarnings().isEmpty)
  }

  @Test("reads at most 64 KiB per tick, and loses nothing of a flood")
  func flood() throws {
    let line = "0.123456 -0.987654\n"
    let file = try unsafe #require(tmpfile())
    defer { unsafe fclose(file) }
    let bytes = Array(String(repeating: line, count: 20_000).utf8)
    #expect(unsafe fwrite(bytes, 1, bytes.count, file) == bytes.count)
    unsafe rewind(file)
    let live = LiveInput(fileDescriptor: unsafe fileno(file))
    live.timePerTick = .seconds(1000)
    for tick in 1...5 {
      #expect(live.tilt(atTick: tick, time: 0) == Tilt(x: 0.123456, y: -0.987654))
      #expect(
        live.lineCount == tick * LiveInput.bytesPerTick / line.utf8.count && live.isOpen
      )
    }
    #expect(live.tilt(atTick: 6, time: 0) != nil)
    #expect(
      live.lineCount == 20_000 && live.droppedLineCount == 0 && !live.isOpen
    )
  }

  @Test("stops reading when the time of a tick is up, and continues in the next tick")
  func timeOfTick() throws {
    let file = try unsafe #require(tmpfile())
    defer { unsafe fclose(file) }
    let bytes = Array((String(repeating: "?\n", count: 30_000) + "0 1\n").utf8)
    #expect(unsafe fwrite(bytes, 1, bytes.count, file) == bytes.count)
    unsafe rewind(file)
    let live = LiveInput(fileDescriptor: unsafe fileno(file))
    live.timePerTick = .zero
    var newest: Tilt?
    var ticks = 0
    while live.isOpen {
      let before = live.lineCount
      newest = live.tilt(atTick: ticks, time: 0) ?? newest
      #expect(live.lineCount - before <= 4097)
      ticks += 1
    }
    #expect(newest == Tilt(x: 0, y: 1) && live.droppedLineCount == 30_000)
  }

  @Test("reports a flood of bad lines as ten warnings per second and a count")
  func floodOfGarbage() throws {
    for tick in 0..<20 {
      pipe.write(String(repeating: "xx, yy, why?\n", count: 500))
      #expect(pipe.next(at: Double(tick) * 0.1) == nil)
    }
    #expect(pipe.live.droppedLineCount == 10_000)
    var warnings = pipe.live.takeWarnings()
    try #require(warnings.count == 21)
    #expect(warnings[10] == "and 4990 more warnings like these")
    pipe.write("0 1\n")
    #expect(pipe.next(at: 2) == Tilt(x: 0, y: 1))
    warnings = pipe.live.takeWarnings()
    #expect(warnings == ["and 4990 more warnings like these"])
  }

  @Test("reports a line of two megabytes as one error, in constant memory")
  func longLine() {
    pipe.write("0 -1\n")
    let piece = [UInt8](repeating: UInt8(ascii: "7"), count: 65_536)
    for _ in 1...32 {
      pipe.write(piece)
      _ = pipe.next()
    }
    pipe.write("\n0 1\n")
    #expect(pipe.next() == Tilt(x: 0, y: 1))
    #expect(
      pipe.live.takeWarnings() == ["in:2: longer than 1048576 bytes; the line is dropped"]
    )
    #expect(pipe.live.lineCount == 3 && pipe.live.droppedLineCount == 1)
  }

  @Test("does not treat noise as a header")
  func noNames() {
    pipe.write([0x11, 0xda, 0x0f] + "x;\u{14}\u{2};".utf8 + [0xb6] + "y\n0 1\n".utf8)
    #expect(pipe.next() == Tilt(x: 0, y: 1))
    #expect(pipe.live.droppedLineCount == 1)
  }

  @Test("survives any bytes, and reads the good line after them", arguments: 1...8)
  func anyBytes(seed: UInt64) {
    var seed = seed
    func byte() -> UInt8 {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: seed >> 40)
    }
    for _ in 1...100 {
      pipe.write((0..<4096).map { _ in byte() })
      if let tilt = pipe.next() { #expect(abs(tilt.x) <= 1000 && abs(tilt.y) <= 1000) }
    }
    pipe.write("\n0 1\n")
    #expect(pipe.next() == Tilt(x: 0, y: 1), "seed \(seed)")
  }

  @Test("ends at once on /dev/null")
  func nothing() {
    let null = unsafe open("/dev/null", O_RDONLY)
    defer { _ = sysClose(null) }
    let live = LiveInput(fileDescriptor: null)
    #expect(live.tilt(atTick: 1, time: 0) == nil)
    #expect(!live.isOpen)
    #expect(live.takeWarnings().isEmpty)
  }

  @Test("says so when the descriptor is closed, and ends")
  func closed() {
    let live = LiveInput(fileDescriptor: 1_000_000, name: "in")
    #expect(live.tilt(atTick: 1, time: 0) == nil)
    #expect(!live.isOpen)
    #expect(
      live.takeWarnings() == [
        "in: cannot be read (Bad file descriptor); the tilt in force stays"
      ]
    )
  }

  @Test("does not wait on a non-blocking descriptor either")
  func nonBlocking() {
    var ends: [Int32] = [-1, -1]
    #expect(unsafe ends.withUnsafeMutableBufferPointer { unsafe Glibc.pipe($0.baseAddress) } == 0)
    defer { for end in ends { _ = sysClose(end) } }
    #expect(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
    let live = LiveInput(fileDescriptor: ends[0])
    #expect(live.tilt(atTick: 1, time: 0) == nil)
    #expect(live.isOpen)
    var buffer = [UInt8](repeating: 0, count: 8)
    #expect(Descriptor(number: ends[0]).read(into: &buffer, atMost: 8) == .nothing)
  }
}
