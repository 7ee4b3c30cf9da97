import Foundation
import Testing

@Suite("tiltbox serve")
struct ServeCommandTests {
  @Test("prints the page's address alone, and stops at a signal with its exit status")
  func address() throws {
    let running = try Command.Running(["serve", "Examples", "--port", "0"])
    let line = try #require(running.nextLine())
    #expect(line.wholeMatch(of: /http:\/\/127\.0\.0\.1:\d+\//) != nil, "\(line)")
    running.process.terminate()
    let result = running.finish()
    #expect(result.status == 143)
    #expect(result.output == line + "\n")
    #expect(result.errors == "")
  }

  @Test("beyond this machine the address has a token, and the terminal shows a code")
  func token() throws {
    let running = try Command.Running(["serve", "--host", "0.0.0.0", "--port", "0"])
    let line = try #require(running.nextLine())
    #expect(line.contains(/\/\?token=[a-z2-9]{16}$/), "\(line)")
    running.process.terminate()
    #expect(running.finish().errors.contains("▄▄▄▄▄▄▄"))
  }

  @Test(
    "what is wrong is told before anything is served",
    arguments: [
      (["--port", "70000"], Int32(64), "--port is 70000; give 0 to 65535"),
      (["--tls-key", "a"], 64, "come together"),
      (["--token", "a b"], 64, "letters, digits"),
      (["--max-clients", "0"], 64, "--max-clients is 0"),
      (["Examples/none.yaml"], 66, "Examples/none.yaml"),
      (["Examples/crates.yaml", "--set", "tilt={file: none.csv}"], 66, "none.csv: No such file"),
      (["scripts"], 66, "no scenario that is right is there"),
      (
        ["--host", "203.0.113.9", "--port", "0"], 74,
        "cannot listen at 203.0.113.9, port 0: this machine has no such address"
      ),
      (["--tls-certificate", "none.pem", "--tls-key", "none.pem"], 66, "none.pem: No such file"),
      (
        ["--tls-certificate", "README.md", "--tls-key", "README.md"], 74,
        "README.md: no certificate in PEM"
      ),
    ]
  )
  func refusals(arguments: [String], status: Int32, message: String) throws {
    let running = try Command.Running(["serve"] + arguments)
    let result = running.finish()
    #expect(result.status == status)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(result.output == "")
  }

  @Test("a port that is taken is told, with what to do")
  func taken() throws {
    let first = try Command.Running(["serve", "--port", "0"])
    let url = try #require(first.nextLine())
    let port = try #require(url.split(separator: ":").last?.dropLast())
    let second = try Command.Running(["serve", "--port", String(port)]).finish()
    kill(first.process.processIdentifier, SIGTERM)
    #expect(first.finish().status == 128 + SIGTERM)
    #expect(second.status == 74)
    #expect(second.errors.contains("somebody listens there already; take another port, or 0"))
  }
}
