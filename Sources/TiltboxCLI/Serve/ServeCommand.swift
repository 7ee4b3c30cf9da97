#if Server
internal import ArgumentParser
internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxPlatform
internal import TiltboxServer

/// `tiltbox serve`: serves the box as a live page that a phone can tilt.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve a scenario as a live page that you tilt.",
    discussion: """
      Prints the address of the page and runs until you stop it. Without a scenario, the box contains the classic \
      five crates. For a folder, you choose a scenario on the page.

        tiltbox serve                  look at it on this machine
        tiltbox serve Examples         choose among the scenarios of a folder
        tiltbox serve --host 0.0.0.0   let others look: scan the code shown here
        tiltbox serve --host 0.0.0.0 --tls-certificate cert.pem --tls-key key.pem
                                       let a phone tilt: it needs a secure page

      Anyone who can open the page can tilt the box; from other machines that requires the token in the address. \
      Other tools use /live (WebSocket), /metrics, /healthz, /scenario and /recording: see docs/live.md.
      """
  )

  @Argument(
    help: "A scenario file or a folder of scenario files; without one, the classic five crates.",
    completion: .file()
  )
  var scenario: String?

  @OptionGroup var changes: Overrides

  @Option(help: "The address to listen on; 0.0.0.0 means all addresses of this machine.")
  var host = "127.0.0.1"

  @Option(number: "The port to listen on; 0 means any free port.")
  var port = 8099

  @Option(
    help: """
      The token required in the page's address. TILTBOX_TOKEN sets it too and keeps it out of process lists. (default: a \
      random token if --host is not a loopback address)
      """
  )
  var token: String?

  @Option(value: "FILE", help: "A file with the token in its first line.")
  var tokenFile: String?

  @Option(help: "The token for viewers who may only watch; TILTBOX_WATCH_TOKEN sets it too.")
  var watchToken: String?

  @Option(value: "FILE", help: "A file with that token in its first line.")
  var watchTokenFile: String?

  @Flag(help: "Require no token: anyone who can reach the page may use it.")
  var noToken = false

  @Option(help: "A host name under which clients reach this server, for example behind a proxy.")
  var name: [String] = []

  @Option(value: "FILE", help: "The certificate chain in PEM; reloaded on SIGHUP.")
  var tlsCertificate: String?

  @Option(value: "FILE", help: "The certificate's key, in PEM.")
  var tlsKey: String?

  @Option(
    value: "FILE",
    help: """
      Write each input to a journal before it takes effect. Each reset and each start opens a new journal, FILE with the \
      next free number.
      """
  )
  var journal: String?

  @Flag(help: "Continue the newest session of --journal, if there is one.")
  var resume = false

  @Option(
    number: "TICKS",
    help: """
      Write a checkpoint to the journal every so many ticks, so that a long run resumes quickly; 0 for none. \
      (default: \(Self.ticksOfCheckpoint))
      """
  )
  var checkpointEvery: Int?
  private static let ticksOfCheckpoint = 36_000

  @Option(number: "The maximum size of a session's recording, in MiB; 0 for no recording.")
  var recordingSize = 256

  @Option(
    help:
      "What to log on standard error: text (warnings for people) or json (a line for each event)."
  )
  var log: LogFormat = .text

  @Option(help: "What to do when the machine cannot keep up with real time.")
  var onOverload: OverloadPolicy = .drop

  @OptionGroup var threads: ThreadOptions

  @OptionGroup(title: "Limits") var limits: ServiceLimits

  func validate() throws {
    let parts = host.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 2 {
      throw ValidationError("--host is \(host); write --host \(parts[0]) --port \(parts[1])")
    }
    if let address = host.wholeMatch(of: /\[(.*)\](:.*)?/) {
      let port = address.2.map { " --port \($0.dropFirst())" } ?? ""
      throw ValidationError("--host is \(host); write --host \(address.1)\(port)")
    }
    try check(port, 0...65535, "--port", "0 to 65535")
    if (tlsCertificate == nil) != (tlsKey == nil) {
      throw ValidationError("--tls-certificate and --tls-key come together")
    }
    if noToken, token != nil || tokenFile != nil || watchToken != nil || watchTokenFile != nil {
      throw ValidationError("a token and --no-token exclude each other")
    }
    for name in name where !ServerOptions.isName(name) {
      throw ValidationError("--name is \"\(name)\"; give a host alone, as in box.example.org")
    }
    try OutputTarget.checkJournal(journal)
    if resume, journal == nil { throw ValidationError("--resume needs --journal") }
    if let checkpointEvery {
      try check(checkpointEvery, 0...1_000_000_000, "--checkpoint-every", "0 to 1000000000")
      if journal == nil { throw ValidationError("--checkpoint-every needs --journal") }
    }
    if !(0...1_000_000).contains(recordingSize) {
      throw ValidationError("--recording-size is \(recordingSize) MiB; give 0 to 1000000")
    }
    if tokenFile == nil, watchTokenFile == nil { _ = try tokens() }
  }

  func run() throws {
    StopSignal.listen()
    try reportingFailure {
      let manager = SystemdNotifier()
      if tlsCertificate != nil || manager.isThere { ReloadSignal.listen() }
      for file in [tlsCertificate, tlsKey] { _ = try file.map { try readFile($0) } }
      let scenes = try SceneFolder.scenes(scenario, overrides: changes.list, log: log)
      let options = try options()
      // The service's threads block signals, so that the signals reach the run's thread and end its sleep.
      let service = try StopSignal.withoutSignals {
        try LiveService(scenes, options, live: liveOptions())
      }
      defer { service.stop() }
      try LoopThread.run { try run(service, manager, options) }
      log.write(ServiceEvent(.info, "stop", [("signal", .text(StopSignal.name ?? ""))]))
      // SIGTERM is the normal way to stop a service, so it counts as success.
      if let signal = StopSignal.number, signal != SIGTERM { throw ExitStatus.stopped(by: signal) }
    }
  }

  /// Runs the service; prints the address only once everything that can fail has succeeded.
  private func run(
    _ service: LiveService,
    _ manager: SystemdNotifier,
    _ options: ServerOptions
  ) throws {
    try service.run {
      if options.maxClients < limits.maxClients {
        let words =
          "there are descriptors for \(options.maxClients) viewers only; raise the limit of open files (ulimit -n)"
        log.write(.warning("limit", words))
      }
      announce(service, options)
      manager.tell("READY=1")
    } shouldStop: {
      manager.signLife()
      if ReloadSignal.take() {
        if ReloadSignal.isFromTerminal { StopSignal.receive(SIGHUP) } else { reload(service) }
      }
      guard StopSignal.isReceived else { return false }
      manager.tell("STOPPING=1")
      return true
    }
  }

  private func reload(_ service: LiveService) {
    guard tlsCertificate != nil else { return }
    do {
      try service.reloadCertificate()
      log.write(ServiceEvent(.info, "reload"))
    } catch {
      log.write(.failure("reload", "the certificate stays as it was: \(error)"))
    }
  }

  private func tokens() throws -> (all: String?, watch: String?) {
    let all = try Tokens.token("--token", given: token, file: tokenFile, variable: "TILTBOX_TOKEN")
    let watch = try Tokens.token(
      "--watch-token",
      given: watchToken,
      file: watchTokenFile,
      variable: "TILTBOX_WATCH_TOKEN"
    )
    if let watch, watch == all { throw ValidationError("the two tokens are the same") }
    return (all, watch)
  }

  private func options() throws -> ServerOptions {
    var options = ServerOptions()
    options.host = host
    options.port = port
    if !noToken {
      let tokens = try tokens()
      let needsToken = !isForThisMachine || tokens.watch != nil
      options.token = tokens.all ?? (needsToken ? Secret.random(length: 16) : nil)
      options.watchToken = tokens.watch
    }
    options.names = name
    limits.apply(to: &options)
    if options.maxClients < 1 {
      throw ValidationError(
        "there are \(Descriptors.limit) descriptors, too few for a single viewer; raise the limit of open files (ulimit -n)"
      )
    }
    if let tlsCertificate, let tlsKey { options.certificate = (tlsCertificate, tlsKey) }
    let log = log
    options.log = { log.write($0) }
    return options
  }

  private func liveOptions() throws -> LiveOptions {
    var options = LiveOptions()
    options.onOverload = onOverload
    options.threads = threads.limit()
    options.maxBodies = limits.maxBodies
    options.recordingLimit = recordingSize << 20
    let (log, every) = (log, checkpointEvery ?? Self.ticksOfCheckpoint)
    options.log = { log.write($0) }
    guard let journal else { return options }
    if fileNames(in: journal) != nil { throw FileError(path: journal, code: EISDIR) }
    let sessions = JournalSessions(journal)
    let resumed = resume ? try sessionToResume(sessions) : 0
    options.firstSession = resumed > 0 ? resumed : sessions.newest + 1
    options.journal = { scenario, session in
      // Another service may have taken the next number.
      let free = max(session, JournalSessions(sessions.path).newest + 1)
      let journal = try Journal(creating: sessions.file(free), of: scenario, sync: .second)
      journal.checkpointEvery = every > 0 ? every : nil
      return journal
    }
    guard resumed > 0 else { return options }
    options.resume = {
      let replay = try Replay(JournalReader(sessions.file(resumed)), from: .infinity)
      try replay.run(shouldStop: { StopSignal.isReceived })
      for notice in replay.noticesToContinue {
        log.write(.warning("resume", "\(sessions.file(resumed).escapedName): \(notice)"))
      }
      // If a signal interrupted the replay, there is nothing to continue.
      try StopSignal.check()
      let journal = try Journal(continuing: replay, sync: .second)
      journal.checkpointEvery = every > 0 ? every : nil
      return (replay, journal)
    }
    return options
  }

  /// Returns the number of the newest session; 0 if there is none, or if it was killed before it ran.
  private func sessionToResume(_ sessions: JournalSessions) throws -> Int {
    guard sessions.newest > 0 else { return 0 }
    let file = sessions.file(sessions.newest)
    if try JournalReader.hasBegun(file) { return sessions.newest }
    let words =
      "\(file.escapedName): there is no whole first line, so nothing was run; another session begins"
    log.write(.warning("resume", words))
    return 0
  }

  private var isForThisMachine: Bool {
    host == "localhost" || host == "::1" || host.hasPrefix("127.")
  }

  /// Prints the address alone to standard output, for scripts, and, with a log for people, help to standard error.
  private func announce(_ service: LiveService, _ options: ServerOptions) {
    let limits = [("port", service.port), ("maxClients", options.maxClients)]
    log.write(ServiceEvent(.info, "start", limits.map { ($0, .whole($1)) }))
    let urls = service.urls
    StandardStream.output.write((urls.first ?? "") + "\n")
    guard log == .text else { return }
    for url in urls.dropFirst() { printError("        \(url)") }
    if OutputFile.standardOutputIsTerminal {
      printError("tiltbox: open this in a browser; Ctrl-C stops it")
    }
    guard service.isOpenToOthers else { return }
    if let url = urls.first, let code = QRCode(url) {
      let stream = StandardStream.error
      if let columns = stream.columns, columns < code.columns {
        printError("tiltbox: no QR code: it needs a terminal of \(code.columns) columns")
      } else {
        stream.write(code.text(isColored: stream.isTerminal) + "\n")
      }
    }
    if tlsCertificate == nil {
      printError(
        "tiltbox: phones report their motion only to secure pages: give --tls-certificate and --tls-key. "
          + "Without them, drag on the page to tilt."
      )
    }
  }
}

