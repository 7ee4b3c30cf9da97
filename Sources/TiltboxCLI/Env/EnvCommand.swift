internal import ArgumentParser
internal import CPlatform
internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxJSON
internal import TiltboxPlatform

/// `tiltbox env`: many environments of one scenario, stepped by another program.
struct EnvCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "env",
    abstract: "Step many copies of a scenario in lockstep, for reinforcement learning.",
    usage: "tiltbox env <count> [<scenario>] [<options>]",
    discussion: """
      Another program starts the command and writes orders to its standard input: \
      tilt all environments and step them, save and restore states, perform commands. Each \
      order has one answer on standard output with a row for each environment: tick, digest, \
      and x, y, angle, vx, vy, w of each body. The protocol is binary: see \
      docs/env.md; clients/python implements it.

        tiltbox env 256 ball.yaml
        tiltbox env 64 --ticks 4 --body crate-1 --jobs 2

      The answer to an invalid order is an error, and nothing has changed. The \
      command ends with its standard input.

      Exit status: 0 the orders ended; 64 usage; 65 the scenario is invalid, or the \
      input ends within an order; 66 a file is missing; 74 reading or writing failed.
      """
  )

  @Argument(help: "The number of environments.")
  var count: Int

  @Argument(help: "The scenario file; without one, the classic five crates.", completion: .scenario)
  var scenario: String?

  @OptionGroup var changes: Overrides

  @Option(number: "N", help: "Ticks per step if the request does not name a number.")
  var ticks = 1

  @Option(
    name: "body",
    value: "ID",
    help: "Show this body in the rows; may be given again. (default: all bodies)"
  )
  var bodies: [String] = []

  @Option(number: "N", help: "The number of threads.")
  var jobs = Workers.cores

  func validate() throws {
    try check(count, 1...65_536, "the number of environments")
    try check(ticks, 1...65_535, "--ticks")
    try check(jobs, 1...1024, "--jobs")
    if scenario == standardStreamName {
      throw ValidationError("orders come in on standard input; give the scenario as a file")
    }
    if OutputFile.standardOutputIsTerminal || inputIsTerminal {
      throw ValidationError(
        "orders and rows are binary, and \(inputIsTerminal ? "standard input" : "standard output") is a terminal; "
          + "start tiltbox env from a program, such as clients/python"
      )
    }
  }

  func run() throws {
    try reportingFailure {
      // An environment runs on past the scenario's duration.
      let scenario = try ScenarioOptions.load(scenario, overrides: changes.list) { _ in nil }
        .loadingTilt()
      let shown = try places(in: scenario)
      let environments = try Environments(count, of: scenario, showing: shown)
      let channel = StandardChannel(orders: 16 * count, answers: environments.answerBytes)
      var session = EnvSession(environments, ticks: ticks, threads: jobs, channel)
      do { try session.run(try hello(scenario, shown)) } catch OutputError.closedPipe {
        // The client has gone away.
      }
    }
  }

  /// Returns the indices of the shown bodies in the scenario.
  func places(in scenario: Scenario) throws -> [Int] {
    guard scenario.world.engine == .tiltbox else {
      let words = "is chipmunk, whose environments cannot be reset; drop it, or write tiltbox"
      if changes.list.contains(where: { $0.hasPrefix("world.engine=") }) {
        throw ValidationError("--set world.engine: \(words)")
      }
      throw Diagnostic(path: "world.engine", words)
    }
    if bodies.isEmpty { return Array(scenario.bodies.indices) }
    if let index = bodies.indices.first(where: { bodies[..<$0].contains(bodies[$0]) }) {
      throw ValidationError("--body: \(bodies[index]) is given twice; keep one")
    }
    return try bodies.map { id in
      if let place = scenario.bodies.firstIndex(where: { $0.id == id }) { return place }
      throw ValidationError(
        "--body: " + Suggestion.unknown(id, "body", among: scenario.bodies.map(\.id))
      )
    }
  }

  /// Returns the description of the rows for clients, as JSON.
  func hello(_ scenario: Scenario, _ shown: [Int]) throws -> [UInt8] {
    let header = JSONLines.header(of: try Simulation(scenario))
    let hello = JSON.object([
      ("tiltbox", .whole(1)), ("kind", .text("env")), ("environments", .whole(count)),
      ("ticks", .whole(ticks)), ("actions", .array(["tilt.x", "tilt.y"].map(JSON.text))),
      ("bodies", .array(shown.map { .text(scenario.bodies[$0].id) })),
      ("columns", .array(BodyState.numberNames.map(JSON.text))),
      ("rowBytes", .whole(Environment.rowBytes(bodies: shown.count))), ("header", header),
    ])
    return Array(hello.line.utf8)
  }
}

/// Standard input and output as a channel.
struct StandardChannel: EnvChannel {
  /// Prepares both streams for the given sizes of orders and answers, in bytes.
  init(orders: Int, answers: Int) {
    _ = signal(SIGPIPE, SIG_IGN)
    // If a message does not fit into the pipe, its reader and writer wake several times. The size is only a request;
    // everything works without it.
    for (stream, bytes) in [(STDIN_FILENO, orders), (STDOUT_FILENO, answers)] {
      let room = min(2 * bytes, 1 << 20)
      if room > 1 << 16 { _ = CPlatformSetPipeSize(stream, Int32(room)) }
    }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    awaitInput()
    while true {
      let count = unsafe TiltboxPlatform.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw FileError(path: "standard input", code: errno) }
    }
  }

  /// Looks for input for some hundred microseconds, in which a client has often sent the next order: to sleep and wake
  /// takes as long as ten environments take to step.
  private func awaitInput() {
    for _ in 0..<Self.looks {
      if Descriptor(number: STDIN_FILENO).isReady(for: POLLIN) { return }
      sched_yield()
    }
  }

  private static let looks = 400

  func write(_ bytes: UnsafeRawBufferPointer) throws {
    guard let code = unsafe StandardStream.output.descriptor.writeAll(bytes) else { return }
    throw code == EPIPE ? OutputError.closedPipe : .failed(file: "standard output", errno: code)
  }
}
