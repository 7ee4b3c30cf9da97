internal import Tiltbox
internal import TiltboxFiles

/// The transport of an environment's messages.
protocol EnvChannel {
  /// Reads into the beginning of a buffer; returns the number of bytes, 0 at the end. Waits for the first byte.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
  /// Writes all bytes.
  func write(_ bytes: UnsafeRawBufferPointer) throws
}

/// The session of `tiltbox env` with its client: every order, or chain of orders, has one answer.
struct EnvSession<Channel: EnvChannel> {
  private let environments: Environments
  private let pool: ThreadPool
  private let ticks: Int
  private let channel: Channel
  /// The bytes read last: the header of an order, or its content.
  private var content: [UInt8] = []

  /// Makes a session.
  ///
  /// - Parameters:
  ///   - environments: The environments to step.
  ///   - ticks: The ticks of a step whose order does not give a number.
  ///   - threads: The number of threads.
  ///   - channel: The transport of orders and answers.
  init(_ environments: Environments, ticks: Int, threads: Int, _ channel: Channel) {
    (self.environments, self.ticks, self.channel) = (environments, ticks, channel)
    pool = ThreadPool(threads: threads, pieces: environments.count) { environments.advance($0) }
  }

  /// The maximum number of requests in an order's commands, over all environments.
  private var mostRequests: Int { max(1 << 20, environments.count) }

  /// The maximum length of an order's content, in bytes.
  private var longest: Int { max(16 << 20, 16 * environments.count) }

  /// Sends the description and the first rows, then answers orders until their end.
  ///
  /// Throws ``EnvError`` if the following bytes cannot be interpreted, and the errors of the channel.
  mutating func run(_ hello: [UInt8]) throws {
    try send(.hello, hello)
    try sendRows()
    /// The error of an earlier order in the chain, because of which the later orders have no effect either.
    var failure: EnvError?
    do {
      while let header = try readHeader() {
        try read(Int(header.length))
        guard content.count == header.length else { throw torn(of: Int(header.length)) }
        if failure == nil {
          do { try perform(header) } catch let error as EnvError where !error.isFinal {
            failure = error
          }
        }
        if header.isContinued { continue }
        if let failure {
          try send(.error, Array(failure.description.utf8))
        } else {
          try sendRows()
        }
        failure = nil
      }
    } catch let error as EnvError {
      try send(.error, Array(error.description.utf8))
      throw error
    }
  }

  private func perform(_ header: EnvHeader) throws {
    guard header.argument == 0 || header.command == .step else {
      throw EnvError("bytes 2 and 3 are \(header.argument); write 0")
    }
    switch header.command {
    case .step: try step(header.argument == 0 ? ticks : Int(header.argument))
    case .keep: try keep()
    case .reset: try reset()
    case .commands: try performCommands()
    case nil: throw EnvError("no order is called \(header.name); there are S, K, R and C")
    }
  }
}

// Orders.
extension EnvSession {
  private func step(_ ticks: Int) throws(EnvError) {
    guard content.count == 16 * environments.count else {
      throw EnvError(
        "a step of \(environments.count) environments has \(16 * environments.count) bytes of tilts, "
          + "two doubles an environment, and here are \(content.count)"
      )
    }
    try environments.setTilts { Tilt(x: double(at: 16 * $0), y: double(at: 16 * $0 + 8)) }
    if let failure = environments.step(ticks, on: pool) {
      let words = "\(failure.reason) (the other environments have stepped)"
      throw EnvError(words, environment: failure.environment)
    }
  }

  private func double(at place: Int) -> Double {
    let bits = unsafe content.withUnsafeBytes {
      unsafe $0.loadUnaligned(fromByteOffset: place, as: UInt64.self)
    }
    return Double(bitPattern: UInt64(littleEndian: bits))
  }

  private func keep() throws(EnvError) {
    let places = try places()
    for (index, slot) in places where slot == 0 {
      throw EnvError("slot 0 keeps the first tick; keep this one in another", environment: index)
    }
    for (index, slot) in places { try environments.use(index) { try $0.keep(in: slot) } }
  }

  private func reset() throws(EnvError) {
    let places = try places()
    for (index, slot) in places { try environments.use(index) { try $0.checkReset(to: slot) } }
    // The last slot of an environment counts: a reset to slot 0 before may empty it.
    for (index, slot) in Dictionary(places.map { ($0, $1) }, uniquingKeysWith: { $1 }) {
      try environments.use(index) { try $0.reset(to: slot) }
      environments.show(index)
    }
  }

  /// Parses pairs of an environment and a slot.
  private func places() throws(EnvError) -> [(environment: Int, slot: UInt32)] {
    guard content.count % 8 == 0 else {
      throw EnvError(
        "pairs of an environment and a slot have 8 bytes each, and here are \(content.count)"
      )
    }
    var places: [(environment: Int, slot: UInt32)] = []
    var numbers = ByteReader(content[...])
    while let index = numbers.number(as: UInt32.self), let slot = numbers.number(as: UInt32.self) {
      try check(Int(index))
      places.append((Int(index), slot))
    }
    return places
  }