/// The limits on the viewers of a service.
struct ServiceLimits: ParsableArguments {
  @Option(number: "The most viewers at a time.")
  var maxClients = 200

  @Option(number: "The most bodies in the scene up to which viewers may add more.")
  var maxBodies = 500

  @Option(number: "The most bodies a viewer may add per minute.")
  var bodiesPerMinute = 120

  @Option(number: "The most commands a viewer may send per minute, not counting tilts and drags.")
  var commandsPerMinute = 1200

  @Option(number: "The most resets per minute by all viewers together.")
  var resetsPerMinute = 30

  @Option(number: "The most pending connections per client address; 1000 behind a proxy.")
  var connectionsPerAddress = 64

  func validate() throws {
    try check(maxClients, 1...10_000, "--max-clients")
    try check(maxBodies, 0...Scenario.mostBodies, "--max-bodies")
    try check(bodiesPerMinute, 0...100_000, "--bodies-per-minute")
    try check(commandsPerMinute, 1...1_000_000, "--commands-per-minute")
    try check(resetsPerMinute, 0...10_000, "--resets-per-minute")
    try check(connectionsPerAddress, 1...10_000, "--connections-per-address")
  }

  /// Applies the limits to a server's options. The available descriptors also limit the number of viewers.
  func apply(to options: inout ServerOptions) {
    options.maxClients = Descriptors.viewers(atMost: maxClients)
    options.bodiesPerMinute = bodiesPerMinute
    options.commandsPerMinute = commandsPerMinute
    options.resetsPerMinute = resetsPerMinute
    options.connectionsPerAddress = connectionsPerAddress
  }
}

