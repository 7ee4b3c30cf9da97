internal import Synchronization

/// Commands on their way from any number of tasks to the one simulation, in the order of their coming.
///
/// A task that sends a command is suspended until that has been carried out, so no sender runs ahead of the simulation;
/// and a tick takes only so many, so no flood of senders delays it.
public final class CommandQueue: Sendable {
  /// How many commands a tick takes at most; the others wait for the next one, and their senders with them.
  public let perTick: Int

  struct Entry: Sendable {
    let number: Int
    let command: Command
    let reply: CheckedContinuation<Int, any Error>
  }

  private struct State {
    var entries: [Entry] = []
    var nextNumber = 0
    var isClosed = false
  }

  private let state = Mutex(State())

  /// Makes an empty queue.
  ///
  /// - Parameter perTick: How many commands a tick takes at most, at least 1.
  public init(perTick: Int = 64) {
    precondition(perTick >= 1, "a tick takes at least one command")
    self.perTick = perTick
  }

  /// How many commands wait.
  public var count: Int { state.withLock(\.entries.count) }

  /// Sends a command, and waits until it has been carried out.
  ///
  /// - Parameter command: What to do.
  /// - Returns: The tick from which on it acts.
  /// - Throws: ``CommandError`` if it was refused; ``QueueClosedError`` if the simulation has ended; `CancellationError`
  ///   if the task was cancelled before the command's turn: then it has no effect.
  @discardableResult
  public func send(_ command: Command) async throws -> Int {
    let number = state.withLock { state in
      state.nextNumber += 1
      return state.nextNumber
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { reply in
        let refusal: (any Error)? = state.withLock { state in
          if state.isClosed { return QueueClosedError() }
          // The handler below waits for this lock: either it finds the entry, or the flag is set by now.
          if Task.isCancelled { return CancellationError() }
          state.entries.append(Entry(number: number, command: command, reply: reply))
          return nil
        }
        if let refusal { reply.resume(throwing: refusal) }
      }
    } onCancel: {
      withdraw(number)
    }
  }

  private func withdraw(_ number: Int) {
    let entry = state.withLock { state in
      state.entries.firstIndex { $0.number == number }.map { state.entries.remove(at: $0) }
    }
    entry?.reply.resume(throwing: CancellationError())
  }

  /// The commands that a tick takes, in their order. Each of them has to be replied to.
  func take() -> [Entry] {
    state.withLock { state in
      let taken = Array(state.entries.prefix(perTick))
      state.entries.removeFirst(taken.count)
      return taken
    }
  }

  /// Refuses what waits and what comes from now on.
  func close() {
    let entries = state.withLock { state in
      defer { state.entries = [] }
      state.isClosed = true
      return state.entries
    }
    for entry in entries { entry.reply.resume(throwing: QueueClosedError()) }
  }
}

/// The simulation that was to carry out a command has ended.
public struct QueueClosedError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What happened.
  public var description: String { "the simulation has ended; the command has had no effect" }
}
