#if Server
internal import ArgumentParser
internal import Tiltbox
internal import TiltboxServer

/// The limits on the viewers of a service.
struct ServiceLimits: ParsableArguments {
  @Option(parsing: .unconditional, help: "The most viewers at a time.")
  var maxClients = 200

  @Option(
    parsing: .unconditional,
    help: "The most bodies in the scene up to which viewers may add more."
  )
  var maxBodies = 500

  @Option(parsing: .unconditional, help: "The most bodies a viewer may add per minute.")
  var bodiesPerMinute = 120

  @Option(
    parsing: .unconditional,
    help: "The most commands a viewer may send per minute, not counting tilts and drags."
  )
  var commandsPerMinute = 1200

  @Option(parsing: .unconditional, help: "The most resets per minute by all viewers together.")
  var resetsPerMinute = 30

  @Option(
    parsing: .unconditional,
    help: "The most pending connections per client address; 1000 behind a proxy."
  )
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
#endif