/// The sources of a token: an option, which other users can see in the process list, a file, or the environment.
enum Tokens {
  /// Returns the token, if one is given.
  ///
  /// Throws `FileError`; `ValidationError` for a token with characters that are not allowed in an address, or for two
  /// tokens.
  static func token(
    _ flag: String,
    given: String?,
    file: String?,
    variable: String
  ) throws -> String? {
    if given != nil, file != nil {
      throw ValidationError("\(flag) and \(flag)-file exclude each other")
    }
    let text = try given ?? file.map(read) ?? environment(variable)
    guard let text else { return nil }
    guard ServerOptions.isToken(text) else {
      let place = given != nil ? flag : file.map { _ in "\(flag)-file" } ?? variable
      throw ValidationError(
        "\(place) is \(text.isEmpty ? "empty" : "no token"); give 1 to 256 letters, digits, - and _, since it is part of the address"
      )
    }
    return text
  }

  private static func read(_ file: String) throws -> String {
    let bytes = try readFile(file)
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != 13 }, as: UTF8.self)
  }
}

/// The format of the log of `tiltbox serve` on standard error.
enum LogFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  /// Only warnings, for people.
  case text
  /// One JSON object per line for each event.
  case json

  /// Reports a problem of a scenario.
  func report(_ problem: String) {
    switch self {
    case .text: printError(problem)
    case .json: write(.warning("scenario", problem))
    }
  }

  /// Writes an event, unless the reader of the log is slow.
  func write(_ event: ServiceEvent) {
    switch self {
    case .text: if let warning = event.warning { printWarning(warning.escapedForTerminal) }
    case .json:
      var now = timespec()
      unsafe clock_gettime(CLOCK_REALTIME, &now)
      let time = Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
      StandardStream.error.writeWithoutWaiting(event.json(at: time))
    }
  }
}
#endif
