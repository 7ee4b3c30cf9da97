import Foundation
import TestSupport

/// The compiler's errors in a program that imports Chipmunk, line by line.
func compilerErrors(in lines: [String]) throws -> [[Substring]] {
  let folder = try Folder()
  let text = (["import Chipmunk"] + lines).joined(separator: "\n")
  _ = try folder.write(Array((text + "\n").utf8), "lines.swift")
  let errors = try errors(in: folder)
  return lines.indices.map { line in errors.filter { $0.contains(":\(line + 2):") } }
}

/// The errors of the compiler, which uses the modules next to the test bundle.
private func errors(in folder: Folder) throws -> [Substring] {
  let products = URL(fileURLWithPath: CommandLine.arguments[0])
    .resolvingSymlinksInPath().deletingLastPathComponent()
  let root = (1...4).reduce(URL(fileURLWithPath: #filePath)) { path, _ in
    path.deletingLastPathComponent()
  }
  let (process, output) = (Process(), Pipe())
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = [
    "swiftc", "-typecheck", "-parse-as-library", "-swift-version", "6",
    folder.path("lines.swift"),
    "-I", products.appending(path: "Modules").path,
    "-I", root.appending(path: "Sources/CChipmunk").path,
    "-I", products.appending(path: "ChipmunkEngine.build").path,
    "-I", products.appending(path: "CMath.build").path,
  ]
  // The compiler leaves folders in its temporary folder.
  let environment = ProcessInfo.processInfo.environment
  process.environment = environment.merging(["TMPDIR": folder.path(".")]) { $1 }
  process.standardError = output
  try process.run()
  let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  return text.split(separator: "\n").filter { $0.contains("error: ") }
}
