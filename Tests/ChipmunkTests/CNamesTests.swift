import Foundation
import Testing

@Suite("C names")
struct CNamesTests {
  /// What a C user may write, and what the compiler says to it.
  static let guesses: [(code: String, answer: String)] = [
    ("func drop(_ body: UnsafeMutablePointer<cpBody>) {}", "'cpBody' has been renamed to 'Body'"),
    ("var world: cpSpace?", "'cpSpace' has been renamed to 'Space'"),
    ("var ball: cpCircleShape?", "'cpCircleShape' has been renamed to 'Shape'"),
    ("var joint: cpPinJoint?", "'cpPinJoint' has been renamed to 'PinJoint'"),
    ("func touch(_ contact: cpArbiter) {}", "'cpArbiter' has been renamed to 'Contact'"),
    ("let length: cpFloat = 1", "'cpFloat' has been renamed to 'Double'"),
    ("let zero = cpvzero", "'cpvzero' has been renamed to 'Vector.zero'"),
    (
      "let kind = CP_BODY_TYPE_STATIC",
      "'CP_BODY_TYPE_STATIC' has been renamed to 'BodyType.static'"
    ),
    ("var lines: cpPolylineSet?", "'cpPolylineSet' is unavailable: write [Polyline]"),
    ("let place = cpv(1, 2)", "'cpv' has been replaced by 'Vector.init(_:_:)'"),
  ]

  @Test("lead to those of Swift by way of the compiler's errors")
  func answers() throws {
    let source = FileManager.default.temporaryDirectory.appending(path: "names-\(UUID()).swift")
    defer { try? FileManager.default.removeItem(at: source) }
    let text = (["import Chipmunk"] + Self.guesses.map(\.code)).joined(separator: "\n")
    try Data((text + "\n").utf8).write(to: source)
    let errors = try Self.errors(in: source)
    for (line, guess) in Self.guesses.enumerated() {
      #expect(
        errors.contains { $0.contains(":\(line + 2):") && $0.hasSuffix("error: \(guess.answer)") },
        "\(guess.code): \(errors)"
      )
    }
  }

  /// The errors of the compiler, by the modules beside the test bundle.
  private static func errors(in source: URL) throws -> [Substring] {
    let products = URL(fileURLWithPath: CommandLine.arguments[0])
      .resolvingSymlinksInPath().deletingLastPathComponent()
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "swiftc", "-typecheck", "-parse-as-library", "-swift-version", "6", source.path,
      "-I", products.appending(path: "Modules").path,
      "-I", root.appending(path: "Sources/CChipmunk").path,
    ]
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.split(separator: "\n")
  }
}
