#if Server
internal import ArgumentParser
internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxServer

/// `tiltbox serve`: the box as a live page, which a phone tilts.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Show a scenario as a live page, which a phone tilts.",
    discussion: """
      Prints the page's address and runs until it is stopped. Without a scenario the classic five crates are in \
      the box; of a folder, each scenario can be chosen on the page.

        tiltbox serve                                  look at it on this machine
        tiltbox serve Examples                         choose among the scenarios of a folder
        tiltbox serve --host 0.0.0.0                   let others look: scan the code in the terminal
        tiltbox serve --host 0.0.0.0 --tls-certificate cert.pem --tls-key key.pem
                                                       and let a phone tilt: it tells its motion to secure pages

      Who can reach the page can tilt the box; beyond this machine that takes the token in the address. Other \
      tools find /live (WebSocket), /metrics, /healthz, /scenario and /recording: see docs/live.md.
      """
  )

  @Argument(
    help: "A scenario file, or a folder of some; without one, the classic five crates.",
    completion: .file()
  )
  var scenario: String?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("Set a field before the file is understood.", valueName: "path=value")
  )
  var overrides: [String] = []

  @Option(help: "The address to listen at; 0.0.0.0 is all of this machine's.")
  var host = "127.0.0.1"

  @Option(help: "The port to listen at; 0 is any that is free.")
  var port = 8099

  @Option(help: "What the page's address has to bring. (default: a new one beyond this machine)")
  var token: String?

  @Flag(help: "Let everybody in who can reach the page.")
  var noToken = false

  @Option(help: "A name under which others know this machine, as behind a proxy.")
  var name: [String] = []

  @Option(help: "How many viewers there can be at a time.")
  var maxClients = 200

  @Option(help: ArgumentHelp("The certificate, and those above it, in PEM.", valueName: "FILE"))
  var tlsCertificate: String?

  @Option(help: ArgumentHelp("The certificate's key, in PEM.", valueName: "FILE"))
  var tlsKey: String?

  @Option(
    help: ArgumentHelp(
      "Keep each input in a journal before it acts; each reset begins another, FILE with a number.",
      valueName: "FILE"
    )
  )
  var journal: String?

  @Option(help: "What to do when the machine cannot keep up with real time.")
  var onOverload: OverloadPolicy = .drop

  func validate() throws {
    if !(0...65535).contains(port) {
      throw ValidationError("--port is \(port); give 0 to 65535")
    }
    if !(1...10_000).contains(maxClients) {
      throw ValidationError("--max-clients is \(maxClients); give 1 to 10000")
    }
    if (tlsCertificate == nil) != (tlsKey == nil) {
      throw ValidationError("--tls-certificate and --tls-key come together")
    }
    if noToken, token != nil { throw ValidationError("--token and --no-token exclude each other") }
    if let token, token.isEmpty || !token.utf8.allSatisfy(Self.isPlain) {
      throw ValidationError(
        "--token has letters, digits, - and _ only, since it stands in an address"
      )
    }
  }

  func run() throws {
    StopSignal.listen()
    try reportingFailure {
      for file in [tlsCertificate, tlsKey] { _ = try file.map { try readFile($0) } }
      let scenes = try SceneFolder.scenes(scenario, overrides: overrides)
      // Its threads leave the signals to the loop's, whose sleep they end.
      let service = try StopSignal.withoutSignals {
        try LiveService(scenes, options, live: liveOptions)
      }
      announce(service)
      defer { service.stop() }
      try LoopThread.run { try service.run { StopSignal.isReceived } }
      if let signal = StopSignal.number { throw ExitStatus.stopped(by: signal) }
    }
  }

  private var options: ServerOptions {
    var options = ServerOptions()
    options.host = host
    options.port = port
    options.token = noToken ? nil : token ?? (isForThisMachine ? nil : Secret.random(length: 16))
    options.names = name
    options.maxClients = maxClients
    if let tlsCertificate, let tlsKey { options.certificate = (tlsCertificate, tlsKey) }
    return options
  }

  private var liveOptions: LiveOptions {
    var options = LiveOptions()
    options.onOverload = onOverload
    options.warn = { printWarning($0) }
    if let journal {
      options.journal = { scenario, round in
        try Journal(creating: Self.numbered(journal, round), of: scenario, sync: .second)
      }
    }
    return options
  }

  private var isForThisMachine: Bool {
    host == "localhost" || host == "::1" || host.hasPrefix("127.")
  }

  /// The address alone on standard output, for scripts; what helps people on standard error.
  private func announce(_ service: LiveService) {
    let urls = service.urls
    StandardStream.output.write((urls.first ?? "") + "\n")
    for url in urls.dropFirst() { printError("        \(url)") }
    guard service.isOpenToOthers else { return }
    if let url = urls.first, let code = QRCode(url) { printError(code.terminalText) }
    if tlsCertificate == nil {
      printError(
        "tiltbox: phones tell their motion to secure pages only; with --tls-certificate and --tls-key "
          + "this is one. Until then a finger on the page tilts."
      )
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// `run.journal`, `run-2.journal`, …
  static func numbered(_ path: String, _ number: Int) -> String {
    guard number > 1 else { return path }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    let file = path.dropFirst(folder.count)
    guard let dot = file.lastIndex(of: "."), dot > file.startIndex else {
      return "\(path)-\(number)"
    }
    return "\(folder)\(file[..<dot])-\(number)\(file[dot...])"
  }
}
#endif
