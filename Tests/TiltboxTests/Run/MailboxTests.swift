import Testing

@testable import Tiltbox

@Suite("A run's mailbox")
struct MailboxTests {
  private let mailbox = Mailbox(roomPerClient: 3)

  private func request(_ name: String, from client: Int = 0) -> Mailbox.Message {
    Mailbox.Message(.success(.remove(id: name)), from: client)
  }

  private func tilt(_ x: Double, from client: Int = 0, ack: String? = nil) -> Mailbox.Message {
    Mailbox.Message(.success(.tilt(Tilt(x: x, y: 0))), from: client, ack: ack)
  }

  /// Takes all items from the mailbox, in order.
  private func taken() -> [String] {
    var taken: [String] = []
    while let message = mailbox.take() {
      switch message.content {
      case .request(.success(.remove(let id))): taken.append(id)
      case .request(.success(.tilt(let tilt))): taken.append("\(tilt.x)")
      case .request, .action: taken.append("action")
      }
    }
    return taken
  }

  @Test("keeps each client's messages in order, up to a limit")
  func room() {
    for name in ["a", "b", "c"] { #expect(mailbox.post(request(name, from: 1))) }
    #expect(!mailbox.post(request("d", from: 1)))
    #expect(mailbox.post(request("e", from: 2)))
    #expect(mailbox.count == 4)
    #expect(taken().filter { $0 != "e" } == ["a", "b", "c"])
    #expect(mailbox.post(request("f", from: 1)))
  }

  @Test("lets clients take turns, so that a flood delays no other")
  func turns() {
    for name in ["a1", "a2", "a3"] { mailbox.post(request(name, from: 1)) }
    mailbox.post(request("b1", from: 2))
    mailbox.post(request("c1", from: 3))
    mailbox.post(request("c2", from: 3))
    #expect(taken() == ["a1", "b1", "c1", "a2", "c2", "a3"])
  }

  @Test("keeps the newest tilt of each client, in its place among the requests")
  func tilts() {
    mailbox.post(tilt(1))
    mailbox.post(request("a"))
    mailbox.post(tilt(2))
    for x in 3...1000 { mailbox.post(tilt(Double(x), from: 1)) }
    #expect(mailbox.count == 3)
    #expect(taken() == ["a", "1000.0", "2.0"])
  }

  @Test("drops no tilt that needs an answer, and accepts a tilt when requests have no room")
  func marked() {
    mailbox.post(tilt(1, ack: "1"))
    mailbox.post(tilt(2, ack: "2"))
    mailbox.post(request("a"))
    #expect(!mailbox.post(tilt(3, ack: "3")))
    #expect(mailbox.post(tilt(4)))
    #expect(mailbox.post(tilt(5)))
    #expect(taken() == ["1.0", "2.0", "a", "5.0"])
  }

  @Test("a client who has left tilts no more; its requests act, and then its last action")
  func leaving() {
    for name in ["a", "b", "c"] { mailbox.post(request(name, from: 1)) }
    mailbox.post(tilt(1, from: 1))
    mailbox.leave(1) { _ in }
    #expect(taken() == ["a", "b", "c", "action"])
  }

  @Test("a sender that is canceled before its turn takes its request back")
  func canceling() async throws {
    let sender = Task { [mailbox] in try await mailbox.send(.remove(id: "a")) }
    while mailbox.count == 0 { await Task.yield() }
    sender.cancel()
    await #expect(throws: CancellationError.self) { try await sender.value }
    #expect(mailbox.count == 0)
    let late = Task { [mailbox] in
      while !Task.isCancelled { await Task.yield() }
      return try await mailbox.send(.remove(id: "b"))
    }
    late.cancel()
    await #expect(throws: CancellationError.self) { try await late.value }
    #expect(mailbox.count == 0)
  }

  @Test("once closed, rejects waiting and new messages")
  func closing() async throws {
    let sender = Task { [mailbox] in try await mailbox.send(.reset) }
    while mailbox.count == 0 { await Task.yield() }
    mailbox.close()
    await #expect(throws: RunEndedError.self) { try await sender.value }
    await #expect(throws: RunEndedError.self) { try await mailbox.send(.pause(true)) }
    #expect(!mailbox.post(request("a")))
  }
}
