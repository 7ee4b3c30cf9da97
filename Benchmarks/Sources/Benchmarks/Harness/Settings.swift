internal import Glibc

/// The environment that `Benchmarks/run` prepares. Benchmarks skip the ways whose program is missing.
struct Settings {
  let isQuick = CommandLine.arguments.contains("--quick")
  /// The `tiltbox` command of a release build.
  let tiltbox = value("BENCHMARK_TILTBOX")
  /// A Python interpreter with pymunk and pyb2d3.
  let python = value("BENCHMARK_PYTHON")
  /// The folder with the other programs.
  let peers = value("BENCHMARK_PEERS") ?? "peers"
  /// A folder for files that the programs read.
  let folder = value("BENCHMARK_FOLDER") ?? "/tmp"

  private static func value(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Writes a file for another program to read, and returns its path.
  func write(_ text: String, as name: String) -> String {
    let path = "\(folder)/\(name)"
    guard let file = unsafe fopen(path, "w") else { fatalError("\(path) cannot be written") }
    unsafe fputs(text, file)
    unsafe fclose(file)
    return path
  }
}

extension Settings {
  func has(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 }
}

extension Settings {
  func read(_ path: String) -> String {
    guard let file = unsafe fopen(path, "r") else { fatalError("\(path) cannot be read") }
    defer { unsafe fclose(file) }
    var (text, block) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while true {
      let count = unsafe fread(&block, 1, block.count, file)
      guard count > 0 else { return String(decoding: text, as: UTF8.self) }
      text.append(contentsOf: block[..<count])
    }
  }
}
