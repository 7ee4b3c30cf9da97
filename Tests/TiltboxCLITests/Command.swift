import Foundation
import TestSupport
import Testing

/// The built command, which tests run as a user would.
struct Command {
  /// The result of a run of the command.
  struct Result {
    let status: Int32
    let output: String
    let errors: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }
    func objects() throws -> [[String: Any]] {
      try lines.map { line in
        try #require(
          JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
          "\(line)"
        )
      }
    }
  }

  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The command's path, next to the test bundle.
  static let executable = URL(fileURLWithPath: CommandLine.arguments[0])
    .resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent("tiltbox")

  /// What a sanitizer needs in the environment; empty without one.
  static let sanitizer = ProcessInfo.processInfo.environment.filter {
    isSanitized && ($0.key.hasSuffix("SAN_OPTIONS") || $0.key == "LD_LIBRARY_PATH")
  }

  /// Runs the command until it exits, with some bytes as its standard input.
  static func run(_ arguments: String..., input: String = "") throws -> Result {
    let running = try Running(arguments)
    running.write(input)
    running.closeInput()
    return running.finish()
  }

  /// Runs a shell script until it exits; in it, `"$0"` is the command.
  static func shell(_ script: String, input: String = "") throws -> Result {
    let shell = URL(fileURLWithPath: "/bin/sh")
    let running = try Running(["-c", script, executable.path], executable: shell)
    running.write(input)
    running.closeInput()
    return running.finish()
  }

  /// A running command, with pipes to its standard streams.
  final class Running {
    let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let errors: URL
    private var pending = Data()
    private var collected = Data()

    deinit { try? FileManager.default.removeItem(at: errors) }

    init(_ arguments: [String], executable: URL = Command.executable) throws {
      signal(SIGPIPE, SIG_IGN)
      errors = FileManager.default.temporaryDirectory.appendingPathComponent(
        "tiltbox-\(UUID()).err"
      )
      _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
      process.executableURL = executable
      process.currentDirectoryURL = Command.root
      process.arguments = arguments
      process.standardInput = input
      process.standardOutput = output
      process.standardError = try FileHandle(forWritingTo: errors)
      try process.run()
    }

    /// Writes to the command's standard input; it isn't an error if the command no longer reads.
    func write(_ text: String) { write(Data(text.utf8)) }
    func write(_ data: Data) { try? input.fileHandleForWriting.write(contentsOf: data) }
    func closeInput() { try? input.fileHandleForWriting.close() }
    func closeOutput() { try? output.fileHandleForReading.close() }

    /// Waits for the next line of standard output, and returns it; nil at the end.
    func nextLine() -> String? {
      while true {
        if let end = pending.firstIndex(of: 10) {
          let line = String(decoding: pending[pending.startIndex..<end], as: UTF8.self)
          pending = pending[(end + 1)...]
          return line
        }
        let data = readOutput()
        if data.isEmpty { return nil }
        collected += data
        pending += data
      }
    }

    /// `FileHandle` traps when a signal interrupts its read.
    private func readOutput() -> Data {
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let descriptor = output.fileHandleForReading.fileDescriptor
        let count = unsafe read(descriptor, &buffer, buffer.count)
        if count >= 0 { return Data(buffer[..<count]) }
        if errno != EINTR { return Data() }
      }
    }

    /// Returns the next line with a frame.
    func nextFrame() throws -> (tick: Int, gravity: [Double])? {
      while let line = nextLine() {
        let object = try #require(
          JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        )
        guard object["kind"] as? String == "frame" else { continue }
        return (
          try #require(object["tick"] as? Int), try #require(object["gravity"] as? [Double])
        )
      }
      return nil
    }

    /// The command's peak memory so far, in bytes, if the system reports it.
    var peakMemory: Int? { status("VmHWM").flatMap { Int($0) }.map { $0 * 1024 } }

    /// Whether the command has a handler for a signal, if the system reports it.
    func catches(_ signal: Int32) -> Bool {
      let mask = status("SigCgt").flatMap { UInt64($0, radix: 16) } ?? 0
      return mask & 1 << (signal - 1) != 0
    }

    /// Returns the first word of a line of the process's status.
    private func status(_ key: String) -> Substring? {
      let path = "/proc/\(process.processIdentifier)/status"
      let lines = (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n")
      return lines?.first { $0.hasPrefix("\(key):") }?.split { " \t:".contains($0) }[1]
    }

    /// Reads to the end, and waits until the command exits.
    func finish() -> Result {
      while nextLine() != nil {}
      process.waitUntilExit()
      let text = (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
      return Result(
        status: process.terminationStatus,
        output: String(decoding: collected, as: UTF8.self),
        errors: text
      )
    }
  }
}
