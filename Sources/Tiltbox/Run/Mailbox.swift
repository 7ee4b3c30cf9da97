internal import Synchronization

/// A bounded queue of requests from clients on any thread to a run.
///
/// The run takes messages at one point of each tick. The messages of a client stay in order, and
/// clients take turns, so a flood from one client does not delay the others. Of the tilts of a
/// client without a mark, only the newest waits.
public final class Mailbox: Sendable {
  /// A request or other work for the run, with the information for its answer.
  public struct Message: Sendable {
    /// The work of a message.
    public enum Content: Sendable {
      /// A request, or the error for a message that is not one.
      case request(Result<Request, RequestError>)
      /// User-defined work on the run's thread. If it throws a ``RequestError``, that is the
      /// answer.
      case action(@Sendable (Run) throws -> Void)
    }

    /// The number of the client.
    public let client: Int
    /// The work of the message.
    public let content: Content
    /// The mark of the answer, as JSON; nil if no answer is wanted.
    public let ack: String?
    /// The message's line of input, counted from 1.
    public let line: Int?
    /// Whether a newer tilt of the same client replaces the message.
    let isTilt: Bool
    fileprivate(set) var reply: CheckedContinuation<Int, any Error>?
    fileprivate var number = 0

    /// Makes a message with a request.
    public init(
      _ request: Result<Request, RequestError>,
      from client: Int = 0,
      ack: String? = nil,
      line: Int? = nil
    ) {
      (self.client, self.ack, self.line, content) = (client, ack, line, .request(request))
      if case .success(.tilt) = request { isTilt = ack == nil } else { isTilt = false }
    }

    /// Makes a message with the client's own work.
    ///
    /// - Parameters:
    ///   - client: The number of the client.
    ///   - ack: The mark that the answer repeats.
    ///   - isTilt: Whether a newer tilt of the same client replaces the message.
    ///   - action: The work to do on the run's thread.
    public init(
      from client: Int = 0,
      ack: String? = nil,
      isTilt: Bool = false,
      action: @escaping @Sendable (Run) throws -> Void
    ) {
      (self.client, self.ack, self.isTilt, line) = (client, ack, isTilt, nil)
      content = .action(action)
    }
  }

  private struct State {
    var waiting: [Int: [Message]] = [:]
    /// The clients with waiting messages, in the order of their turns.
    var turns: [Int] = []
    var nextNumber = 0
    var isClosed = false

    mutating func add(_ message: Message) {
      if waiting[message.client, default: []].isEmpty { turns.append(message.client) }
      waiting[message.client, default: []].append(message)
    }

    /// Removes the first message of a client that meets a condition.
    mutating func remove(of client: Int, where fits: (Message) -> Bool) -> Message? {
      guard let place = waiting[client]?.firstIndex(where: fits) else { return nil }
      let message = waiting[client]?.remove(at: place)
      guard waiting[client]?.isEmpty == true else { return message }
      waiting[client] = nil
      turns.removeAll { $0 == client }
      return message
    }
  }

  /// The greatest number of waiting messages per client, not counting its tilt and those of waiting tasks.
  package let roomPerClient: Int
  private let state = Mutex(State())

  /// Makes an empty mailbox.
  ///
  /// - Parameter roomPerClient: The maximum number of waiting messages of a client, at least 1.
  public init(roomPerClient: Int = 64) {
    precondition(roomPerClient >= 1, "a client has room for at least one message")
    self.roomPerClient = roomPerClient
  }

  /// The number of waiting messages. Complexity: O(*clients*).
  public var count: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }

  /// Puts a message in without waiting.
  ///
  /// - Returns: False if too many of the client's messages wait already, or the run has ended.
  @discardableResult
  public func post(_ message: Message) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      if message.isTilt {
        _ = state.remove(of: message.client, where: \.isTilt)
      } else {
        let count = state.waiting[message.client]?.count { !$0.isTilt } ?? 0
        guard count < roomPerClient else { return false }
      }
      state.add(message)
      return true
    }
  }

  /// Notes that a client has left. Its tilt is dropped, its other messages still count, and then a last action, for
  /// which there is always room.
  package func leave(_ client: Int, action: @escaping @Sendable (Run) throws -> Void) {
    state.withLock { state in
      guard !state.isClosed else { return }
      _ = state.remove(of: client, where: \.isTilt)
      state.add(Message(from: client, action: action))
    }
  }

  /// Sends a request, and waits until the run has performed it.
  ///
  /// - Parameter request: The request.
  /// - Returns: The tick from which on it acts.
  /// - Throws: ``RequestError`` if it was rejected; ``RunEndedError`` if the run has ended; `CancellationError` if the
  ///   task was canceled before the request's turn, which has no effect then.
  @discardableResult
  public func send(_ request: Request) async throws -> Int {
    try await send { Message(.success(request), from: $0) }
  }

  /// Sends custom work to the run's thread, and waits until it is done.
  ///
  /// - Returns: The tick at which it was done.
  /// - Throws: The errors of ``send(_:)-(Request)`` and of the action.
  @discardableResult
  public func send(_ action: @escaping @Sendable (Run) throws -> Void) async throws -> Int {
    try await send { Message(from: $0, action: action) }
  }

  /// Each waiting task is a client of its own, so all of them take turns in order of arrival.
  private func send(_ make: (_ client: Int) -> Message) async throws -> Int {
    let number = state.withLock { state in
      state.nextNumber += 1
      return state.nextNumber
    }
    var message = make(-number)
    message.number = number
    let sent = message
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { reply in
        let refusal: (any Error)? = state.withLock { state in
          if state.isClosed { return RunEndedError() }
          // The handler below waits for this lock: it either finds the message, or has set the flag by now.
          if Task.isCancelled { return CancellationError() }
          var message = sent
          message.reply = reply
          state.add(message)
          return nil
        }
        if let refusal { reply.resume(throwing: refusal) }
      }
    } onCancel: {
      let message = state.withLock { $0.remove(of: -number) { $0.number == number } }
      message?.reply?.resume(throwing: CancellationError())
    }
  }

  /// Removes the next client's oldest message. The caller must reply to it.
  func take() -> Message? {
    state.withLock { state in
      guard let client = state.turns.first else { return nil }
      let message = state.remove(of: client) { _ in true }
      if state.waiting[client] != nil { state.turns.append(state.turns.removeFirst()) }
      return message
    }
  }

  /// Rejects all waiting and later messages.
  func close() {
    let waiting = state.withLock { state in
      defer { state = State(isClosed: true) }
      return state.waiting.values
    }
    for message in waiting.joined() { message.reply?.resume(throwing: RunEndedError()) }
  }
}

/// The run ended before it performed a request.
public struct RunEndedError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem.
  public var description: String { "the run has ended; the request has had no effect" }
}

/// The result of a command.
public struct Answer: Hashable, Sendable {
  /// The tick from which on it acts, or at which it was rejected.
  public let tick: Int
  /// The line of input that it stood in, counted from 1.
  public let line: Int?
  /// The command's own mark, as JSON; nil if it has none.
  public let ack: String?
  /// The reason of the rejection; nil if it was accepted.
  public let reason: String?

  /// Makes an answer.
  ///
  /// - Parameters:
  ///   - tick: The tick from which on the command acts, or at which it was rejected.
  ///   - line: The command's line of input.
  ///   - ack: The command's own mark, as JSON.
  ///   - reason: The reason of the rejection.
  public init(tick: Int, line: Int? = nil, ack: String? = nil, reason: String? = nil) {
    (self.tick, self.line, self.ack, self.reason) = (tick, line, ack, reason)
  }
}
