import Foundation
import TestSupport
import Testing

@Suite("tiltbox serve")
struct ServeCommandTests {
  @Test("prints only the page's address, and stops on SIGTERM with status 0")
  func address() throws {
    let running = try Command.Running(["serve", "Examples", "--port", "0"])
    let line = try #require(running.nextLine())
    #expect(line.wholeMatch(of: /http:\/\/127\.0\.0\.1:\d+\//) != nil, "\(line)")
    running.process.terminate()
    let result = running.finish()
    #expect(result.status == 0)
    #expect(result.output == line + "\n")
    #expect(result.errors == "")
  }

  @Test("for other machines, the address has a token, and the terminal shows a QR code")
  func token() throws {
    let running = try Command.Running(["serve", "--host", "0.0.0.0", "--port", "0"])
    let line = try #require(running.nextLine())
    #expect(line.contains(/\/\?token=[a-z2-9]{16}$/), "\(line)")
    running.process.terminate()
    let errors = running.finish().errors
    #expect(errors.contains("▄▄▄▄▄▄▄") && !errors.contains("\u{1B}"))
  }

  @Test(
    "mistakes are reported before anything is served",
    arguments: [
      (["--port", "70000"], Int32(64), "--port is 70000; give 0 to 65535"),
      (["--tls-key", "a"], 64, "come together"),
      (["--name", "https://box.test"], 64, "--name is \"https://box.test\"; give a host alone"),
      (["--name", "box.test:443"], 64, "--name is \"box.test:443\"; give a host alone"),
      (["--name", ""], 64, "--name is \"\"; give a host alone"),
      (["--token", "a b"], 64, "letters, digits"),
      (["--max-clients", "0"], 64, "--max-clients is 0"),
      (["--max-bodies", "-1"], 64, "--max-bodies"),
      (["--resume"], 64, "--resume needs --journal"),
      (["--checkpoint-every", "5"], 64, "--checkpoint-every needs --journal"),
      (["--token", "a", "--token-file", "README.md"], 64, "exclude each other"),
      (["--token", "a", "--watch-token", "a"], 64, "the two tokens are the same"),
      (
        ["--token-file", "README.md"], 64, "--token-file is no token; give 1 to 256 letters, digits"
      ),
      (["--token", ""], 64, "--token is empty; give 1 to 256 letters, digits"),
      (["--duration", "3"], 64, "'--duration'; a service runs until Ctrl-C or SIGTERM stops it"),
      (["--journal", "-"], 64, "--journal takes a file"),
      (["--token-file", "none"], 66, "none: No such file"),
      (["--journal", "/nonexistent/run.journal"], 74, "/nonexistent/run.journal: No such file"),
      (["--journal", "scripts"], 74, "scripts: this is a folder; give a file in it"),
      (["Examples/none.yaml"], 66, "Examples/none.yaml"),
      (["--set", "tilt={file: none.csv}"], 66, "tilt.file: none.csv: No such file"),
      (["scripts"], 66, "the folder has no .yaml, .yml or .json file"),
      (["--host", "localhost:8099"], 64, "write --host localhost --port 8099"),
      (["--host", "[::1]"], 64, "--host is [::1]; write --host ::1\n"),
      (["--host", "[::1]:8099"], 64, "write --host ::1 --port 8099"),
      (["--port", "80:8099"], 64, "'80:8099' is invalid for '--port <port>'; give 0 to 65535"),
      (
        ["--host", "203.0.113.9", "--port", "0"], 74,
        "cannot listen at 203.0.113.9, port 0: this machine has no such address"
      ),
      (["--tls-certificate", "none.pem", "--tls-key", "none.pem"], 66, "none.pem: No such file"),
      (
        ["--tls-certificate", "README.md", "--tls-key", "README.md"], 65,
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

  @Test("a log as JSON has only lines of JSON, also about scenarios, and for other machines")
  func linesOfJSON() throws {
    let folder = try Folder()
    _ = try folder.write(Array("bodies: 1".utf8), "bad.yaml")
    _ = try folder.write(Array("{tiltbox: 1, world: {gravity: -9}}".utf8), "doubtful.yaml")
    let running = try Command.Running(
      ["serve", folder.path("."), "--host", "0.0.0.0", "--port", "0", "--log", "json"]
    )
    #expect(running.nextLine() != nil)
    running.process.terminate()
    let lines = running.finish().errors.split(separator: "\n")
    #expect(lines.allSatisfy { $0.hasPrefix(#"{"time":"#) }, "\(lines)")
    let scenarios = lines.filter { $0.contains(#""level":"warning","event":"scenario""#) }
    #expect(scenarios.count == 2, "\(lines)")
    #expect(scenarios.first?.contains("skipping bad.yaml") == true)
    #expect(scenarios.last?.contains("gravity is a size") == true)
  }

  @Test("scenarios of a folder that differ in their extension alone are called by their files")
  func extensions() throws {
    let folder = try Folder()
    for name in ["box.json", "box.yaml"] { _ = try folder.write(Array("{tiltbox: 1}".utf8), name) }
    let running = try Command.Running(["serve", folder.path("."), "--port", "0", "--log", "json"])
    #expect(running.nextLine() != nil)
    running.process.terminate()
    let log = running.finish().errors
    #expect(log.contains(#""scene":"box.json""#), "\(log)")
  }

  @Test("a journal that was killed within its first line is followed by another session")
  func tornJournal() throws {
    let folder = try Folder()
    let journal = try folder.write(Array("{\"tiltbox\":1,\"kind".utf8), "run.journal")
    let running = try Command.Running(["serve", "--port", "0", "--journal", journal, "--resume"])
    #expect(running.nextLine()?.hasPrefix("http://") == true)
    running.process.terminate()
    let result = running.finish()
    #expect(result.status == 0)
    #expect(
      result.errors.contains("no whole first line, so nothing was run; another session begins")
    )
    #expect(String(decoding: try folder.read("run-2.journal"), as: UTF8.self).contains("\"end\""))
  }

  @Test("a port in use is reported, with the remedy")
  func taken() throws {
    let first = try Command.Running(["serve", "--port", "0"])
    let url = try #require(first.nextLine())
    let port = try #require(url.split(separator: ":").last?.dropLast())
    let second = try Command.Running(["serve", "--port", String(port)]).finish()
    kill(first.process.processIdentifier, SIGTERM)
    #expect(first.finish().status == 0)
    #expect(second.status == 74)
    #expect(second.errors.contains("somebody listens there already; take another port, or 0"))
  }

  @Test("each start begins the next free session; --resume continues the newest")
  func sessions() throws {
    let folder = try Folder()
    let journal = folder.path("run.journal")
    func serve(_ arguments: String...) throws -> Command.Result {
      let running = try Command.Running(
        ["serve", "--port", "0", "--log", "json", "--journal", journal] + arguments
      )
      #expect(running.nextLine() != nil)
      running.process.terminate()
      return running.finish()
    }
    #expect(try serve().errors.contains(#""event":"session","session":1,"#))
    #expect(try serve().errors.contains(#""event":"session","session":2,"#))
    let first = try folder.read("run.journal")
    let second = try folder.read("run-2.journal")
    _ = try folder.write(Array("what is no session of ours".utf8), "run-7.journal")
    let third = try serve()
    #expect(third.status == 0 && third.errors.contains(#""event":"session","session":8,"#))
    try FileManager.default.removeItem(atPath: folder.path("run-7.journal"))
    try FileManager.default.removeItem(atPath: folder.path("run-8.journal"))
    let resumed = try serve("--resume")
    #expect(resumed.errors.contains(#""event":"session","session":2,"#))
    #expect(try folder.read("run.journal") == first)
    #expect(try folder.read("run-2.journal").starts(with: second))
    for name in ["run.journal", "run-2.journal"] {
      #expect(try Command.run("replay", folder.path(name), "--format", "none").status == 0)
    }
  }

  @Test("tells a service manager when it is ready, and when it stops")
  func notify() throws {
    let folder = try Folder()
    // systemd's end of the socket, and a service that exits after its ready message.
    let script = """
      import os, signal, socket, subprocess, sys
      s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); s.bind(sys.argv[2]); s.settimeout(20)
      env = {**os.environ, "NOTIFY_SOCKET": sys.argv[2], "WATCHDOG_USEC": "200000"}
      p = subprocess.Popen([sys.argv[1], "serve", "--port", "0"], env=env, stdout=subprocess.PIPE)
      while (state := s.recv(100)) != b"READY=1": print(state.decode())
      print("READY=1"); print(s.recv(100).decode()); p.send_signal(signal.SIGHUP)
      print(s.recv(100).decode()); p.terminate()
      while (state := s.recv(100)) != b"STOPPING=1": pass
      print("STOPPING=1"); sys.exit(p.wait(20))
      """
    let file = try folder.write(Array(script.utf8), "manager.py")
    let result = try Command.shell("python3 \(file) \"$0\" \(folder.path("s"))")
    #expect(result.status == 0, "\(result.errors)")
    let states = result.output.split(separator: "\n")
    #expect(states.contains("READY=1") && states.contains("WATCHDOG=1"))
    #expect(states.last == "STOPPING=1")
  }

  @Test("reports a small number of viewers if descriptors are few")
  func descriptors() throws {
    let script = "ulimit -n 400; exec \"$0\" serve --port 0 --log json"
    let shell = URL(fileURLWithPath: "/bin/sh")
    let running = try Command.Running(["-c", script, Command.executable.path], executable: shell)
    #expect(running.nextLine() != nil)
    running.process.terminate()
    let result = running.finish()
    #expect(result.errors.contains("descriptors for 48 viewers only"), "\(result.errors)")
  }

  @Test("a full disk ends the recording with a report, and the run continues")
  func fullDisk() throws {
    // Either files are limited to 40 blocks of 512 bytes, enough for the first bytes, or no file can be written.
    for limits in ["ulimit -f 40", "export TMPDIR=/nonexistent"] {
      let shell = URL(fileURLWithPath: "/bin/sh")
      let script = "\(limits); exec \"$0\" serve --port 0 --log json 2>&1"
      let running = try Command.Running(["-c", script, Command.executable.path], executable: shell)
      var log = ""
      while !log.contains("goes on without its recording") || !log.contains("http:"),
        let line = running.nextLine()
      { log += line + "\n" }
      let place = try #require(log.firstMatch(of: /http:\/\/127.0.0.1:(\d+)/)?.1)
      let ask = """
        import http.client
        for target in ["/recording", "/healthz"]:
            box = http.client.HTTPConnection("127.0.0.1", \(place), timeout=20)
            box.request("GET", target); print(box.getresponse().status)
        """
      #expect(try Command.shell("python3 -c '\(ask)'").lines == ["503", "200"])
      running.process.terminate()
      #expect(running.finish().status == 0)
      #expect(log.contains(#""level":"error","event":"recording""#), "\(log)")
    }
  }

  /// A Python function that makes a certificate and its key in the current folder.
  private static let make = """
    make = lambda: subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
        "ec_paramgen_curve:P-256", "-nodes", "-keyout", "key.pem", "-out", "cert.pem", "-days", "2",
        "-subj", "/CN=localhost"], check=True, capture_output=True)
    """

  @Test(
    "reads the certificate again on SIGHUP, and keeps the old one if the new one is invalid",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl"))
  )
  func reload() throws {
    let folder = try Folder()
    let script = """
      import json, os, signal, ssl, subprocess, sys
      os.chdir(sys.argv[2])
      \(Self.make)
      make()
      p = subprocess.Popen([sys.argv[1], "serve", "--port", "0", "--log", "json", "--tls-certificate", "cert.pem",
          "--tls-key", "key.pem"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
      port = int(p.stdout.readline().split(":")[2].strip("/\\n"))
      shown = lambda: ssl.get_server_certificate(("127.0.0.1", port))
      def reload():
          p.send_signal(signal.SIGHUP)
          while (event := json.loads(p.stderr.readline()))["event"] != "reload": pass
          return event["level"]
      first = shown()
      make(); print(reload(), shown() == open("cert.pem").read(), shown() == first); second = shown()
      open("cert.pem", "w").write("no certificate"); print(reload(), shown() == second)
      p.terminate(); print(p.wait(20))
      """
    let file = try folder.write(Array(script.utf8), "reload.py")
    let result = try Command.shell("python3 \(file) \"$0\" \(folder.path("."))")
    #expect(result.lines == ["info True False", "error True", "0"], "\(result.errors)")
  }

  @Test(
    "ends when its terminal closes, also with a certificate that SIGHUP reloads",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl"))
  )
  func hangup() throws {
    let folder = try Folder()
    let script = """
      import os, pty, subprocess, sys
      os.chdir(sys.argv[2])
      \(Self.make)
      make()
      child, terminal = pty.fork()
      if child == 0: os.execl(sys.argv[1], "tiltbox", "serve", "--port", "0", "--tls-certificate", "cert.pem",
          "--tls-key", "key.pem")
      while b"Ctrl-C stops it" not in os.read(terminal, 9999): pass
      os.close(terminal)
      print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
      """
    let file = try folder.write(Array(script.utf8), "hangup.py")
    let result = try Command.shell("python3 \(file) \"$0\" \(folder.path("."))")
    #expect(result.lines == ["129"], "\(result.errors)")
  }
}
