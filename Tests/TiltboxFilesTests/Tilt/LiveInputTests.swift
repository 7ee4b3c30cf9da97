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

@Suite("Live input with commands")
struct LiveInputTests {
  private let ends: (read: Int32, write: Int32)
  private let input: LiveInput

  init() {
    var pair: [Int32] = [-1, -1]
    let result = unsafe pair.withUnsafeMutableBufferPointer { unsafe pipe($0.baseAddress) }
    precondition(result == 0)
    ends = (pair[0], pair[1])
    input = LiveInput(fileDescriptor: pair[0], name: "in")
    // On a busy machine, the end of input might arrive a tick late.
    input.timePerTick = .seconds(1000)
  }

  private func write(_ text: String) {
    let bytes = Array(text.utf8)
    let count = unsafe bytes.withUnsafeBytes { unsafe systemWrite(ends.write, $0) }
    precondition(count == bytes.count)
  }

  private func items(at tick: Int) -> [LiveInput.Item] {
    input.read(atTick: tick, time: 0)
    var items: [LiveInput.Item] = []
    while let item = input.next() { items.append(item) }
    return items
  }

  private func command(_ line: Int, _ text: String) -> LiveInput.Item {
    .command(line: line, bytes: Array(text.utf8))
  }

  @Test("commands keep their order, with the newest tilt in its place among them")
  func order() {
    write("0 -1\n{\"pause\":true}\n1 0\n{\"quit\":true}\n{\"x\":0,\"y\":1}\n{\"tilt\":[0,0]}\n")
    #expect(
      items(at: 1) == [
        command(2, "{\"pause\":true}"), command(4, "{\"quit\":true}"), .tilt(Tilt(x: 0, y: 1)),
        command(6, "{\"tilt\":[0,0]}"),
      ]
    )
    #expect(items(at: 2).isEmpty)
    #expect(input.lineCount == 3 && input.droppedLineCount == 0)
  }

  @Test("an object without axes is a command, valid or not; a bad tilt is not")
  func objects() {
    write("{\"x\":1,\"y\":\"up\"}\n  {\"nonsense\n{}\nnonsense\n")
    #expect(items(at: 1) == [command(2, "  {\"nonsense"), command(3, "{}")])
    #expect(input.droppedLineCount == 2)
  }

  @Test("input left over from one tick is read in the next, before newer input")
  func rest() {
    write("{\"a\":1}\n{\"a\":2}\n")
    input.read(atTick: 1, time: 0)
    #expect(input.next() == command(1, "{\"a\":1}"))
    write("{\"a\":3}\n")
    #expect(items(at: 2) == [command(2, "{\"a\":2}")])
    #expect(items(at: 3) == [command(3, "{\"a\":3}")])
  }

  @Test("at the end of input, tilts take effect one after another, and commands in their turn")
  func end() {
    write("0 -1\n{\"a\":1}\n1 0\n{\"quit\":true}\n")
    _ = close(ends.write)
    #expect(items(at: 1) == [.tilt(Tilt(x: 0, y: -1)), command(2, "{\"a\":1}")])
    #expect(items(at: 2) == [.tilt(Tilt(x: 1, y: 0)), command(4, "{\"quit\":true}")])
    #expect(items(at: 3).isEmpty && !input.isOpen)
  }
}

private func systemWrite(_ number: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  unsafe write(number, bytes.baseAddress, bytes.count)
}