  private func performCommands() throws(EnvError) {
    var requests: [(environment: Int, request: Request)] = []
    let lines = content.split(separator: 0x0a, omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() where !line.isEmpty {
      do {
        let line = try EnvironmentLine(line)
        if let index = line.environment { try check(index) }
        for index in line.environment.map({ $0..<$0 + 1 }) ?? 0..<environments.count {
          try environments[index].simulation.check(line.request)
          requests.append((index, line.request))
        }
        guard requests.count <= mostRequests else {
          throw RequestError("the lines before it ask more than \(mostRequests) things; send fewer")
        }
      } catch {
        throw EnvError("line \(number + 1): \(error)")
      }
    }
    for (index, request) in requests {
      try environments.use(index) { try $0.simulation.apply(request) }
      environments.show(index)
    }
  }

  private func check(_ index: Int) throws(EnvError) {
    guard index < environments.count else {
      throw EnvError(
        "there is no environment \(index); the environments are 0 to \(environments.count - 1)"
      )
    }
  }
}

// Messages.
extension EnvSession {
  /// Reads the header of the next order; nil at the end.
  private mutating func readHeader() throws -> EnvHeader? {
    try read(EnvHeader.size)
    if content.isEmpty { return nil }
    guard let header = EnvHeader(content) else { throw torn(of: EnvHeader.size) }
    guard header.version == EnvHeader.version else {
      throw EnvError(
        "byte 1 of an order is \(header.version), and its version is 1: the orders are out of step",
        isFinal: true
      )
    }
    guard header.length <= longest else {
      let words = "an order of \(header.length) bytes; the longest has \(longest)"
      throw EnvError(words, isFinal: true)
    }
    return header
  }

  /// The error of an order that ends too early.
  private func torn(of length: Int) -> EnvError {
    EnvError("the orders end after \(content.count) of \(length) bytes of a part", isFinal: true)
  }

  /// Reads `count` bytes; fewer at the end.
  private mutating func read(_ count: Int) throws {
    if content.count < count {
      content.append(contentsOf: repeatElement(0, count: count - content.count))
    } else {
      content.removeLast(content.count - count)
    }
    let channel = channel
    let filled = try unsafe content.withUnsafeMutableBytes { buffer in
      var filled = 0
      while filled < buffer.count {
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
        let count = try unsafe channel.read(into: rest)
        if count == 0 { break }
        filled += count
      }
      return filled
    }
    content.removeLast(count - filled)
  }

  private func send(_ answer: EnvHeader.Reply, _ content: [UInt8]) throws {
    let bytes = EnvHeader(answer, length: content.count).bytes + content
    try unsafe bytes.withUnsafeBytes { try unsafe channel.write($0) }
  }

  private func sendRows() throws {
    try unsafe environments.withAnswer { try unsafe channel.write($0) }
  }
}

/// The header of every message of an environment: eight bytes, little-endian.
struct EnvHeader: Equatable {
  static let size = 8
  static let version: UInt8 = 1

  /// The kinds of orders from a client.
  enum Command: UInt8 {
    /// S: steps all environments, with a tilt for each of them.
    case step = 0x53
    /// K: keeps the states of environments in slots.
    case keep = 0x4b
    /// R: resets environments to the states in slots.
    case reset = 0x52
    /// C: performs commands, one per line.
    case commands = 0x43
  }

  /// The kinds of answers.
  enum Reply: UInt8 {
    /// H: the description of the rows, as JSON.
    case hello = 0x48
    /// O: a row for each environment.
    case rows = 0x4f
    /// E: the reason why an order had no effect, as text.
    case error = 0x45
  }

  let kind: UInt8
  var version = EnvHeader.version
  /// The number of ticks of a step.
  var argument: UInt16 = 0
  /// The number of bytes that follow.
  let length: UInt32

  init(_ reply: Reply, length: Int) { (kind, self.length) = (reply.rawValue, UInt32(length)) }

  /// Parses eight bytes; nil if there are fewer.
  init?(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes[...])
    guard let kind = reader.number(as: UInt8.self), let version = reader.number(as: UInt8.self),
      let argument = reader.number(as: UInt16.self), let length = reader.number(as: UInt32.self)
    else { return nil }
    (self.kind, self.version, self.argument, self.length) = (kind, version, argument, length)
  }

  /// The kind of order; nil if it is unknown.
  var command: Command? { Command(rawValue: kind & ~Self.lowerCase) }

  /// Whether the kind is in lower case: the next order belongs to this one, and both have one answer.
  var isContinued: Bool { command != nil && kind & Self.lowerCase != 0 }

  private static let lowerCase: UInt8 = 0x20

  var bytes: ArraySlice<UInt8> {
    var writer = ByteWriter()
    writer.append(kind)
    writer.append(version)
    writer.append(argument)
    writer.append(length)
    return writer.bytes
  }

  /// The kind in messages: `S`, or a number.
  var name: String {
    (0x21..<0x7f).contains(kind) ? "\"\(Character(Unicode.Scalar(kind)))\"" : "\(kind)"
  }
}

/// An invalid message.
struct EnvError: Error, CustomStringConvertible {
  let description: String
  /// Whether the session must end, since the following bytes cannot be interpreted.
  let isFinal: Bool

  init(_ description: String, isFinal: Bool = false) {
    (self.description, self.isFinal) = (description, isFinal)
  }

  /// The error of one environment, with its reason: an error or a text.
  init(_ reason: Any, environment: Int) { self.init("environment \(environment): \(reason)") }
}
